// An instance with both strategies: their schedules on one time axis, what each task waited for, and the graph.
import { go } from "/explore.js";
import { ask, copying, counted, drawn, element, named, ratio_text, short, shown_level, whole } from "/parts.js";

const width = 1200, left = 110, right = 12;

// Round numbers within `length` from `first`.
function ticks(length, first) {
  const rough = length / 8, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= rough);
  const begin = Math.ceil(first / step);
  return Array.from({ length: Math.floor((first + length) / step) - begin + 1 }, (_, i) => Number(((begin + i) * step).toPrecision(12)));
}

const width_of = (bar) => bar.rows.reduce((sum, [, count]) => sum + count, 0);

function bar_title(chart, bar) {
  const seconds = `${short(bar.start)} to ${short(bar.finish)} s`;
  return [bar.label, chart.applications.length > 1 ? chart.applications[bar.application] : "", seconds, bar.place, bar.note].filter(Boolean).join("\n");
}

// What the makespan consists of: why one schedule is longer than the other.
function summary(chart) {
  const bars = chart.bars.filter((bar) => !bar.planned && bar.kind === "task");
  const leading = bars.filter((bar) => chart.colours.length && bar.colour === 0);
  if (!leading.length) return [];
  const sum = (list, value) => list.reduce((total, part) => total + value(part), 0);
  const length = (bar) => bar.finish - bar.start;
  const longest = leading.reduce((most, bar) => (bar.waited > most.waited ? bar : most));
  const busy = sum(bars, (bar) => length(bar) * width_of(bar)) / (sum(chart.groups, (group) => group.rows) * chart.makespan);
  return [element("p", { class: "hint" }, [`${counted(leading.length, "task")} of ${whole(bars.length)} lead to the last finish (orange): they compute for ${short(sum(leading, length))} s, ` +
    `on ${short(sum(leading, width_of) / leading.length)} processors on average, and wait for data for ${short(sum(leading, (bar) => bar.waited))} s` +
    `${longest.waited > 0 ? `; the longest of these waits is that of ${longest.label} (${longest.place}) for the data of ${longest.waited_for}: ${short(longest.waited)} s` : ""}. The processors shown are busy ${(100 * busy).toFixed(0)} % of the time.`])];
}

// Of the tasks that lead to the last finish, s: computing, waiting for data, the rest is waiting for processors or a release.
function spent(chart) {
  const leading = chart.bars.filter((bar) => !bar.planned && bar.kind === "task" && chart.colours.length && bar.colour === 0);
  if (!leading.length) return null;
  const sum = (value) => leading.reduce((total, bar) => total + value(bar), 0);
  const computing = sum((bar) => bar.finish - bar.start), data = sum((bar) => bar.waited);
  const longest = leading.reduce((most, bar) => (bar.waited > most.waited ? bar : most));
  return { computing, data, other: Math.max(0, chart.makespan - computing - data), longest, processors: sum(width_of) / leading.length };
}

const parts_of = [["computing", "computes"], ["data", "waits for data"], ["other", "waits for processors or releases"]];

// Where the seconds are by which one schedule is longer: a sentence, and the parts of both side by side.
function difference(schedules, campaign) {
  const both = schedules.map(({ chart }) => spent(chart));
  if (!both[0] || !both[1]) return [];
  const [longer, shorter] = schedules[0].chart.makespan >= schedules[1].chart.makespan ? [0, 1] : [1, 0];
  const more = schedules[longer].chart.makespan - schedules[shorter].chart.makespan;
  const compared = parts_of.map(([part, words]) => [both[longer][part] - both[shorter][part], `${words} ${short(both[longer][part])} against ${short(both[shorter][part])} s`])
    .filter(([by]) => Math.abs(by) > 0.005 * more).sort(([x], [y]) => y - x).map(([, words]) => words);
  const { longest } = both[longer];
  const why = longest.waited > 0 && both[longer].data > both[shorter].data ? ` There ${longest.label} (${longest.place}) waits ${short(longest.waited)} s for the data of ${longest.waited_for}.` : "";
  const most = Math.max(...schedules.map(({ chart }) => chart.makespan)), wide = 640;
  const stacked = both.map((one, i) => {
    let at = 0;
    const pieces = parts_of.map(([part, words]) => {
      const piece = drawn("rect", { class: `spent ${part}`, x: at, y: i * 20 + 3, width: Math.max(0, (one[part] / most) * wide), height: 14 }, [drawn("title", {}, [`${schedules[i].strategy} ${words} ${short(one[part])} s`])]);
      at += (one[part] / most) * wide;
      return piece;
    });
    return drawn("g", {}, pieces);
  });
  const told = more > 0 ? [named(schedules[longer].strategy, campaign), ` takes ${short(more)} s longer: on its critical path it ${compared.join(", ")}.${why}`] : ["Both take equally long."];
  return [element("p", { class: "difference" }, told),
          drawn("svg", { class: "stacked", viewBox: `0 0 ${wide} 40`, width: wide, role: "img", "aria-label": `Critical paths of ${schedules.map(({ strategy }) => strategy).join(", below of ")}` }, stacked),
          element("p", { class: "keys" }, parts_of.map(([part, words]) => element("span", { class: `spent ${part}` }, [words])))];
}

// Rows get thinner where there are many, so that both schedules fit on a screen; a name that would cover another is left out.
// `range`: the first and the last date shown.
function gantt(chart, [from, to]) {
  const rows = chart.groups.reduce((sum, group) => sum + group.rows, 0);
  const high = Math.min(18, 200 / rows), top = 6;
  const x = (date) => left + ((date - from) / (to - from)) * (width - left - right);
  const inside = (date) => Math.min(Math.max(x(date), left), width - right);
  const seen = ({ start, finish }) => finish >= from && start <= to;
  const y = (row) => top + row * high;
  const height = top + rows * high + 22;
  const parts = [];
  for (const date of ticks(to - from, from))
    parts.push(drawn("line", { class: "grid", x1: x(date), x2: x(date), y1: top, y2: top + rows * high }),
               drawn("text", { x: x(date), y: height - 7, "text-anchor": "middle" }, [`${short(date)} s`]));
  let first = 0, last_name = -Infinity;
  for (const group of chart.groups) {
    const middle = y(first + group.rows / 2);
    if (middle - last_name >= 15) {
      parts.push(drawn("text", { x: left - 6, y: middle + 5, "text-anchor": "end" }, [group.name]));
      last_name = middle;
    }
    parts.push(drawn("line", { class: "grid", x1: left, x2: width, y1: y(first + group.rows), y2: y(first + group.rows) }));
    first += group.rows;
  }
  const several = chart.applications.length > 1;
  const box = (bar, [row, count]) => ({ x: inside(bar.start), y: y(row), width: Math.max(0.4, inside(bar.finish) - inside(bar.start)), height: Math.max(1.5, count * high - Math.min(0.5, high / 4)) });
  const bars = chart.bars.filter((bar) => !bar.planned && seen(bar)).flatMap((bar) => bar.rows.map((range) => {
    const critical = chart.colours.length > 0 && bar.colour === 0;
    const look = several && bar.kind === "task" ? `--mark: var(--series-${bar.application % 8}); --fade: ${100 - 22 * (Math.floor(bar.application / 8) % 4)}%` : null;
    const rect = drawn("rect", { class: `bar ${bar.kind}${critical ? " critical" : ""}${several ? " of-application" : ""}`, style: look, ...box(bar, range) }, [drawn("title", {}, [bar_title(chart, bar)])]);
    rect.dataset.task = `${bar.application} ${bar.label}`;
    rect.dataset.application = bar.application;
    return rect;
  }));
  const few = 300; // outlines of more would hide the bars
  const planned = chart.bars.length > 2 * few || high < 1.5 || several ? [] : chart.bars.filter((bar) => bar.planned && seen(bar)).flatMap((bar) => bar.rows.map((range) => drawn("rect", { class: "planned", ...box(bar, range) })));
  const links = chart.links.filter(seen).map((link) => {
    const path = drawn("path", { class: link.leads ? "message critical" : "message", d: `M${inside(link.start)} ${y(link.from + 0.5)}L${inside(link.finish)} ${y(link.to + 0.5)}` }, [drawn("title", {}, [link.label])]);
    path.dataset.ends = `|${link.label.replace(/^data of /, "").replace(" for ", "|")}|`;
    return path;
  });
  return drawn("svg", { class: high < 3 ? "gantt thin" : "gantt", viewBox: `0 0 ${width} ${height}`, width: "100%", role: "img", "aria-label": `Schedule of ${chart.title}: makespan ${short(chart.makespan)} s` },
               [...parts, ...bars, ...planned, ...links]);
}

// Both schedules on one clock: dragging chooses a range, Ctrl with the wheel and the buttons zoom and move, a double click shows all.
function clock(charts, until) {
  let range = [0, until];
  const places = charts.map(() => element("div", { class: "wide", tabindex: "0" }));
  const draw = () => charts.forEach((chart, i) => places[i].replaceChildren(gantt(chart, range)));
  const show = (from, to) => {
    const size = Math.min(until, Math.max(to - from, until * 1e-5)), begin = Math.min(Math.max(0, from), until - size);
    range = [begin, begin + size];
    draw();
  };
  const date_at = (place, event) => {
    const box = place.querySelector("svg").getBoundingClientRect();
    return range[0] + ((((event.clientX - box.left) * width) / box.width - left) / (width - left - right)) * (range[1] - range[0]);
  };
  const zoom = (factor, at = (range[0] + range[1]) / 2) => show(at - (at - range[0]) * factor, at + (range[1] - at) * factor);
  const move = (part) => show(range[0] + part * (range[1] - range[0]), range[1] + part * (range[1] - range[0]));
  for (const place of places) {
    let begun = null;
    place.addEventListener("pointerdown", (event) => { begun = event.button === 0 ? date_at(place, event) : null; });
    place.addEventListener("pointerup", (event) => {
      const ends = [begun, date_at(place, event)].sort((x, y) => x - y);
      if (begun !== null && ends[1] - ends[0] > 0.01 * (range[1] - range[0])) show(...ends);
      begun = null;
    });
    place.addEventListener("dblclick", () => show(0, until));
    place.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, date_at(place, event));
    }, { passive: false });
  }
  draw();
  const button = (label, title, press) => element("button", { type: "button", title, "aria-label": title, click: press }, [label]);
  return { places, controls: [button("\u2212", "Zoom out", () => zoom(2)), button("+", "Zoom in", () => zoom(0.5)), button("\u25c2", "Earlier", () => move(-0.5)), button("\u25b8", "Later", () => move(0.5)), button("Whole", "The whole schedules", () => show(0, until))] };
}

// Tasks by level from left to right, with their names if there is room.
function graph_picture(graph, chart) {
  const critical = new Set(chart.bars.filter((bar) => bar.colour === 0 && !bar.planned).map((bar) => bar.label));
  const levels = [];
  const places = graph.tasks.map(([, level]) => ((levels[level] ??= []).push(null), [level, levels[level].length - 1]));
  const most = Math.max(...levels.map((level) => level.length));
  const high = Math.max(60, Math.min(300, most * 16));
  const room = 580 / levels.length; // px of a level
  const x = ([level]) => 12 + level * room;
  const y = ([level, place]) => ((place + 0.5) / levels[level].length) * high;
  const edges = graph.edges.map(([from, to]) => drawn("line", { class: "edge", x1: x(places[from]), y1: y(places[from]), x2: x(places[to]), y2: y(places[to]) }));
  const dots = graph.tasks.map(([name], i) => {
    const dot = drawn("circle", { cx: x(places[i]), cy: y(places[i]), r: 5, class: critical.has(name) ? "critical" : null }, [drawn("title", {}, [name])]);
    dot.dataset.task = `0 ${name}`;
    return dot;
  });
  const named = most <= 16 && Math.max(...graph.tasks.map(([name]) => name.length)) * 6 + 20 <= room;
  const names = named ? graph.tasks.map(([name], i) => drawn("text", { x: x(places[i]) + 8, y: y(places[i]) + 4 }, [name])) : [];
  return drawn("svg", { class: "graph", viewBox: `0 0 600 ${high}`, width: "600", role: "img", "aria-label": `Graph of ${graph.tasks.length} tasks and ${graph.edges.length} edges` }, [...edges, ...dots, ...names]);
}

// Pointing at a task, or at the row of an application, brings it out everywhere.
function link_tasks(place) {
  const bring_out = ({ task, whole_application: application } = {}) => {
    for (const part of place.querySelectorAll(".linked")) part.classList.remove("linked");
    const chosen = task !== undefined ? `[data-task="${CSS.escape(task)}"]` : application !== undefined ? `[data-application="${application}"]` : null;
    if (chosen) for (const part of place.querySelectorAll(chosen)) part.classList.add("linked");
    if (task !== undefined) for (const part of place.querySelectorAll(`[data-ends*="|${CSS.escape(task.slice(task.indexOf(" ") + 1))}|"]`)) part.classList.add("linked");
  };
  place.addEventListener("pointerover", (event) => bring_out(event.target.closest("[data-task], [data-whole_application]")?.dataset));
  place.addEventListener("focusin", (event) => bring_out(event.target.closest("[data-whole_application]")?.dataset));
  place.addEventListener("pointerleave", () => bring_out());
}

// The applications of a batch under both strategies.
function application_table(schedules) {
  const [first, second] = schedules;
  if (first.applications.length < 2) return [];
  const both = schedules.map(({ strategy }) => strategy);
  const names = ["application", "release, s", ...["start, s", "finish, s", "stretch"].flatMap((what) => both.map((strategy) => `${what}: ${strategy}`))];
  const rows = first.applications.map(([name, release, ...dates], i) => {
    const others = second.applications[i].slice(2);
    const row = element("tr", { tabindex: "0" }, [element("th", { scope: "row" }, [element("bdi", {}, [name])]), element("td", { class: "number" }, [short(release)]),
      ...dates.flatMap((date, j) => [date, others[j]]).map((value) => element("td", { class: "number" }, [short(value)]))]);
    row.dataset.whole_application = i;
    return row;
  });
  return [element("h3", {}, ["Applications"]), element("p", { class: "hint" }, ["Point at a row to see the application in both schedules. Stretch: how many times as long as alone."]),
          element("div", { class: "wide applications", tabindex: "0" }, [element("table", { class: "strategies" }, [element("thead", {}, [element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])))]),
                                                                                     element("tbody", {}, rows)])])];
}

// A mark for each value on one axis: rows of [value, title, whether it is shown, where it leads].
function strip(rows, label) {
  const all = rows.flatMap((row) => row.map(([value]) => value));
  const least = Math.min(...all), most = Math.max(...all);
  const x = (value) => 10 + ((value - least) / (most - least || 1)) * 580;
  const marks = rows.flatMap((row, i) => row.map(([value, title, shown, change]) => drawn("line", {
    class: shown ? "realization shown" : "realization", x1: x(value), x2: x(value), y1: 4 + i * 22, y2: 20 + i * 22, click: () => go(change) }, [drawn("title", {}, [title])])));
  return drawn("svg", { class: "strip", viewBox: `0 0 600 ${4 + rows.length * 22}`, width: "600", role: "img", "aria-label": `${label} from ${short(least)} to ${short(most)}` }, marks);
}

// The restarts of the search that made this instance: each with the worst instance that it found.
function restart_strip(restarts, instance) {
  if (!restarts.length) return [];
  const marks = restarts.map(([restart, name, ratio]) => [ratio, `restart ${restart}: ${ratio_text(ratio)}`, name === instance, { i: name }]);
  const buttons = restarts.map(([restart, name, ratio]) => element("button", { type: "button", "aria-pressed": String(name === instance), click: () => go({ i: name }) }, [`${restart}: ${ratio_text(ratio)}`]));
  const ends = buttons.length > 12 ? [...buttons.slice(0, 6), ...buttons.slice(-6)] : buttons;
  return [element("h3", {}, [`${whole(restarts.length)} restarts of the search: the worst A / B of each`]), strip([marks], `${restarts.length} restarts`), element("p", { class: "controls" }, ends)];
}

function task_table(chart) {
  const rows = chart.bars.filter((bar) => !bar.planned).map((bar) => [bar.label, bar.start, bar.finish, bar.place,
                                                                       bar.colour === 0 && chart.colours.length ? "yes" : "", bar.note]);
  const names = ["task", "start, s", "finish, s", "where", "critical", "waited for"];
  const shown = rows.slice(0, 500);
  return element("details", {}, [element("summary", {}, [`Table of ${chart.title}: ${whole(rows.length)} bars${rows.length > shown.length ? ", the first 500" : ""}`]),
    element("div", { class: "wide", tabindex: "0" }, [element("table", {}, [element("thead", {}, [element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])))]),
      element("tbody", {}, shown.map((row) => element("tr", {}, row.map((value) => element("td", {}, [typeof value === "number" ? short(value) : String(value)])))))])])]);
}

// The realizations of both on one axis, and buttons for three of them, by the makespan of A.
function realizations(schedules, shown) {
  if (!schedules.some(({ realizations }) => realizations.length)) return [];
  const rows = schedules.map(({ realizations }) => realizations.map((makespan, r) => [makespan, `realization ${r}: ${short(makespan)} s`, r === shown, { r: String(r) }]));
  const order = schedules[0].realizations.map((makespan, r) => [makespan, r]).sort(([x1], [y1]) => x1 - y1).map(([, r]) => r);
  const button = (label, r) => element("button", { type: "button", "aria-pressed": String(r === shown), click: () => go({ r: r === null ? null : String(r) }) }, [label]);
  return [element("h3", {}, [`Realizations: makespans of ${schedules.map(({ strategy }) => strategy).join(", below of ")}`]),
          strip(rows, `${order.length} realizations, s,`),
          element("p", { class: "controls" }, [button("as estimated", null), button("best for A", order[0]), button("median", order[Math.floor(order.length / 2)]), button("worst for A", order.at(-1))])];
}

// The instances of the view, or of a cell, by ratio; of many those at both ends and the one in the middle.
function instance_list(listed, campaign, cell, shown) {
  const { count, extremes, median } = listed.instances, half = extremes.length / 2;
  const is_part = count > extremes.length;
  const several = listed.axes.map((axis, i) => ({ axis, place: i, levels: campaign.axes[i].levels })).filter(({ levels }) => levels.length > 1).sort((x, y) => y.axis.share - x.axis.share);
  const told = ([, , , , levels], axes) => axes.map(({ axis, place, levels: known }) => `${axis.name} ${shown_level(known[levels[place]])}`).join(", ");
  const item = (one, is_middle) => element("li", {}, [element("button", { type: "button", "aria-current": one[0] === shown ? "true" : null, title: told(one, several), click: () => go({ i: one[0], ...(cell && { cell }) }) },
    [element("b", {}, [ratio_text(one[3])]), ` ${told(one, several.slice(0, 3))}`, ...(is_middle ? [element("em", {}, [" middle"])] : [])])]);
  const items = extremes.map((one) => item(one, median && one[0] === median[0]));
  if (is_part) items.splice(half, 0, ...[...(median ? [item(median, true)] : []), ""].flatMap((one) => [element("li", { class: "gap" }, ["\u22ee"]), one]).slice(0, -1));
  return element("nav", { class: "instance-list", "aria-label": "Instances by ratio" }, [element("h2", {}, [`${counted(count, "instance")} by A / B`]),
    element("p", { class: "hint" }, [`${cell ? "Of the cell. " : ""}${is_part ? `The ${half} at each end${median ? " and the one in the middle" : ""}. ` : ""}[ and ] go on.`]), element("ol", {}, items)]);
}

export async function show_drill({ place, campaign, view, listed, cell, question, instance, realization, signal }) {
  place.hidden = false;
  const list = instance_list(listed, campaign, cell, instance), sheet = element("div", { class: "sheet", tabindex: "-1" }, [element("p", { class: "hint" }, ["Replaying both schedules\u2026"])]);
  place.replaceChildren(list, sheet);
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  const close = element("button", { type: "button", click: () => go({ i: null }) }, ["Close"]);
  const around = ask("neighbours", { ...question, i: instance }, signal);
  const asked = { m: view.metric, i: instance, a: view.a, b: view.b, ...(realization !== undefined && { r: realization }) };
  let drill;
  try {
    drill = await ask("drill", asked, signal);
  } catch (error) {
    around.catch(() => {});
    if (error.name === "AbortError") throw error;
    sheet.replaceChildren(element("p", { class: "controls" }, [close]), element("p", { class: "note", role: "alert" }, [error.message]));
    return;
  }
  const { previous, next, place: rank, count } = await around;
  const restarts = campaign.searched ? await ask("restarts", question, signal) : [];
  const until = Math.max(...drill.schedules.flatMap(({ chart }) => chart.bars.map((bar) => bar.finish)));
  const step = (id, label, to, key) => element("button", { type: "button", id, disabled: to === null, title: key, click: () => go({ i: to, ...(cell && { cell }) }) }, [label]);
  const both = clock(drill.schedules.map(({ chart }) => chart), until);
  const controls = element("p", { class: "controls" }, [
    step("previous", "\u2190 smaller ratio", previous, "["), step("next", "larger ratio \u2192", next, "]"),
    element("span", {}, [rank === null ? "not among the instances of this view" : `instance ${whole(rank)} of ${whole(count)} by ratio`]), ...both.controls, close]);
  const schedules = drill.schedules.flatMap((schedule, i) => [
    element("h3", {}, [named(schedule.strategy, campaign), `: ${short(schedule.chart.makespan)} s`]), both.places[i]]);
  const details = drill.schedules.flatMap((schedule) => [element("h3", {}, [named(schedule.strategy, campaign)]), ...summary(schedule.chart), element("p", {}, [element("code", {}, [schedule.command]), " ", copying(() => schedule.command)]), task_table(schedule.chart)]);
  const first = drill.schedules[0];
  sheet.replaceChildren(element("h2", {}, [`Instance ${instance}`]), element("p", { class: "hint" }, [first.chart.subtitle]), controls, ...difference(drill.schedules, campaign), ...schedules,
                        element("p", { class: "hint" }, [`Simulated again, equal to the stored results to the last bit. ${first.chart.applications.length > 1 ? "A colour for each application; dark outlines: tasks" : "Dashed: as predicted. Orange: tasks and transfers"} that lead to the last finish. Point at a task to see it in both, with its transfers; drag over a chart to zoom both, double click: all.`]),
                        ...restart_strip(restarts, instance), ...realizations(drill.schedules, realization === undefined ? null : Number(realization)), ...application_table(drill.schedules), ...details,
                        ...(first.graph ? [element("h3", {}, [`Graph; orange: the critical tasks of ${first.strategy}`]), graph_picture(first.graph, first.chart)] : []));
  link_tasks(sheet);
}
