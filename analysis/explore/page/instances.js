// A dot for each instance, and the most extreme ones.
import { go } from "/explore.js";
import { ask, counted, drawn, element, metric_words, panel, ramp, ratio_text, ratio_title, ratios, short, shown_level, take, whole } from "/parts.js";

const levels_of = (view, { axes }) => axes.find(({ name }) => name === view.rows)?.levels ?? ["all"];

const plot = { width: 520, height: 225, left: 52, right: 10, top: 8, bottom: 34 };

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
  parts.push(drawn("text", { x: plot.width / 2, y: plot.height - 4, "text-anchor": "middle" }, [`${metric_words(view.metric)} of B${unit}`]),
             drawn("text", { x: 11, y: plot.height / 2, "text-anchor": "middle", transform: `rotate(-90 11 ${plot.height / 2})` }, ["A / B"]));
  return parts;
}

function marks_of(view, campaign, { x, y }) {
  const { points, density } = view.instances;
  const step_of = ramp(levels_of(view, campaign).length);
  if (points)
    return points.map(([name, a, b, ratio, level]) =>
      drawn("circle", { class: "dot", style: `--t: ${step_of(level)}`, cx: x.place(b), cy: y.place(ratio), r: 3, click: () => go({ i: name }) }, [drawn("title", {}, [`${short(a)} / ${short(b)} = ${ratio_text(ratio)}`])]));
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
export function extremes_of(view, campaign, shown) {
  const { extremes } = view.instances;
  const most = Math.min(10, Math.ceil(extremes.length / 2));
  const least_first = extremes.slice(0, Math.min(most, extremes.length - most)), most_first = extremes.slice(-most).reverse();
  const [best, worst] = view.better === "less" ? [least_first, most_first] : [most_first, least_first];
  return element("details", { class: "extremes" }, [element("summary", {}, ["The most extreme instances"]), ...extremes_table("Worst for A", worst, campaign, shown), ...extremes_table("Best for A", best, campaign, shown)]);
}

// A point for each instance; of many the share of those with at most each ratio, which `shares` asks for.
export async function instances_figure(view, shares) {
  const title = ratio_title(view), of_b = `${metric_words(view.metric)} of ${view.b}${view.unit ? ` (${view.unit})` : ""}`;
  if (view.instances.points)
    return { id: "instances", title, says: "A point for each instance.", kind: "scatter", x: { title: of_b, log: true }, y: ratios(title), columns: ["x", "y", "a", "instance"],
             rows: view.instances.points.map(([name, a, b, ratio]) => [b, ratio, a, name]) };
  return { id: "instances", title, says: "The share of the instances whose ratio is at most this one.", kind: "steps", x: ratios(title), y: { title: "share of the instances" },
           columns: ["x", "y"], rows: await shares() };
}

// What the selected instances have more often than all.
function brushed(view) {
  const { count } = view.instances, all = view.all[0];
  const shared = view.shared.map(([axis, level, selected, of_all]) => element("li", {}, [element("b", {}, [`${axis} = ${shown_level(level)}`]),
    `: ${whole(selected)} of ${whole(count)} selected, ${whole(of_all)} of all ${whole(all)}`]));
  return [element("p", {}, [`${counted(count, "instance")} selected by looking: intervals are not valid for them. `, element("button", { type: "button", click: () => go({ brush: null }) }, ["Select all"])]),
          ...(!count ? [] : shared.length ? [element("p", {}, ["What they share more than all instances do:"]), element("ul", { class: "shared" }, shared)]
                                         : [element("p", {}, ["They share no value of an axis more often than a random choice of as many would."])])];
}

export function instances(view, campaign, state, question) {
  const { count, extremes } = view.instances;
  const title = `Instances: A / B against the ${metric_words(view.metric)} of B`;
  const content = [];
  if (count || state.has("brush")) {
    const both = scales(view, state.get("brush"));
    const svg = drawn("svg", { class: "plot", viewBox: `0 0 ${plot.width} ${plot.height}`, role: "img", "aria-label": `${title}; the table below has the extremes` },
                      [...axes_of(view, both), ...(count ? marks_of(view, campaign, both) : [])]);
    let_brush(svg, both);
    content.push(svg);
  }
  const levels = levels_of(view, campaign), step_of = ramp(levels.length);
  if (view.instances.points && levels.length > 1)
    content.push(element("p", { class: "ramp" }, [`${view.rows}: `, ...levels.map((level, i) => element("span", { style: `--t: ${step_of(i)}` }, [shown_level(level)]))]));
  if (state.has("brush")) content.unshift(...brushed(view));
  else content.push(element("p", { class: "hint" }, [view.instances.points ? "Click a dot to see its schedules; drag over some: what do they share?" : "Click a square, or drag over some: what do their instances share?"]));
  content.push(take("instances", view.sql.instances, () => [["instance", "a", "b", "ratio"], ...(view.instances.points ?? extremes.map((end) => end.slice(0, 4)))], () => instances_figure(view, () => ask("shares", question)), campaign));
  return panel("instances", title, ...content);
}

