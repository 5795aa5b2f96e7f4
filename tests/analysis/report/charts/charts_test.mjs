// node charts_test.mjs FOLDER KINDS: tests the scripts of analysis/report/charts/ without a browser and without Vega; KINDS, if
// given, are those that files of figures may have, "line, steps". Prints a line for each test that fails, and how many passed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const [folder, words] = process.argv.slice(2);
const scripts = fs.readdirSync(folder).filter((file) => file.endsWith(".js")).map((file) => fs.readFileSync(path.join(folder, file), "utf8")).join("");
const { axis_span, beside_chart, chart_of, kinds, label_places, label_sides, page_look, paper_look, part_of, picture, series_looks, specification, spread_labels } = new Function(
  `"use strict"; ${scripts}; return { axis_span, beside_chart, chart_of, kinds, label_places, label_sides, page_look, paper_look, part_of, picture, series_looks, specification, spread_labels };`)();

const tests = [];
const test = (name, run) => tests.push([name, run]);

const colours = ["#2050ce", "#de7906", "#438755", "#cc6ca2", "#229af1", "#a31800", "#663b86", "#344649"];

// What Palio hands over, of rows as texts for people: "x y series" and [[1, 2, "A"], ...].
function figure(kind, columns, rows, more = {}) {
  return { id: "id", title: "Title", says: "What it shows", kind, x: { title: "workers", log: false, one: false }, y: { title: "makespan (s)", log: false, one: false },
           panels: "shared", strategies: [], folded: 0, colours, columns: columns.split(" "), rows, ...more };
}

const log_y = { y: { title: "ratio", log: true, one: false } };
const curve = () => figure("line", "x y series", [[1, 2, "A"], [2, 3, "B"]]);
const drawn = (of, width) => specification(of, paper_look(of, width));
const layers = (of, width) => drawn(of, width).layer;
const types = (of, width) => layers(of, width).map(({ mark }) => mark.type).join(" ");
const named = (count, name = (i) => `S${i}`) => Array.from({ length: count }, (_, i) => [name(i), i]);

// --- spans and ticks --------------------------------------------------------------------------------------------------------

const span_of = (values, log) => axis_span(chart_of(figure("line", "x", values.map((value) => [value])), {}), ["x"], log);

test("a span leaves room for marks at both ends: 4 % of 100", () => {
  const span = axis_span(chart_of(figure("line", "x high", [[100, 200], [150, null]]), {}), ["x", "high"], false);
  assert.deepEqual([span.least, span.greatest, part_of(span, 150)], [96, 204, 0.5]);
});

test("a span does not go below zero for what is not", () => assert.equal(span_of([1, 100], false).least, 0));

// 1 to 100 is two decades: 10 is in the middle.
test("a logarithmic span is of what it can draw", () => {
  const span = span_of([-5, 1, 100], true);
  assert(Math.abs(part_of(span, 10) - 0.5) < 1e-12);
  assert(span.least < 1 && span.least > 0);
});

test("a span of one value has room, and of none is nothing", () => {
  const span = span_of([5], false);
  assert(span.least < 5 && span.greatest > 5 && span.of_one_value);
  assert.equal(span_of([null], false), null);
});

// With 4 % of room, from 0.887 to 1.319 in steps of 0.1, and from 0.855 to 58.5.
test("logarithmic axes have round ticks", () => {
  const ticks = (values) => layers(figure("bar", "x y", values.map((value, i) => [`S${i}`, value]), log_y)).find(({ mark }) => mark.type === "point").encoding.x.axis.values;
  assert.deepEqual(ticks([0.9, 1.3]), [0.9, 1, 1.1, 1.2, 1.3]);
  assert.deepEqual(ticks([1, 50]), [1, 2, 5, 10, 20, 50]);
  assert.deepEqual(ticks([1, 20000]), [1, 10, 100, 1000, 10000]);
});

test("ratios have a line at one, and an axis that shows it", () => {
  const of = figure("bar", "x y", [["A", 2], ["B", 3]], log_y);
  assert.equal(types(of), "point");
  of.y = { ...of.y, one: true };
  const [points, line] = layers(of);
  assert.deepEqual(line.encoding, { x: { datum: 1, type: "quantitative" } });
  assert.deepEqual(points.encoding.x.axis.values, [1, 1.5, 2, 2.5, 3]);
});

// Nobody runs on 1.5 workers.
test("whole numbers have no ticks between", () => {
  const axis = (of) => layers(of).at(-1).encoding.x.axis ?? layers(of)[0].encoding.x.axis;
  assert.deepEqual(axis(figure("line", "x y", [[1, 2], [2, 3]])), { tickMinStep: 1 });
  assert.equal(axis(figure("line", "x y", [[1.5, 2], [2, 3]])), undefined);
  assert.equal(axis(figure("line", "x y", [[1, 2], [2, 3]], { x: { title: "", log: true } })), undefined);
});

// --- names ------------------------------------------------------------------------------------------------------------------

const sides = (points, width, height, stretches) => label_sides(points, width, height, stretches).map((place) => label_places.indexOf(place));
const [right, left, above, below, right_above] = [0, 1, 2, 3, 4], nowhere = -1;

// Two points 20 px apart: the left one's name would cover the right one, the right one's has room to its right.
test("names stand where they cover nothing", () => assert.deepEqual(sides([{ name: "HCPA", x: 100, y: 50 }, { name: "M-HEFT", x: 120, y: 50 }], 400, 100), [left, right]));

// An interval to both sides of the point leaves room above or below it; one of both kinds only aside of both.
test("names keep clear of intervals", () => {
  const point = { name: "HCPA", x: 100, y: 50, left: 60, right: 140 };
  assert.deepEqual(sides([point], 400, 100), [above]);
  assert.deepEqual(sides([{ ...point, top: 20, bottom: 80 }], 400, 100), [right_above]);
});

// 6 px to the right there is another point's interval, before the name begins; twice as wide it would stand in the name.
test("names keep clear of intervals at every width", () => {
  const points = [{ name: "HCPA", x: 100, y: 50 }, { name: "B", x: 106, y: 90, top: 10 }];
  assert.equal(sides([points[0]], 400, 100)[0], right);
  assert.equal(sides(points, 400, 100)[0], right);
  assert.equal(sides(points, 400, 100, [1, 2])[0], left);
});

// At the right edge and half way up; in a corner of a chart that is too narrow for the name.
test("names stay within the chart", () => {
  assert.deepEqual(sides([{ name: "HCPA", x: 398, y: 50 }], 400, 100), [left]);
  assert.deepEqual(sides([{ name: "HCPA", x: 15, y: 2 }], 30, 100), [below]);
  assert.deepEqual(sides([{ name: "HCPA", x: 5, y: 2 }], 20, 100), [nowhere]);
});

// Four letters need 25.6 px: from 107 to 132.6.
test("letters are counted, not their bytes", () => assert.deepEqual(sides([{ name: "\u{1F40E}\u00e4\u00e4\u00e4", x: 100, y: 50 }], 133, 100), [right]));

test("labels that are spread keep their order and distance", () => {
  assert.deepEqual(spread_labels([50, 10, 51], 100), [50, 10, 62]);
  assert.deepEqual(spread_labels([100, 99], 100), [100, 88]); // pushed back from the end
});

// A name of 50 letters goes on after its last comma within 40.
test("long names are broken after commas", () => {
  const long = "Graphs:those of the first,second kinds,others";
  const spec = drawn(figure("bar", "x y", [[long, 1], ["Short, one", 2], ["x".repeat(50), 3]]));
  assert.equal(spec.layer[0].encoding.y.axis.labelExpr, `({"${long}":["Graphs:those of the first,second kinds,","others"]})[datum.label] || datum.label`);
  assert.equal(spec.height, 96); // three of 20 + 12 px
});

// Two columns of dots for the two values of placing, and texts for the three of threshold; the name of each row besides.
test("parameters of long names are columns", () => {
  const append = "Parametric:placing=append,threshold=0.5", insert = "Parametric:placing=insert,threshold=0.7";
  const [bars, dots, texts, headings, ...none] = layers(figure("bar", "x y", [[append, 1], [insert, 2], ["Parametric:threshold=0.9", 3], ["HEFT", 3]]));
  assert.equal(none.length, 0);
  assert.deepEqual(bars.encoding.y.axis, { labels: false, ticks: false });
  assert.deepEqual(headings.data.values.map(({ heading }) => heading), ["placing=append", "placing=insert", "threshold"]);
  assert.deepEqual(dots.data.values.filter(({ on }) => on), [{ x: append, at: -63.2, on: true }, { x: insert, at: -47.2, on: true }]);
  assert.deepEqual(texts.data.values.find(({ cell }) => cell === "HEFT"), { x: "HEFT", at: -145.2, cell: "HEFT" });
});

// A title of 69 letters is longer than the 300 px of its axis.
test("titles are in lines that fit along their axis", () => {
  const { title } = layers(figure("line", "x y", [[1, 2]], { y: { title: "mean of the maximum stretch / the smallest of the instance, all sites" } }))[0].encoding.y;
  assert(title.length > 1 && title.every((line) => line.length * 6.5 <= 300));
});

// --- looks of series --------------------------------------------------------------------------------------------------------

const looks = (series, strategies) => series_looks({ look: { colours }, strategies: new Map(strategies) }, series).map(({ colour, form }) => `${colour} ${form.shape}`);

test("series that are no strategies take the looks that these leave", () =>
  assert.deepEqual(looks(["other", "A", "more"], [["A", 0], ["B", 1]]), ["#de7906 circle", "#2050ce circle", "#438755 circle"]));

test("twenty strategies look different", () => assert.equal(new Set(looks(named(20).map(([name]) => name), named(20))).size, 20));

// Of 77 strategies the first 40 have looks of their own; the others share what is left in their figure.
test("no two in a figure look the same", () => assert.equal(new Set(looks(["S0", "S40", "S76", "S8"], named(77))).size, 4));

// Whichever of them a figure has: the first and the ninth share a colour of eight.
test("strategies look the same in every figure", () => {
  const both = figure("line", "x y series", [[1, 2, "S9"], [1, 3, "S1"]], { strategies: named(20) });
  const { color, strokeDash } = layers(both)[0].encoding;
  assert.deepEqual([color.scale, strokeDash.scale], [{ domain: ["S9", "S1"], range: ["#de7906", "#de7906"] }, { domain: ["S9", "S1"], range: [[6, 3], [1, 0]] }]);
  for (const [kind, columns, row] of [["line", "x y series", [1, 2, "S9"]], ["box", "x y low high least greatest", ["S9", 3, 2, 4, 1, 5]], ["bar", "x y", ["S9", 3]]])
    assert.deepEqual(layers(figure(kind, columns, [row], { strategies: named(20) }))[0].encoding.color.scale, { domain: ["S9"], range: ["#de7906"] }, kind);
});

// The ninth strategy has the colour of the first and a form of its own, also where it is a category.
test("points of strategies have their forms", () => {
  for (const kind of ["bar", "ranks"]) {
    const of = figure(kind, "x y groups critical_difference", [["S0", 1, "1", 1], ["S8", 2, "1", 1]], { ...log_y, strategies: named(9) });
    assert.deepEqual(layers(of).find(({ mark }) => mark.type === "point").encoding.shape.scale.range, ["circle", "square"], kind);
  }
});

// --- each kind --------------------------------------------------------------------------------------------------------------

test("a chart holds its data and its description", () => {
  const spec = drawn(curve());
  assert.equal(spec.description, "Title. What it shows");
  assert.deepEqual(spec.data.values, [{ x: 1, y: 2, series: "A" }, { x: 2, y: 3, series: "B" }]);
});

// The curves and their names; with intervals also the band; with values of the paper also the diamonds.
test("a line has a layer for what there is", () => {
  assert.equal(types(curve()), "line text");
  assert.equal(types(figure("line", "x y low high paper", [[1, 2, 1.5, 2.5, 2.1]])), "area line point");
  assert.equal(types(figure("line", "x y low high paper", [[1, 2, null, null, null]])), "line");
});

// An interval of two instances would else make a line of the curves: the axis is that of band_low and band_high.
test("bands do not rule the axis", () => {
  const of = figure("line", "x y low high", [[1, 2, -900, 900], [2, 3, 2.9, 3.1]]);
  const band = (more) => layers({ ...of, ...more })[0];
  const ends = (more) => band(more).transform.filter(({ calculate }) => calculate).map(({ calculate }) => calculate);
  assert.equal(ends()[0], "datum.least_y < datum.greatest_y ? max(datum.low, 1.5 * datum.least_y - 0.5 * datum.greatest_y) : datum.low");
  assert.equal(ends(log_y)[1], "datum.least_y < datum.greatest_y ? min(datum.high, datum.greatest_y * sqrt(datum.greatest_y / datum.least_y)) : datum.high");
  assert.deepEqual([band().encoding.y.field, band().encoding.y2.field], ["band_low", "band_high"]);
  // 0.5 beyond 2 to 3, with the room of the values.
  const { domain } = layers(of)[1].encoding.y.scale;
  assert(Math.abs(domain[0] - (1.96 - 0.54)) < 1e-9 && Math.abs(domain[1] - (3.04 + 0.54)) < 1e-9, String(domain));
  assert.equal(beside_chart(of, paper_look(of)).note, "Bands end half as far beyond the curves as these span.");
});

// Vega-Lite adds the panel to the groups of a transform, and fails where it has none.
test("bands of panels have groups", () => {
  const of = figure("line", "panel x y low high", [["a", 1, 2, 1, 3], ["b", 1, 2, 1, 3]]);
  assert.deepEqual(drawn(of).spec.layer[0].transform[1].groupby, []);
  assert.deepEqual(drawn({ ...of, panels: "independent" }).spec.layer[0].transform[1].groupby, ["panel"]);
});

test("what the diamonds are is told", () => {
  assert.equal(drawn(curve()).title, undefined);
  assert.equal(drawn(figure("line", "x y paper", [[1, 2, 2.1]])).title.text, "Hollow diamonds: the paper's values");
});

// Holding each of 30,000 values against all before it would take seconds.
test("many points cost little each", () => {
  const of = figure("line", "x y series", Array.from({ length: 30000 }, (_, i) => [i, i, "A"]));
  const { user } = process.cpuUsage();
  assert.equal(layers(of)[0].encoding.x.type, "quantitative");
  assert(process.cpuUsage().user - user < 2e6);
});

// Numbers among texts are names, too.
test("a column with a text is of categories", () => assert.equal(layers(figure("line", "x y", [[1, 2], [null, 3], ["all", 4]]))[0].encoding.x.type, "nominal"));

test("steps are steps", () => assert.equal(layers({ ...curve(), kind: "steps" })[0].mark.interpolate, "step-after"));

// A logarithm needs positive numbers: what is not stays in the table and is not drawn.
test("a logarithmic axis leaves out what is not positive", () => {
  assert.deepEqual(layers(curve())[0].transform, [{ filter: "isValid(datum.y)" }]);
  assert.deepEqual(layers({ ...curve(), ...log_y })[0].transform, [{ filter: "isValid(datum.y) && datum.y > 0" }]);
});

// A bar has no foot on a logarithmic scale.
test("bars become points on a logarithmic scale", () => {
  const of = figure("bar", "x y low high", [["A", 2, 1, 3]]);
  assert.equal(types(of), "bar rule");
  assert.equal(types({ ...of, ...log_y }), "rule point");
});

// Twenty pixels for each of three categories, in the order of the rows.
test("boxes lie below each other", () => {
  const spec = drawn(figure("box", "x y low high least greatest", ["C", "A", "B"].map((name) => [name, 3, 2, 4, 1, 5])));
  assert.deepEqual([spec.layer.map(({ mark }) => mark.type), spec.height, spec.layer[0].encoding.y.sort], [["rule", "bar", "tick"], 60, null]);
});

// The plan is told of above the chart.
test("strips have a tick for each value and a diamond for the plan", () => {
  const spec = drawn(figure("strip", "x y planned", [["A", 3, 2], ["A", 3.5, null], ["B", 4, 2]]));
  assert.deepEqual([spec.layer.map(({ mark }) => mark.shape ?? mark.type), spec.title.text, spec.height], [["tick", "diamond"], "Hollow diamonds: what was planned", 40]);
  assert.equal(types(figure("strip", "x y", [["A", 3], ["B", 4]])), "tick");
});

test("many curves have a panel each with all others behind", () => {
  const of = (count) => figure("steps", "x y series", named(count).map(([name]) => [1, 2, name]));
  assert.equal(drawn(of(8)).facet, undefined);
  const spec = drawn(of(9));
  assert.equal(spec.facet.field, "series");
  assert.equal(spec.spec.layer.length, 2);
  assert.equal(spec.spec.layer[0].data.values.length, 18); // all nine curves are one path, with a gap after each
});

// 4 % of 1 to 3 and of 4 to 6 is 0.08.
test("points of a scatter chart have intervals both ways", () => {
  const [high, wide, points, name] = layers(figure("scatter", "x x_low x_high y low high series", [[2, 1, 3, 5, 4, 6, "A"]]));
  assert.deepEqual([high.encoding.y2, wide.encoding.x2, name.mark.type], [{ field: "high" }, { field: "x_high" }, "text"]);
  assert.deepEqual([points.encoding.x.scale.domain, points.encoding.y.scale.domain], [[0.92, 3.08], [3.92, 6.08]]);
});

test("scatter charts mark the front", () => {
  assert.equal(types(figure("scatter", "x y series front", [[1, 2, "A", 1]])), "line point text");
  assert.equal(types(figure("scatter", "x y series front", [[1, 2, "A", 1]]), 420), "line point"); // of a phone
});

const four_ranks = () => figure("ranks", "x y groups critical_difference", [["A", 1, "1", 1.5], ["B", 2, "1 2", 1.5], ["C", 3, "2", 1.5], ["D", 4, "3", 1.5]]);

// Ranks 1 to 4 with a critical difference of 1.5: A and B cannot be told apart, nor B and C; D stands alone. The better half at
// the left from the top, the others at the right from the top: 56 + 2 bars of 7 + 10 px down, then 18 px further for each.
test("ranks of few are a diagram", () => {
  const all = layers(four_ranks()), rows = (i) => all[i].data.values;
  assert.deepEqual([...rows(0), ...rows(4)].map(({ x, down }) => [x, down]), [["A", 80], ["B", 98], ["C", 98], ["D", 80]]);
  assert.deepEqual(all.at(-1).data.values, [{ from: 1, to: 2, down: 56 }, { from: 2, to: 3, down: 63 }]);
  assert.deepEqual(all[8].data.values, [{ from: 1, to: 2.5 }]);
  assert.equal(all[9].mark.text, "critical difference: 1.50");
});

// Where there is no room for axis and names, 160 + 28 + 2 letters, and where there are many, names stand below each other.
test("bars join ranks that cannot be told apart", () => {
  const [scale, bars] = layers(four_ranks(), 200);
  assert.deepEqual(bars.data.values.map(({ x, last }) => [x, last]), [["A", "B"], ["B", "C"]]);
  assert.deepEqual(scale.data.values, [{ x: "critical difference: 1.50", from: 1, to: 2.5 }]);
  assert.equal(layers(four_ranks(), 201).length, 11);
  const many = figure("ranks", "x y groups critical_difference", named(16).map(([name], i) => [name, i + 1, "", 1.5]));
  assert.equal(layers(many)[0].encoding.y.field, "x");
});

const pair_order = (columns, rows) => layers(figure("matrix", columns, rows))[0].encoding.y.scale.domain;

// B is better than A, C than both: C, B, A. The places count more than who wins more often.
test("pairs stand in a square, the best first", () => {
  const rows = [["A", "B", -1], ["A", "C", -1], ["C", "B", 1]];
  assert.deepEqual(pair_order("x y better", rows), ["C", "B", "A"]);
  assert.equal(types(figure("matrix", "x y better", rows)), "rect text rect text"); // as stored and turned round
  assert.deepEqual(pair_order("x y better place other_place", [["A", "B", 1, 2, 1]]), ["B", "A"]);
  const { x, y } = layers(figure("matrix", "x y better place other_place", [["A", "B", 1, 2, 1]]))[0].encoding;
  assert.deepEqual([x.axis.labelExpr, y.axis.labelExpr], ['({"B":"1","A":"2"})[datum.label] || datum.label', '({"B":"1  B","A":"2  A"})[datum.label] || datum.label']);
});

// Rows in their order, with B below them, which is a column only; from 1 to the largest value.
test("cells of a heat map hold numbers where they have room", () => {
  const of = figure("heat", "x y value restart", [["A", "C", 8, 3], ["B", "A", 4, 1]]);
  const [cells] = layers(of);
  assert.deepEqual([cells.encoding.y.scale.domain, cells.encoding.fillOpacity.scale.domain], [["C", "A", "B"], [1, 8]]);
  assert.deepEqual(cells.encoding.tooltip.at(-1), { field: "restart", title: "restart", type: "quantitative", format: ".5~g" }); // what else a row tells
  assert.equal(types(of), "rect text");
  assert.equal(types(of, 90), "rect"); // (90 - 20 - 6.5) / 3 px are less than 24
});

// Curves between the two sides, in one chart however many there are, and their names: 12 px each.
test("slopes say how much of the order stays", () => {
  const sides_of = (tau) => figure("slope", "x y series tau", named(30).flatMap(([name], i) => ["before", "after"].map((side) => [side, 1 + i, name, tau])));
  const spec = drawn(sides_of(-0.25));
  assert.deepEqual([spec.layer.length, spec.title.text, spec.height], [2, "Kendall's tau of both orders: -0.25", 360]);
  assert.equal(drawn(sides_of(null)).title, undefined);
});

// --- panels, widths, pages --------------------------------------------------------------------------------------------------

test("panels keep the order of the rows", () => {
  const of = figure("line", "x y panel", [[1, 2, "z"], [1, 2, "a"]]);
  assert.deepEqual([drawn(of).facet.sort, drawn(of).resolve], [["z", "a"], undefined]);
  assert.deepEqual(drawn({ ...of, panels: "independent" }).resolve, { scale: { y: "independent" } });
});

// Each panel has its own two names of four.
test("panels have their own names", () => {
  const of = (names) => figure("bar", "panel x y", names.map((name, i) => [i < 2 ? "1" : "2", name, 1]));
  assert.deepEqual([drawn(of(["a", "b", "c", "d"])).resolve, drawn(of(["a", "b", "c", "d"])).spec.height], [{ scale: { y: "independent", yOffset: "independent" } }, 40]);
  assert.equal(drawn(of(["a", "b", "a", "b"])).resolve, undefined);
});

test("panels go side by side where there is room", () => {
  const of = figure("line", "x y panel", [[1, 2, "z"], [1, 2, "a"]]);
  const on_page = (width) => specification(of, page_look(of, width));
  assert.deepEqual([640, 420].map((width) => [on_page(width).columns, on_page(width).spec.width]), [[2, 260], [1, 325]]); // (640 - 70) / 2 - 25
  assert.deepEqual([drawn(of, 343).columns, drawn(of, 343).spec.width], [2, 280]);
});

test("names at curves give way to the legend on a phone", () => {
  assert.equal(types(curve(), 480), "line text");
  assert.equal(types(curve(), 479), "line");
  const long = figure("line", "x y series", [[1, 2, "A".repeat(40)], [2, 3, "B".repeat(40)]]); // 266 px
  assert.equal(types(long, 640), "line");
  assert.equal(types(long, 700), "line text");
});

// A file has a legend of Vega's, a page its own, and what is chosen there is brought out.
test("a page brings out what is chosen", () => {
  const on_page = specification(curve(), page_look(curve(), 640));
  assert.deepEqual(on_page.params, [{ name: "chosen", value: [] }]);
  const [line, names] = on_page.layer;
  assert.deepEqual(line.encoding.color.scale.range, ["var(--series-0)", "var(--series-1)"]);
  assert.deepEqual([line.encoding.color.legend, line.encoding.opacity.value], [null, 0.1]);
  assert.equal(line.encoding.opacity.condition.test, "length(chosen) === 0 || indexof(chosen, '' + datum[\"series\"]) >= 0");
  assert.equal(names.mark.stroke, "var(--paper)");
  assert.deepEqual([layers(curve())[0].encoding.color.legend, layers(curve())[0].encoding.opacity], [{ symbolOpacity: 1 }, undefined]);
});

test("a legend shows each series as its chart does", () => {
  const legend = (of) => beside_chart(of, page_look(of, 640)).legend.map(({ name, sign, dashes }) => `${name} ${dashes ?? sign}`);
  const strategies = named(9), two = (kind) => figure(kind, "x y series", [[1, 2, "S0"], [2, 3, "S8"]], { strategies });
  assert.deepEqual(legend(two("line")), ["S0 1,0", "S8 6,3"]);
  assert.deepEqual(legend(two("scatter")), ["S0 \u25cf", "S8 \u25a0"]);
  assert.deepEqual(legend(two("bar")), ["S0 \u25cf", "S8 \u25cf"]); // bars have colours alone
  assert.deepEqual(legend(figure("bar", "x y", [["S0", 1], ["S8", 2]], { strategies })), []); // their names are at the left
});

// A column of 88 mm with labels of 8 pt, which have 11 px in the theme: 88 / 25.4 * 72 * 11 / 8 = 343 px.
test("a picture is as wide as asked for", async () => {
  const widths = [];
  const svg_of = async (spec) => { widths.push(spec.width); return `<svg width="9" height="9" viewBox="0 0 ${spec.width + 60} 100">`; }; // axes take 60 px
  const svg = await picture(curve(), { millimetres: 88, size_pt: 8 }, svg_of);
  assert.match(svg, /^<svg width="88mm" height="25\.\d+mm" viewBox="0 0 342\.9/);
  assert.equal(widths.length, 2);
});

if (words) test("every kind of figure is drawn", () => assert.deepEqual(Object.keys(kinds), words.split(", ")));

let failures = 0;
for (const [name, run] of tests)
  try {
    await run();
  } catch (error) {
    ++failures;
    console.log(`${name}: ${error.message}`);
  }
console.log(`${tests.length - failures} of ${tests.length} passed`);
process.exitCode = failures ? 1 : 0;
