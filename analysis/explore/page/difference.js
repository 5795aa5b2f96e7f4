// Two campaigns, scenario by scenario: what is equal, what changed, what only one has.
import { go } from "/explore.js";
import { ask, counted, dot_and_interval, element, metric_words, short, whole } from "/parts.js";

const width = 200;
const percent = (change) => (change === null ? "\u2013" : `${change > 0 ? "+" : ""}${short(100 * change)} %`);

// A dot for the mean change of each strategy, 0 in the middle.
function by_strategy(strategies, files, metric) {
  const order = [...strategies].sort((x, y) => Math.abs(y[4] ?? 0) - Math.abs(x[4] ?? 0));
  const most = Math.max(0.001, ...order.map(([, , , , mean]) => Math.abs(mean ?? 0)));
  const place = (change) => width / 2 + (change / most) * (width / 2 - 6);
  const rows = order.map(([label, in_a, in_b, changed, mean]) => element("tr", {}, [element("th", { scope: "row" }, [element("bdi", {}, [label])]), element("td", { class: "number" }, [whole(in_a)]), element("td", { class: "number" }, [whole(in_b)]),
    element("td", { class: "number" }, [whole(changed)]), element("td", {}, [dot_and_interval(place, width, [1, mean, null, null], { class: "dot-row", style: "--mark: var(--ink)" }, 0)]), element("td", { class: "number" }, [percent(mean)])]));
  const names = ["strategy", `results in ${files[0]}`, `in ${files[1]}`, "changed", `mean change of the ${metric_words(metric)}`, ""];
  return element("div", { class: "wide", tabindex: "0" }, [element("table", { class: "strategies" }, [element("thead", {}, [element("tr", {}, names.map((name) => element(name ? "th" : "td", { scope: name ? "col" : null }, [name])))]), element("tbody", {}, rows)])]);
}

// The schedules of both files; of several campaigns a strategy that both ran is named after its file.
function opening(scenario, labels, files) {
  const [platform, workload, key] = scenario.split("-"), strategy = labels[key];
  return () => go({ s: "compare", i: `${platform}-${workload}`, a: `${strategy} in ${files[0]}`, b: `${strategy} in ${files[1]}` });
}

// Files without their folders, unless they have one name.
function brief(files) {
  const names = files.map((file) => file.split("/").at(-1));
  return names[0] === names[1] ? files : names;
}

export async function show_difference({ campaign, files: paths, state, main, signal, choose }) {
  const files = brief(paths);
  delete main.dataset.part;
  const metric = state.get("m") ?? campaign.usual_metric;
  const found = await ask("difference", { m: metric }, signal);
  choose();
  if (!found) return main.replaceChildren(element("p", { class: "answer" }, ["Two campaigns are compared: start palio explore with two files."]));
  const [outcomes, metrics] = found.changed, [only_a, only_b] = found.only, both = found.equal + outcomes + metrics;
  const parts = [`${whole(found.equal)} of ${counted(both, "scenario")} in both are equal in outcome and ${metric_words(metric)}`, ...(metrics ? [`${whole(metrics)} changed in it`] : []), ...(outcomes ? [`${whole(outcomes)} ended in another way`] : []),
                 ...(only_a ? [`${whole(only_a)} are only in ${files[0]}`] : []), ...(only_b ? [`${whole(only_b)} only in ${files[1]}`] : [])];
  const kinds = ["another outcome", "changed", `only in ${files[0]}`, `only in ${files[1]}`];
  const rows = found.differences.map(([kind, scenario, , a, b, change]) => element("tr", {}, [element("td", { class: "code" }, [kind === 1 ? element("button", { type: "button", title: "Both schedules", click: opening(scenario, found.labels, paths) }, [scenario]) : scenario]), element("td", {}, [element("bdi", {}, [found.labels[scenario.split("-")[2]] ?? ""])]), element("td", {}, [kinds[kind]]),
    ...[a, b].map((value) => element("td", { class: "number" }, [typeof value === "number" ? short(value) : value ?? "\u2013"])), element("td", { class: "number" }, [kind === 1 ? percent(change) : ""])]));
  const names = ["scenario", "strategy", "how", files[0], files[1], "change"];
  main.replaceChildren(element("section", { class: "difference-panel", "aria-label": "Difference" }, [
    element("p", { class: "answer" }, [`${parts.join("; ")}.`]), by_strategy(found.strategies, files, metric),
    ...(rows.length ? [element("h2", {}, ["The largest changes"]), element("div", { class: "wide", tabindex: "0" }, [element("table", { class: "strategies" }, [element("thead", {}, [element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])))]), element("tbody", {}, rows)])])] : []),
    element("p", { class: "hint" }, ["As palio diff: scenarios are the same if platform, workload and strategy are. Compare reads both files as one; there a strategy of both is one for each file."])]));
}
