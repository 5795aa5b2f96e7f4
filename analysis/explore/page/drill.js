// An instance with both strategies: their schedules on one time axis, what each task waited for, and the graph.
import { go } from "/explore.js";
import { ask, counted, drawn, element, ratio_text, short, whole } from "/parts.js";

const width = 1200, left = 110, right = 12;

// A number of round steps up to `most`.
function ticks(most) {
  const rough = most / 8, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((size) => size >= rough);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
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

// Rows get thinner where there are many, so that both schedules fit on a screen; a name that would cover another is left out.
function gantt(chart, until) {
  const rows = chart.groups.reduce((sum, group) => sum + group.rows, 0);
  const high = Math.min(18, 220 / rows), top = 6;
  const x = (date) => left + (date / until) * (width - left - right);
  const y = (row) => top + row * high;
  const height = top + rows * high + 22;
  const parts = [];
  for (const date of ticks(until))
    parts.push(drawn("line", { class: "grid", x1: x(date), x2: x(date), y1: top, y2: top + rows * high }),
               drawn("text", { x: x(date), y: height - 7, "text-anchor": "middle" }, [`${short(date)} s`]));
  let first = 0, named = -Infinity;
  for (const group of chart.groups) {
    const middle = y(first + group.rows / 2);
    if (middle - named >= 11) {
      parts.push(drawn("text", { x: left - 6, y: middle + 4, "text-anchor": "end" }, [group.name]));
      named = middle;
    }
    parts.push(drawn("line", { class: "grid", x1: left, x2: width, y1: y(first + group.rows), y2: y(first + group.rows) }));
    first += group.rows;
  }
  const bars = chart.bars.filter((bar) => !bar.planned).flatMap((bar) => bar.rows.map(([from, count]) => {
    const critical = chart.colours.length > 0 && bar.colour === 0;
    const rect = drawn("rect", { class: `bar ${bar.kind}${critical ? " critical" : ""}`, x: x(bar.start), y: y(from), width: Math.max(0.4, x(bar.finish) - x(bar.start)),
                                 height: Math.max(1.5, count * high - Math.min(0.5, high / 4)) }, [drawn("title", {}, [bar_title(chart, bar)])]);
    rect.dataset.task = `${bar.application} ${bar.label}`;
    rect.dataset.application = bar.application;
    return rect;
  }));
  const links = chart.links.map((link) => drawn("path", { class: link.leads ? "message critical" : "message", d: `M${x(link.start)} ${y(link.from + 0.5)}L${x(link.finish)} ${y(link.to + 0.5)}` }, [drawn("title", {}, [link.label])]));
  return drawn("svg", { class: high < 3 ? "gantt thin" : "gantt", viewBox: `0 0 ${width} ${height}`, width: "100%", role: "img", "aria-label": `Schedule of ${chart.title}: makespan ${short(chart.makespan)} s` },
               [...parts, ...bars, ...links]);
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

let last_instance = null;

export async function show_drill({ place, campaign, view, question, instance, realization, signal }) {
  place.hidden = false;
  place.replaceChildren(element("p", { class: "hint" }, ["Replaying both schedules\u2026"]));
  const around = ask("neighbours", { ...question, i: instance }, signal);
  const asked = { m: view.metric, i: instance, a: view.a, b: view.b, ...(realization !== undefined && { r: realization }) };
  let drill;
  try {
    drill = await ask("drill", asked, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    place.replaceChildren(element("p", { class: "note", role: "alert" }, [error.message]));
    return;
  }
  const { previous, next, place: rank, count } = await around;
  const restarts = campaign.searched ? await ask("restarts", question, signal) : [];
  const until = Math.max(...drill.schedules.flatMap(({ chart }) => chart.bars.map((bar) => bar.finish)));
  const step = (id, label, to, key) => element("button", { type: "button", id, disabled: to === null, title: key, click: () => go({ i: to }) }, [label]);
  const controls = element("p", { class: "controls" }, [
    step("previous", "\u2190 smaller ratio", previous, "["), step("next", "larger ratio \u2192", next, "]"),
    element("span", {}, [rank === null ? "not among the instances of this view" : `instance ${whole(rank)} of ${whole(count)} by ratio`]),
    element("button", { type: "button", click: () => go({ i: null }) }, ["Close"])]);
  const schedules = drill.schedules.flatMap((schedule) => [
    element("h3", {}, [element("bdi", {}, [schedule.strategy]), `: ${short(schedule.chart.makespan)} s`]), ...summary(schedule.chart),
    element("div", { class: "wide", tabindex: "0" }, [gantt(schedule.chart, until)]), element("p", {}, [element("code", {}, [schedule.command])]), task_table(schedule.chart)]);
  const first = drill.schedules[0];
  place.replaceChildren(element("h2", {}, [`Instance ${instance}`]), element("p", { class: "hint" }, [first.chart.subtitle]), controls,
                        ...restart_strip(restarts, instance), ...realizations(drill.schedules, realization === undefined ? null : Number(realization)),
                        element("p", { class: "hint" }, ["Both were simulated again and equal the stored results to the last bit. Lines: transfers, from the first processor of the sender to that of the receiver. Point at a task to see it in both."]), ...schedules, ...application_table(drill.schedules),
                        ...(first.graph ? [element("h3", {}, [`Graph; orange: the critical tasks of ${first.strategy}`]), graph_picture(first.graph, first.chart)] : []));
  link_tasks(place);
  if (instance !== last_instance) place.scrollIntoView({ block: "start" });
  last_instance = instance;
}
