// Two strategies: the answer, the filters, the cells, the instances, all strategies, and the schedules behind a point.
import { show_drill } from "/drill.js";
import { go } from "/explore.js";
import { ask, counted, drawn, element, interval, ratio_text, short, take, whole } from "/parts.js";

let drawn_question = null; // what the screen shows

const summary_names = ["instances", "ratio", "low", "high", "wins", "ties", "losses"];

// Better for A is blue, worse is orange; pale where the interval has 1 in it.
function colour(view, summary) {
  const [count, ratio] = summary;
  if (!count) return "background: none";
  const sign = (ratio < 1) === (view.better === "less") ? 1 : -1;
  const strength = Math.min(1, Math.abs(Math.log(ratio)) / Math.log(2));
  const alpha = (is_sure(summary) ? 0.25 + 0.6 * strength : 0.12).toFixed(2);
  return `background: ${sign > 0 ? `rgba(64, 125, 212, ${alpha})` : `rgba(226, 129, 35, ${alpha})`}`;
}

const is_sure = ([, , low, high]) => low !== null && (low > 1 || high < 1);

function panel(name, title, ...content) {
  return element("section", { class: `${name}-panel`, "aria-label": title }, [element("h2", {}, [title]), ...content]);
}

// Of the figures of panels, which are what `palio report` hands to the scripts of charts.
const metric_words = (metric) => metric.replaceAll("_", " ").replace("max ", "maximum ");
const ratio_title = ({ metric, a, b }) => `${metric_words(metric)} of ${a} / of ${b}`;
const ratios = (title) => ({ title, log: true, one: true });
const summary_columns = ["y", "low", "high", "instances", "wins", "ties", "losses"];
const row_of = ([count, ratio, low, high, ...rest]) => [ratio, low, high, count, ...rest];

// Large numbers in few digits.
function shown_level(level) {
  const number = Number(level);
  return level !== null && level.length > 6 && Number.isFinite(number) && Number(short(number)) === number ? short(number) : level;
}

// --- filters ----------------------------------------------------------------------------------------------------------

function axis_figure({ name, counts }, levels) {
  return { id: name, title: `Instances by ${name}`, says: "Instances that pass the other filters.", kind: "bar", x: { title: name }, y: { title: "instances" }, columns: ["x", "y"],
           rows: levels.map((level, i) => [level, counts[i]]) };
}

function filter(view, axis, levels, campaign) {
  const most = Math.max(1, ...axis.counts);
  const kept = axis.kept ? new Set(axis.kept) : null;
  const buttons = levels.map((level, i) => {
    const on = kept ? kept.has(i) : true;
    const press = () => {
      const wanted = kept ? levels.filter((_, j) => (j === i) !== kept.has(j)) : [level];
      go({ [`f.${axis.name}`]: wanted.length === levels.length ? null : wanted.join("|") });
    };
    const style = `--share: ${((100 * axis.counts[i]) / most).toFixed(1)}%`;
    return element("button", { type: "button", class: "level", style, "aria-pressed": String(on), click: press },
                   [element("bdi", {}, [shown_level(level)]), element("span", {}, [whole(axis.counts[i])])]);
  });
  return element("fieldset", { class: "axis", title: kept ? "Click a value to add it or to leave it out" : "Click a value to keep only that one; click more to add them" }, [
    element("legend", {}, [axis.name]), element("div", { class: "levels", tabindex: levels.length > 8 ? "0" : null }, buttons),
    take(axis.name, axis.sql, () => [[axis.name, "instances"], ...levels.map((level, i) => [level, axis.counts[i]])], () => axis_figure(axis, levels), campaign),
  ]);
}

const phone = window.matchMedia("(max-width: 64rem)");
phone.addEventListener("change", () => { if (!phone.matches) document.querySelector(".filters")?.setAttribute("open", ""); });

function filters(view, campaign) {
  const many = 60; // an axis of more levels is no choice
  const fields = view.axes.map((axis, i) => [axis, campaign.axes[i].levels]).filter(([axis, levels]) => levels.length <= many || axis.kept);
  return element("details", { class: "filters", open: !phone.matches }, [
    element("summary", {}, [element("h2", {}, ["Filters"])]), ...fields.map(([axis, levels]) => filter(view, axis, levels, campaign)),
  ]);
}

// --- cells ------------------------------------------------------------------------------------------------------------

function axis_select(label, key, chosen, campaign) {
  const options = ["", ...campaign.axes.filter((axis) => axis.levels.length <= 40).map((axis) => axis.name)];
  const select = element("select", { "data-key": key, change: () => go({ [key]: select.value || "-" }) },
                         options.map((name) => element("option", { value: name }, [name || "none"])));
  select.value = chosen ?? "";
  return element("label", {}, [`${label} `, select]);
}

const levels_of = (campaign, name) => (name === null ? [null] : campaign.axes.find((axis) => axis.name === name).levels);

function cell_text(summary) {
  const [count, ratio, low, high] = summary;
  if (!count) return ["\u2013"];
  return [ratio_text(ratio), element("small", {}, [interval(low, high)]), element("small", {}, [`n ${whole(count)}`])];
}

// Arrows move among the cells; Enter opens an instance of a cell.
function move(event, table) {
  const cell = event.target.closest("td");
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!cell || !steps) return;
  event.preventDefault();
  const row = table.tBodies[0].rows[cell.parentNode.rowIndex - table.tHead.rows.length + steps[0]];
  const next = row?.cells[cell.cellIndex + steps[1]];
  if (next?.tagName !== "TD") return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// Of a cell the instance that is farthest on the side of its mean.
async function open_extreme([, ratio], question, conditions) {
  const answer = await ask("view", { ...question, ...conditions });
  const end = answer.view.instances.extremes.at(ratio < 1 ? 0 : -1);
  if (end) go({ i: end[0] });
}

// Curves over an axis of numbers, points next to the names of another one; a series for each row.
function cells_figure(view, campaign) {
  const axis = (name) => campaign.axes.find((one) => one.name === name);
  const across = axis(view.columns ?? view.rows), has_series = view.columns !== null && view.rows !== null;
  const levels = across?.levels ?? ["all"], curves = Boolean(across?.numbers) && levels.length > 1;
  const rows = view.cells.flatMap((row, r) => row.map((cell, c) => {
    const level = levels[view.columns !== null ? c : r];
    return cell[0] > 0 && [curves ? Number(level) : level, ...(has_series ? [`${view.rows} ${axis(view.rows).levels[r]}`] : []), ...row_of(cell)];
  })).filter((row) => row);
  return { id: "cells", title: ratio_title(view), says: "Geometric means with 95 % intervals for new draws.", kind: curves ? "line" : "bar",
           x: { title: across?.name ?? "" }, y: ratios(ratio_title(view)), columns: ["x", ...(has_series ? ["series"] : []), ...summary_columns], rows };
}

function cells(view, campaign, question) {
  const rows = levels_of(campaign, view.rows), columns = levels_of(campaign, view.columns);
  const places = (levels, filled) => levels.map((_, i) => i).filter(filled);
  const shown_rows = places(rows, (r) => view.cells[r].some(([count]) => count));
  const shown_columns = places(columns, (c) => view.cells.some((row) => row[c][0]));
  const table = element("table", { class: "cells" });
  if (view.columns !== null)
    table.append(element("thead", {}, [element("tr", {}, [element("th", { scope: "col" }, [`${view.rows ?? ""} \\ ${view.columns}`]),
                                                          ...shown_columns.map((c) => element("th", { scope: "col" }, [shown_level(columns[c])]))])]));
  else table.append(element("thead", {}, [element("tr", {}, [element("th", { scope: "col" }, [view.rows ?? ""]), element("th", { scope: "col" }, ["A / B"])])]));
  table.append(element("tbody", {}, shown_rows.map((r, top) => element("tr", {}, [
    element("th", { scope: "row" }, [shown_level(rows[r]) ?? "all"]),
    ...shown_columns.map((c, left) => {
      const summary = view.cells[r][c];
      const conditions = { ...(view.rows && { [`f.${view.rows}`]: rows[r] }), ...(view.columns && { [`f.${view.columns}`]: columns[c] }) };
      const open = () => summary[0] && open_extreme(summary, question, conditions);
      return element("td", { class: is_sure(summary) ? null : "unsure", style: colour(view, summary), tabindex: top + left ? "-1" : "0", click: open,
                             keydown: (event) => event.key === "Enter" && open() }, cell_text(summary));
    }),
  ]))));
  table.addEventListener("keydown", (event) => move(event, table));
  const listed = () => [[view.rows ?? "all", view.columns ?? "all", ...summary_names],
                        ...view.cells.flatMap((row, r) => row.map((summary, c) => [rows[r], columns[c], ...summary]))];
  return panel("cells", "Cells: A / B", element("div", { class: "axes" }, [axis_select("Rows", "y", view.rows, campaign), axis_select("Columns", "x", view.columns, campaign)]),
               element("div", { class: "wide" }, [table]),
               element("p", { class: "hint" }, [`Blue: A is better, ${view.better === "less" ? "below" : "above"} 1; orange: B. Italic: new draws may reverse it. Click a cell to see an instance of it.`]), take("cells", view.sql.cells, listed, () => cells_figure(view, campaign), campaign));
}

// --- instances --------------------------------------------------------------------------------------------------------

const plot = { width: 520, height: 320, left: 52, right: 10, top: 8, bottom: 34 };

// A logarithmic scale from values to pixels, with marks at 1, 2 and 5, or at more numbers if it is short.
function scale(least, most, from, to) {
  const room = least === most ? Math.log(1.1) : 0.03 * Math.log(most / least);
  const low = Math.log(least) - room, high = Math.log(most) + room;
  const place = (value) => from + ((Math.log(value) - low) / (high - low)) * (to - from);
  const value = (at) => Math.exp(low + ((at - from) / (to - from)) * (high - low));
  const marks = [];
  for (const digits of [[1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9]]) {
    if (marks.length >= 3) break;
    marks.length = 0;
    for (let power = Math.floor(low / Math.LN10); power <= Math.ceil(high / Math.LN10); ++power)
      marks.push(...digits.map((digit) => Number((digit * 10 ** power).toPrecision(2))).filter((mark) => Math.log(mark) >= low && Math.log(mark) <= high));
  }
  if (marks.length < 3) for (let i = 0; i < 5; ++i) marks.push(Number(Math.exp(low + ((i + 0.5) / 5) * (high - low)).toPrecision(2)));
  return { place, value, marks: [...new Set(marks)] };
}

function scales(view, brush) {
  const { count, points, density } = view.instances;
  if (!count) {
    const [least, most, low, high] = brush.split(",").map(Number);
    return { x: scale(least, most, plot.left, plot.width - plot.right), y: scale(low, high, plot.height - plot.bottom, plot.top) };
  }
  const range = (place) => points.map((point) => point[place]).reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, 0]);
  const [least, most] = points ? range(2) : density.values;
  const [low, high] = points ? range(3) : density.ratios;
  return { x: scale(least, most, plot.left, plot.width - plot.right),
           y: scale(Math.min(low, 1), Math.max(high, 1), plot.height - plot.bottom, plot.top) };
}

function axes_of(view, { x, y }) {
  const unit = view.unit ? `, ${view.unit}` : "";
  const parts = [];
  let last = -Infinity; // px of the label before, so that none covers another
  for (const mark of x.marks.filter((mark) => x.place(mark) - last >= 36 && (last = x.place(mark))))
    parts.push(drawn("line", { class: "grid", x1: x.place(mark), x2: x.place(mark), y1: plot.top, y2: plot.height - plot.bottom }),
               drawn("text", { x: x.place(mark), y: plot.height - plot.bottom + 13, "text-anchor": "middle" }, [short(mark)]));
  for (const mark of y.marks)
    parts.push(drawn("line", { class: "grid", x1: plot.left, x2: plot.width - plot.right, y1: y.place(mark), y2: y.place(mark) }),
               drawn("text", { x: plot.left - 4, y: y.place(mark) + 4, "text-anchor": "end" }, [short(mark)]));
  if (y.place(1) >= plot.top && y.place(1) <= plot.height - plot.bottom) parts.push(drawn("line", { class: "one", x1: plot.left, x2: plot.width - plot.right, y1: y.place(1), y2: y.place(1) }));
  parts.push(drawn("text", { x: plot.width / 2, y: plot.height - 4, "text-anchor": "middle" }, [`${view.metric} of B${unit}`]),
             drawn("text", { x: 11, y: plot.height / 2, "text-anchor": "middle", transform: `rotate(-90 11 ${plot.height / 2})` }, ["A / B"]));
  return parts;
}

function marks_of(view, { x, y }) {
  const { points, density } = view.instances;
  if (points)
    return points.map(([name, a, b, ratio]) =>
      drawn("circle", { class: "dot", cx: x.place(b), cy: y.place(ratio), r: 3, click: () => go({ i: name }) }, [drawn("title", {}, [`${short(a)} / ${short(b)} = ${ratio_text(ratio)}`])]));
  const most = Math.max(...density.counts);
  const step = (range, count, at) => Math.exp(Math.log(range[0]) + (at / count) * Math.log(range[1] / range[0] || 1));
  return density.counts.flatMap((count, place) => {
    if (!count) return [];
    const column = place % density.across, row = Math.floor(place / density.across);
    const of_b = [column, column + 1].map((at) => step(density.values, density.across, at)), of_ratio = [row, row + 1].map((at) => step(density.ratios, density.up, at));
    const [left, right] = of_b.map(x.place), [bottom, top] = of_ratio.map(y.place);
    return [drawn("rect", { class: "square", x: left, y: top, width: Math.max(0.5, right - left), height: Math.max(0.5, bottom - top),
                            "fill-opacity": (0.1 + 0.9 * Math.sqrt(count / most)).toFixed(2), click: () => go_to_brush(...of_b, ...of_ratio) },
                  [drawn("title", {}, [`${counted(count, "instance")}; click to select`])])];
  });
}

const go_to_brush = (...ends) => go({ brush: ends.map((value, i) => (value * (i % 2 ? 1 + 1e-6 : 1 - 1e-6)).toPrecision(8)).join(",") });

const range = (axis, from, to) => [axis.value(from), axis.value(to)].sort((one, other) => one - other);

// Dragging chooses a range of both axes.
function let_brush(svg, { x, y }) {
  const box = drawn("rect", { class: "brush", width: 0, height: 0 });
  svg.append(box);
  let from = null, pressed = null; // what is captured gets no click of its own
  const point = (event) => {
    const { left, top, width } = svg.getBoundingClientRect();
    return [((event.clientX - left) * plot.width) / width, ((event.clientY - top) * plot.width) / width];
  };
  svg.addEventListener("pointerdown", (event) => { if (!event.target.matches(".dot")) { from = point(event); pressed = event.target; svg.setPointerCapture(event.pointerId); } });
  svg.addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = point(event);
    for (const [key, value] of [["x", Math.min(from[0], to[0])], ["y", Math.min(from[1], to[1])], ["width", Math.abs(from[0] - to[0])], ["height", Math.abs(from[1] - to[1])]]) box.setAttribute(key, value);
  });
  svg.addEventListener("pointerup", (event) => {
    const to = point(event);
    const begun = from;
    from = null;
    if (!begun) return;
    if (Math.abs(begun[0] - to[0]) + Math.abs(begun[1] - to[1]) >= 8) return go_to_brush(...range(x, begun[0], to[0]), ...range(y, begun[1], to[1]));
    if (pressed.matches(".square")) pressed.dispatchEvent(new Event("click"));
  });
}

// A table of instances with what they have in common and not: their levels on the axes that have several.
function extremes_table(title, ends, campaign, shown) {
  const axes = campaign.axes.map((axis, i) => [axis, i]).filter(([axis]) => axis.levels.length > 1);
  const names = ["A / B", "A", "B", ...axes.map(([axis]) => axis.name), "instance"];
  const rows = ends.map(([name, a, b, ratio, levels]) => element("tr", { class: shown === name ? "opens is-a" : "opens", click: () => go({ i: name }) }, [
    element("td", {}, [element("button", { type: "button", class: "open" }, [ratio_text(ratio)])]), element("td", { class: "number" }, [short(a)]),
    element("td", { class: "number" }, [short(b)]), ...axes.map(([axis, i]) => element("td", {}, [element("bdi", {}, [shown_level(axis.levels[levels[i]]) ?? ""])])), element("td", { class: "code" }, [name])]));
  return [element("h3", {}, [title]), element("div", { class: "wide", tabindex: "0" }, [element("table", { class: "strategies" }, [
    element("thead", {}, [element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])))]), element("tbody", {}, rows)])])];
}

// The ten at each end of the ratios: worst for A first.
function extremes_of(view, campaign, shown) {
  const { extremes } = view.instances;
  const most = Math.min(10, Math.ceil(extremes.length / 2));
  const least_first = extremes.slice(0, Math.min(most, extremes.length - most)), most_first = extremes.slice(-most).reverse();
  const [best, worst] = view.better === "less" ? [least_first, most_first] : [most_first, least_first];
  return element("details", { class: "extremes" }, [element("summary", {}, ["The most extreme instances"]), ...extremes_table("Worst for A", worst, campaign, shown), ...extremes_table("Best for A", best, campaign, shown)]);
}

// A point for each instance; of many the share of those with at most each ratio, which `shares` asks for.
async function instances_figure(view, shares) {
  const title = ratio_title(view), of_b = `${metric_words(view.metric)} of ${view.b}${view.unit ? ` (${view.unit})` : ""}`;
  if (view.instances.points)
    return { id: "instances", title, says: "A point for each instance.", kind: "scatter", x: { title: of_b, log: true }, y: ratios(title), columns: ["x", "y", "a", "instance"],
             rows: view.instances.points.map(([name, a, b, ratio]) => [b, ratio, a, name]) };
  return { id: "instances", title, says: "The share of the instances whose ratio is at most this one.", kind: "steps", x: ratios(title), y: { title: "share of the instances" },
           columns: ["x", "y"], rows: await shares() };
}

function instances(view, campaign, state, question) {
  const { count, extremes } = view.instances;
  const title = `Instances: A / B against the ${view.metric} of B`;
  const content = [];
  if (count || state.has("brush")) {
    const both = scales(view, state.get("brush"));
    const svg = drawn("svg", { class: "plot", viewBox: `0 0 ${plot.width} ${plot.height}`, role: "img", "aria-label": `${title}; the table below has the extremes` },
                      [...axes_of(view, both), ...(count ? marks_of(view, both) : [])]);
    let_brush(svg, both);
    content.push(svg);
  }
  content.push(element("p", { class: "hint" }, state.has("brush")
    ? [`${counted(count, "instance")} selected by looking: intervals are not valid for them. `, element("button", { type: "button", click: () => go({ brush: null }) }, ["Select all"])]
    : [view.instances.points ? "Click an instance to see its schedules; drag over some to select them." : "Click a square to select its instances, then one of them to see its schedules; drag to select more."]));
  content.push(take("instances", view.sql.instances, () => [["instance", "a", "b", "ratio"], ...(view.instances.points ?? extremes.map((end) => end.slice(0, 4)))], () => instances_figure(view, () => ask("shares", question)), campaign));
  return panel("instances", title, ...content);
}

// --- all strategies ---------------------------------------------------------------------------------------------------

// A dot with its interval on an axis that all rows share.
function forest(ranges, [count, ratio, low, high]) {
  const { least, most } = ranges;
  const width = 140, place = (value) => 6 + ((Math.log(value) - Math.log(least)) / (Math.log(most / least) || 1)) * (width - 12);
  if (!count) return "";
  const parts = [drawn("line", { x1: place(1), x2: place(1), y1: 0, y2: 16, "stroke-dasharray": "2 2", "stroke-opacity": 0.5 }), drawn("circle", { cx: place(ratio), cy: 8, r: 3.5 })];
  if (low !== null) parts.push(drawn("line", { x1: place(low), x2: place(high), y1: 8, y2: 8 }));
  return drawn("svg", { class: "forest", viewBox: `0 0 ${width} 16`, "aria-hidden": "true" }, parts);
}

// The best ones first; of many the best fifteen with A and B.
function strategies_figure(view) {
  const title = `${metric_words(view.metric)} / that of ${view.b}`, sign = view.better === "more" ? -1 : 1;
  const order = view.strategies.filter(({ over_b: [count] }) => count > 0).sort((x, y) => sign * (x.over_b[1] - y.over_b[1]));
  const shown = order.filter(({ label }, place) => order.length <= 20 || place < 15 || label === view.a || label === view.b);
  return { id: "strategies", title, says: "Geometric means over the instances where all compared strategies have a value above 0, with 95 % intervals for new draws.", kind: "bar", x: { title: "" },
           y: ratios(title), columns: ["x", ...summary_columns], rows: shown.map(({ label, over_b }) => [label, ...row_of(over_b)]) };
}

// `kept`: labels in the order that is shown already, while a run adds results.
function strategies(view, kept, campaign) {
  const better = view.better === "less" ? 1 : -1;
  const group = ({ note, over_b }) => (note ? 2 : 0) + (over_b[0] ? 0 : 1); // who is not compared comes last
  const sorted = [...view.strategies].sort((x, y) => group(x) - group(y) || better * (x.over_b[1] - y.over_b[1]) || (x.label < y.label ? -1 : 1));
  const place = (strategy) => (kept ? kept.indexOf(strategy.label) : -1);
  const order = kept ? [...sorted].sort((x, y) => (place(x) < 0) - (place(y) < 0) || place(x) - place(y)) : sorted;
  const moved = order.some((strategy, i) => strategy !== sorted[i]);
  const ends = order.flatMap(({ over_b: [count, ratio, low, high] }) => (count ? [ratio, low ?? ratio, high ?? ratio] : []));
  const ranges = { least: Math.min(1, ...ends), most: Math.max(1, ...ends) };
  const body = order.map(({ label, over_b, failed, note }) => element("tr", { class: [label === view.a ? "is-a" : "", label === view.b || is_sure(over_b) ? "" : "unsure", note ? "aside" : ""].join(" ").trim() || null }, [
    element("th", { scope: "row" }, [element("bdi", {}, [label])]),
    element("td", { class: "number" }, [over_b[0] ? ratio_text(over_b[1]) : "\u2013"]), element("td", { class: "number" }, [interval(over_b[2], over_b[3])]),
    element("td", {}, [forest(ranges, over_b)]), element("td", { class: "number" }, [whole(over_b[0])]),
    element("td", { class: "number" }, [label === view.b ? "" : over_b.slice(4).map(whole).join(" : ")]),
    element("td", { class: "number" }, [whole(failed)]), element("td", {}, [note]),
    element("td", { class: "whole" }, label === view.a ? ["A"] : label === view.b ? ["B"] : [element("button", { type: "button", click: () => go({ a: label }) }, ["as A"]), " ",
                                                                           element("button", { type: "button", click: () => go({ b: label }) }, ["as B"])])]));
  const names = ["strategy", `over ${view.b}`, "95 %", "picture", "instances", "wins : ties : losses", "failed", "not compared", "choose"];
  const sort = element("button", { type: "button", click: () => { drawn_question = null; go({}, { replace: true }); } }, ["The order has changed: sort again"]);
  return panel("strategies", "All strategies over B", ...(moved ? [sort] : []), element("div", { class: "wide" }, [element("table", { class: "strategies" }, [
    element("thead", {}, [element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])))]), element("tbody", {}, body)])]),
               element("p", { class: "hint" }, ["Over the instances where B and all compared strategies have a value, so that no strategy leads because it failed elsewhere."]),
               take("strategies", view.sql.strategies, () => [["strategy", ...summary_names, "failed", "note"], ...order.map(({ label, over_b, failed, note }) => [label, ...over_b, failed, note])], () => strategies_figure(view), campaign));
}

// --- who is best of all -----------------------------------------------------------------------------------------------

let verdict = { metric: null, sentences: [] }; // of the latest answer, which stays while a new one is made

// The sentences of a run's end and of the report; they take seconds for millions of results.
async function show_verdict(place, metric, signal) {
  const show = () => place.replaceChildren(...verdict.sentences.map((sentence, i) => element("p", { class: i ? "hint" : null, id: i ? null : "verdict" }, [sentence])));
  if (verdict.metric === metric) show();
  place.setAttribute("aria-busy", "true");
  const { sentence, remarks } = await ask("answer", { m: metric }, signal);
  verdict = { metric, sentences: [sentence, ...remarks].filter(Boolean) };
  show();
  place.removeAttribute("aria-busy");
}

// --- the screen -------------------------------------------------------------------------------------------------------

function question_of(state) {
  const question = Object.fromEntries([...state].filter(([key]) => /^(m|a|b|x|y|brush|f\..+)$/.test(key)));
  for (const axis of ["x", "y"]) if (question[axis] === "-") question[axis] = "";
  return question;
}

export async function show_compare({ campaign, state, main, signal, choose }) {
  const question = question_of(state);
  const answer = await ask("view", question, signal);
  const view = answer.view;
  choose(view.metric, view.a, view.b);
  const same_question = JSON.stringify(question) === drawn_question && main.querySelector(".compare") !== null;
  const kept = same_question ? [...main.querySelectorAll(".strategies-panel tbody th")].map((cell) => cell.textContent) : null;
  const opened = [...main.querySelectorAll("details")].map((part) => part.open);
  const drawer = main.querySelector(".filters")?.open;
  const focused = document.activeElement?.closest("main") ? document.activeElement.textContent : null;
  const scrolled = window.scrollY;
  const drill = element("section", { class: "drill", "aria-label": "Schedules", hidden: true });
  const kept_levels = view.axes.flatMap((axis, i) => (axis.kept ? [`${axis.name}: ${axis.kept.map((level) => shown_level(campaign.axes[i].levels[level])).join(", ")}`] : []));
  const verdict_place = element("div", {});
  const answer_panel = element("div", { class: "answer answer-panel" }, [verdict_place, element("p", { "aria-live": "polite", id: "answer" }, [view.answer]),
                                                                         element("p", { class: "hint" }, [kept_levels.length ? `Only ${kept_levels.join("; ")}.` : "All instances: click a value of a filter to keep only that one; click more to add them."]),
                                                                         take("answer", view.sql.answer, () => [summary_names, view.all])]);
  delete main.dataset.part;
  main.replaceChildren(element("div", { class: "compare" }, [answer_panel, filters(view, campaign), cells(view, campaign, question),
                                                             instances(view, campaign, state, question), extremes_of(view, campaign, state.get("i")), strategies(view, kept, campaign), drill]));
  if (drawer !== undefined) main.querySelector(".filters").open = drawer;
  if (same_question) [...main.querySelectorAll("details")].forEach((part, i) => (part.open = opened[i] ?? false));
  window.scrollTo({ top: scrolled });
  if (focused !== null)
    [...main.querySelectorAll("button, td, select")].find((part) => part.textContent === focused)?.focus({ preventScroll: true });
  drawn_question = JSON.stringify(question);
  show_verdict(verdict_place, view.metric, signal).catch((error) => { if (error.name !== "AbortError") verdict_place.textContent = error.message; });
  if (state.has("i")) await show_drill({ place: drill, campaign, view, question, instance: state.get("i"), realization: state.get("r"), signal });
}
