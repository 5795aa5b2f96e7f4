// node panel_figures_test.mjs FOLDER: tests the figures of the panels in analysis/explore/page without a browser.
import assert from "node:assert/strict";
import fs from "node:fs";

const files = ["parts", "strategies", "turns", "cells", "instances"].map((name) => `{${fs.readFileSync(`${process.argv[2]}/${name}.js`, "utf8")}}`);
const names = ["strategies_figure", "turn_figure", "cells_figure", "instances_figure"];
// As one script: what a file exports is known to all, the rest to itself.
const shared = files.join("\n").replace(/^import .*$/gm, "").replace(/^export (async )?function (\w+)/gm, "shared.$2 = $2; $1function $2").replace(/^export const (\w+) =/gm, "const $1 = shared.$1 =");
const window = { matchMedia: () => ({ addEventListener() {} }) };
const { strategies_figure, turn_figure, cells_figure, instances_figure } = new Function("window", `const shared = {}; with (shared) { ${shared} } return { ${names.map((name) => `${name}: shared.${name}`)} };`)(window);

// Instances, ratio, low, high, wins, ties, losses.
const half = [1, 0.5, null, null, 1, 0, 0], equal = [1, 1, 0.9, 1.1, 0, 1, 0], none = [0, null, null, null, 0, 0, 0];
const campaign = { axes: [{ name: "tasks", levels: ["10", "20"], numbers: true }, { name: "family", levels: ["star", "mesh"], numbers: false }] };
const view = { metric: "max_stretch", unit: "s", better: "less", a: "A", b: "B", rows: "tasks", columns: null, cells: [[half], [equal]],
               instances: { points: [["p-w", 5, 10, 0.5]] }, strategies: [{ label: "B", behind: [1, 2, 1.9, 2.1, 0], note: "" }, { label: "C", behind: [0, null, null, null, 0], note: "ran none" }, { label: "A", behind: [1, 1, 1, 1, 1], note: "" }] };

// Curves over the numbers of an axis; points beside names, with a series for each row, and none for a cell without instances.
const curves = cells_figure(view, campaign);
assert.deepEqual([curves.kind, curves.x.title, curves.y], ["line", "tasks", { title: "maximum stretch of A / of B", log: true, one: true }]);
assert.deepEqual(curves.columns, ["x", "y", "low", "high", "instances", "wins", "ties", "losses"]);
assert.deepEqual(curves.rows, [[10, 0.5, null, null, 1, 1, 0, 0], [20, 1, 0.9, 1.1, 1, 0, 1, 0]]);
const bars = cells_figure({ ...view, columns: "family", cells: [[half, none], [none, equal]] }, campaign);
assert.deepEqual([bars.kind, bars.columns.slice(0, 2)], ["bar", ["x", "series"]]);
assert.deepEqual(bars.rows.map((row) => row.slice(0, 3)), [["star", "tasks 10", 0.5], ["mesh", "tasks 20", 1]]);
assert.deepEqual(cells_figure({ ...view, rows: null, cells: [[half]] }, campaign).rows[0].slice(0, 2), ["all", 0.5]);

// Few instances are points; of many the distribution is asked for.
const points = await instances_figure(view);
assert.deepEqual([points.kind, points.x.title, points.rows], ["scatter", "maximum stretch of B (s)", [[10, 0.5, 5, "p-w"]]]);
const steps = await instances_figure({ ...view, instances: { points: null } }, async () => [[0.5, 1]]);
assert.deepEqual([steps.kind, steps.x.one, steps.rows], ["steps", true, [[0.5, 1]]]);

// The best first, without those that ran on no instance; of 30 the best 15 and B.
assert.deepEqual(strategies_figure(view).rows.map(([label]) => label), ["A", "B"]);
assert.deepEqual(strategies_figure(view).rows[1], ["B", 2, 1.9, 2.1, 1]);
const many = Array.from({ length: 30 }, (_, i) => ({ label: i === 29 ? "B" : `S${i}`, behind: [1, 1 + i, null, null, 0], note: "" }));
const labels = strategies_figure({ ...view, strategies: many }).rows.map(([label]) => label);
assert.deepEqual([labels.length, labels[14], labels[15]], [16, "S14", "B"]);

// A curve over numbers, without levels that no instance has; bars beside names.
const turn = { name: "tasks", levels: [[3, 0.5, 0.4, 0.6, 0], [4, 2, null, null, 0]] };
const over = turn_figure(turn, campaign.axes[0], view);
assert.deepEqual([over.kind, over.rows], ["line", [[10, 0.5, 0.4, 0.6, 3], [20, 2, null, null, 4]]]);
assert.deepEqual(turn_figure({ ...turn, levels: [turn.levels[0], [0, null, null, null, 0]] }, campaign.axes[1], view).rows, [["star", 0.5, 0.4, 0.6, 3]]);
console.log("all passed");
