// Mean ranks with the critical difference: up to 15 strategies as in Demsar's diagram (JMLR 7, 2006, Figure 1) with names at
// both sides, more of them, or where that is too wide, below each other, the best first. Bars join what differs by less than
// the critical difference.

// The groups of two or more rows, which begin with the best: the places of their first and last ones.
function rank_groups(rows) {
  const groups = new Map();
  rows.forEach(({ groups: numbers }, row) => {
    for (const number of name_text(numbers).split(" ").filter((word) => word)) groups.set(number, { first: groups.get(number)?.first ?? row, last: row });
  });
  return [...groups.values()].filter(({ first, last }) => last > first).sort((a, b) => a.first - b.first);
}

const difference_text = (difference) => `critical difference: ${difference.toFixed(2)}`;

const rank_channel = (chart, field, domain, axis) => ({ field, type: "quantitative", title: chart.x.title || "mean rank", axis, scale: { domain, nice: false } });

const rank_points = (chart, x, y, rows) =>
  layer({ type: "point", filled: true, size: 80, opacity: 1 },
        { y, x, color: category_colour(chart), shape: category_shape(chart), tooltip: tips(chart, { x: "strategy", y: "mean rank", groups: "groups", instances: "instances" }) },
        { transform: drawable(["y"], false), rows });

// Heights in the diagram, px from its top.
const heights = { difference: 18, axis: 48, first_lane: 56, lane: 7, row: 18 };

// The line of each strategy: on the left the better half, the best on top; on the right the others.
function rank_lines(chart, groups) {
  const half = Math.ceil(chart.rows.length / 2), first = heights.first_lane + heights.lane * groups.length + 10;
  return chart.rows.map((row, i) => ({ ...row, x: name_text(row.x), left: i < half, down: first + heights.row * (i < half ? i : chart.rows.length - 1 - i) }));
}

// A line from the axis down and to the side for each strategy, its mark and its name at the end.
function side_layers(chart, lines, left, rank) {
  const rows = lines.filter((line) => line.left === left), rule = { type: "rule", opacity: 0.6 };
  const side = { value: left ? 0 : "width" }, y = place_in("down");
  return [layer(rule, { x: rank, y: { value: heights.axis }, y2: y }, { rows }), layer(rule, { x: rank, x2: side, y }, { rows }), rank_points(chart, side, y, rows),
          layer({ type: "text", align: left ? "right" : "left", dx: left ? -9 : 9, limit: 400, style: "column" }, { x: side, y, text: { field: "x", type: "nominal" } }, { rows })];
}

function ranks_diagram(chart, groups, difference) {
  const lines = rank_lines(chart, groups);
  const greatest = Math.max(Math.ceil(Math.max(chart.rows.at(-1).y, 1 + difference)), chart.folded ? 0 : lines.length);
  const axis = { orient: "top", title: null, offset: -heights.axis, grid: false, tickMinStep: 1 };
  const rank = (field) => rank_channel(chart, field, [1, greatest], axis);
  const scale = [{ from: 1, to: 1 + difference }];
  const joined = groups.map(({ first, last }, i) => ({ from: chart.rows[first].y, to: chart.rows[last].y, down: heights.first_lane + heights.lane * i }));
  return {
    layers: [
      ...[true, false].flatMap((left) => side_layers(chart, lines, left, rank("y"))),
      layer({ type: "rule", strokeWidth: 3 }, { x: rank("from"), x2: { field: "to" }, y: { value: heights.difference } }, { rows: scale }),
      layer({ type: "text", align: "left", baseline: "top", text: difference_text(difference), style: "column" }, { x: rank("from"), y: { value: 0 } }, { rows: scale }),
      joined.length && layer({ type: "rule", strokeWidth: 4, opacity: 0.7 }, { x: rank("from"), x2: { field: "to" }, y: place_in("down") }, { rows: joined }),
    ],
    height: Math.max(...lines.map(({ down }) => down)) + 8,
  };
}

// 1 and the multiples of a round step, at most ten.
function rank_ticks(last) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => last / size <= 10) ?? last;
  const ticks = [1];
  for (let tick = step > 1 ? step : 2; tick <= last; tick += step) ticks.push(tick);
  return ticks;
}

// Bars of the groups stand beyond the greatest rank, where the axis has no ticks.
function ranks_list(chart, groups, difference) {
  const last = Math.max(1 + difference, ...chart.rows.map(({ y }) => y)), lane = 0.045 * (last - 1);
  const names = chart.rows.map(({ x }) => name_text(x)), told = difference_text(difference);
  const row_labels = row_names(chart, names);
  const rank = (field) => rank_channel(chart, field, [1 - lane, last + lane * (groups.length + 2)], { values: rank_ticks(last) });
  const y = { field: "x", type: "nominal", title: null, sort: null, axis: { ...row_labels.axis, grid: true }, scale: { domain: [told, ...names] } };
  const joined = groups.map((group, i) => ({ x: names[group.first], last: names[group.last], lane: last + lane * (i + 1.5) }));
  return {
    layers: [
      layer({ type: "rule", strokeWidth: 3 }, { y, x: rank("from"), x2: { field: "to" } }, { rows: [{ x: told, from: 1, to: 1 + difference }] }),
      layer({ type: "rule", strokeWidth: 4, opacity: 0.7 }, { y, y2: { field: "last" }, x: rank("lane") }, { rows: joined }),
      rank_points(chart, rank("y"), y), ...row_labels.layers(y),
      // The name of the scale where names are columns.
      row_labels.columns && layer({ type: "text", align: "left", dy: -9, style: "column" }, { y, x: { value: 4 }, text: { value: told } }, { rows: [{ x: told }] }),
    ],
    height: row_labels.height(names.length + 1),
  };
}

function ranks_chart(chart) {
  const groups = rank_groups(chart.rows), difference = chart.rows[0].critical_difference ?? 0;
  const half = Math.ceil(chart.rows.length / 2), names = chart.rows.map(({ x }) => x);
  const least_width = 160 + 28 + letter_width * (longest(names.slice(0, half)) + longest(names.slice(half))); // px, of axis, marks and names
  const fits = names.length <= 15 && longest(names) <= 24 && chart.look.width >= Math.round(least_width);
  return (fits ? ranks_diagram : ranks_list)(chart, groups, difference);
}
