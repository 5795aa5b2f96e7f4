// All strategies behind the best of each instance: a table that is a chart. Pressing a row makes it A, with Shift B.
import { go } from "/explore.js";
import { ask, dot_and_interval, element, look_of, metric_words, named, panel, short, take, whole } from "/parts.js";

const width = 84;

// Three decimals below 10, as factors behind the best mostly are.
const factor_text = (factor) => (factor === null ? "\u2013" : factor < 10 ? factor.toFixed(3) : short(factor));

const is_ranked = ({ behind, note }) => behind[0] > 0 && !note;

// The best first; strategies that are not compared come last. `kept`: labels in the order that is shown already, while a run adds results.
function ordered(view, kept) {
  const group = (one) => (is_ranked(one) ? 0 : one.behind[0] ? 1 : 2);
  const sorted = [...view.strategies].sort((x, y) => group(x) - group(y) || x.behind[1] - y.behind[1] || (x.label < y.label ? -1 : 1));
  if (!kept) return { order: sorted, moved: false };
  const place = ({ label }) => { const at = kept.indexOf(label); return at < 0 ? kept.length : at; };
  const order = [...sorted].sort((x, y) => place(x) - place(y));
  return { order, moved: order.some((one, i) => one !== sorted[i]) };
}

// The best ones first; of many the best fifteen with A and B.
export function strategies_figure(view) {
  const order = ordered(view).order.filter(({ behind }) => behind[0] > 0);
  const shown = order.filter(({ label }, place) => order.length <= 20 || place < 15 || label === view.a || label === view.b);
  return { id: "strategies", title: `${metric_words(view.metric)}: factor behind the best`, kind: "bar", x: { title: "" }, y: { title: "factor behind the best of each instance" }, columns: ["x", "y", "low", "high", "instances"],
           says: view.geometric ? "Geometric means over the instances where all compared strategies have a value above 0." : "Means over the instances where all compared strategies have a value above 0, with 95 % intervals for new draws.",
           rows: shown.map(({ label, behind: [count, factor, low, high] }) => [label, factor, low, high, count]) };
}

// The ratio to a bound or an optimum comes later where it takes long.
async function fill_bounds(table, question, signal) {
  const words = { bound_ratio: ["to the bound", "makespan over a lower bound that no schedule beats"], gap: ["to the optimum", "makespan over the best known or optimal one"], relative_max_stretch: ["to the optimum", "maximum stretch over the least possible"] };
  const bounds = await ask("bounds", question, signal);
  const head = table.querySelector(".bound");
  head.hidden = !bounds;
  if (!bounds) return;
  const [word, title] = words[bounds.metric];
  head.textContent = word;
  head.title = `Mean ${title}`;
  for (const row of table.tBodies[0].rows) {
    const [, mean, low, high] = bounds.of[row.dataset.strategy] ?? [0, null];
    row.append(element("td", { class: "number", title: mean === null || low === null ? null : `[${short(low)}, ${short(high)}]` }, [mean === null ? "\u2013" : mean.toFixed(2)]));
  }
}

export function strategies(view, kept, campaign, question, signal) {
  const { order, moved } = ordered(view, kept);
  const ranked = order.filter(is_ranked);
  // The scale is that of the better two thirds; a strategy beyond it is drawn at its end.
  const many = ranked[Math.floor(0.67 * (ranked.length - 1))]?.behind, most = many ? 1.15 * (many[3] ?? many[1]) : 2, least = Math.min(1, ...ranked.map(({ behind }) => behind[1]));
  const place = (factor) => 5 + (Math.log(factor / least) / Math.log(most / least)) * (width - 10);
  const some_failed = order.some(({ failed }) => failed > 0), some_noted = order.some(({ note }) => note);
  const row = ({ label, behind, told, failed, note }) => {
    const which = label === view.a ? "A" : label === view.b ? "B" : "";
    const choose = (event) => go(event.shiftKey ? { b: label } : { a: label });
    const [count, factor, low, high, first] = behind;
    const interval = count && low !== null ? `[${factor_text(low)}, ${factor_text(high)}], ` : "";
    const made = element("tr", { class: [which === "A" ? "is-a" : "", note ? "aside" : ""].join(" ").trim() || null, click: choose }, [
      element("th", { scope: "row" }, [element("button", { type: "button", title: `${label}: choose as A; with Shift as B` }, [named(label, campaign)])]),
      element("td", { class: "which", title: told === false && which !== "A" ? "New draws may reverse its order with A" : null }, [[which, told === false && which !== "A" ? "\u2248 A" : ""].filter(Boolean).join(", ")]),
      element("td", { title: count ? `${interval}first on ${whole(first)} of ${whole(count)} instances` : null }, [count ? dot_and_interval(place, width, behind, look_of(label, campaign, factor > most ? "dot-row beyond" : "dot-row")) : ""]),
      element("td", { class: "number" }, [count ? factor_text(factor) : "\u2013"]),
      element("td", { class: "number" }, [count ? whole(first) : ""]),
      ...(some_failed ? [element("td", { class: failed ? "number bad" : "number" }, [whole(failed)])] : []),
      ...(some_noted ? [element("td", { class: "note-of" }, [note])] : [])]);
    made.dataset.strategy = label;
    return made;
  };
  const names = [["strategy"], [""], ["behind the best", "95 % interval for new draws"], ["factor", view.geometric ? "geometric mean" : "mean"], ["first", "on how many instances it is the best"], ...(some_failed ? [["failed"]] : []), ...(some_noted ? [["not compared"]] : [])];
  const table = element("table", { class: "strategies" }, [
    element("thead", {}, [element("tr", {}, [...names.map(([name, title = null]) => element(name ? "th" : "td", { scope: name ? "col" : null, title }, [name])), element("th", { scope: "col", class: "bound", hidden: true })])]), element("tbody", {}, order.map(row))]);
  fill_bounds(table, question, signal).catch((error) => { if (error.name !== "AbortError") table.querySelector(".bound").textContent = error.message; });
  const sort = element("button", { type: "button", click: () => go({}, { replace: true, anew: true }) }, ["The order has changed: sort again"]);
  const count = ranked[0]?.behind[0] ?? 0;
  return panel("strategies", "Strategies", ...(moved ? [sort] : []), element("div", { class: "wide", tabindex: "0" }, [table]),
               element("p", { class: "hint" }, [`${view.geometric ? "Geometric means" : "Means"} over the ${whole(count)} instances where all that are compared have a value. Click: A, with Shift: B. \u2248 A: new draws may reverse the order.`]),
               take("strategies", view.sql.strategies, () => [["strategy", "instances", "factor", "low", "high", "first", "failed", "note"], ...order.map(({ label, behind, failed, note }) => [label, ...behind, failed, note])], () => strategies_figure(view), campaign));
}
