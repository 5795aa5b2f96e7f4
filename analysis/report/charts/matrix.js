// Pairs as a square, with a sign or a number in each cell.

// The strategies in the order of their places, if those are told, or by how often they are better minus how often worse.
function best_first(chart) {
  const has_places = chart.columns.includes("place") && chart.columns.includes("other_place");
  const keys = new Map();
  const add = (name, key) => keys.set(name, has_places ? (key ?? 0) : (keys.get(name) ?? 0) + (key ?? 0));
  for (const { x, y, better, place, other_place } of chart.rows) {
    add(x, has_places ? place : -better);
    add(y, has_places ? other_place : better);
  }
  return [...keys.keys()].sort((a, b) => keys.get(a) - keys.get(b) || by_value(a, b));
}

const names_channel = (field, title, domain, axis) => ({ field, type: "nominal", title, scale: { domain }, axis });

// The width of a column of cells, px: `asked`, or less where so many have no room next to the names of the rows.
function cell_step(chart, asked, columns, names) {
  return Math.max(6, Math.min(asked, (chart.look.width - 20 - names_beside(chart, names)) / columns));
}

// The sign in a cell says how its row does against its column. Both have the order of the ranking; rows have names, and columns
// their numbers, which have room at any width.
function matrix_chart(chart) {
  const names = best_first(chart), { colours } = chart.look;
  const told = tips(chart, { x: "strategy", y: "against", ratio: "ratio", ratio_low: "from", ratio_high: "to", wins: "wins", ties: "ties", losses: "losses",
                             holm_p: "p (Holm)", instances: "instances" });
  const color = { field: "balance", type: "nominal", legend: null, scale: { domain: [-1, 0, 1], range: [colours[1], "transparent", colours[0]] } };
  const rows = row_names(chart, names, true);
  const column_axis = { orient: "top", labelAngle: 0, labelExpr: labels_as(Object.fromEntries(names.map((name, i) => [name, String(i + 1)]))) };
  const category = names_channel("x", null, names, rows.axis);
  // Once as stored, once with the two strategies swapped.
  const layers = [["x", "y", "datum.better"], ["y", "x", "-datum.better"]].flatMap(([row, column, balance]) => {
    const transform = [{ calculate: balance, as: "balance" }, { calculate: "datum.balance > 0 ? '+' : datum.balance < 0 ? '\u2212' : '\u00b7'", as: "sign" }];
    const place = { y: { ...category, field: row }, x: names_channel(column, null, names, column_axis), tooltip: told };
    return [layer({ type: "rect", opacity: 0.55 }, { ...place, color }, { transform }),
            layer({ type: "text", fontSize: 13, baseline: "middle" }, { ...place, text: { field: "sign", type: "nominal" } }, { transform })];
  });
  return { layers: [...layers, ...rows.layers(category)], height: category_height(names.length), width: { step: cell_step(chart, 26, names.length, names) } };
}

// The names of rows and of columns: of a square the same ones in the order of the rows, also where one has only a row or a
// column.
function cell_names(chart) {
  const rows = chart.distinct("y"), columns = chart.distinct("x");
  const all = [...new Set([...rows, ...columns])];
  return all.length === rows.length + columns.length ? [rows, columns] : [all, all];
}

// Three digits at most, so that they fit into a cell.
const short_value = "datum.value < 9.995 ? format(datum.value, '.2f') : format(datum.value, datum.value < 999.5 ? '.0f' : '.2~s')";

// The larger its number, the darker a cell, from 1 on a logarithmic scale. Names keep the order of the data.
function heat_chart(chart) {
  const [rows, columns] = cell_names(chart);
  const place = { y: names_channel("y", axis_title(chart.y), rows, name_axis(rows)),
                  x: names_channel("x", axis_title(chart.x), columns, { ...name_axis(columns), labelAngle: -90, orient: "top" }) };
  const largest = Math.max(2, ...chart.distinct("value"));
  const fillOpacity = { field: "value", type: "quantitative", legend: null, scale: { type: "log", domain: [1, largest], range: [0.03, 0.75], clamp: true } };
  const besides = chart.columns.filter((column) => !["x", "y", "value"].includes(column)); // what else a row tells is read next to it
  place.tooltip = [...tip(chart, "y", chart.y.title), ...tip(chart, "x", chart.x.title), ...tip(chart, "value", "ratio"), ...besides.flatMap((column) => tip(chart, column, column))];
  const step = cell_step(chart, 40, columns.length, rows);
  const cells = layer({ type: "rect", color: chart.look.colours[1], cursor: "pointer" }, { ...place, fillOpacity }, { transform: drawable(["value"], true) });
  const numbers = step >= 24 && layer({ type: "text", fontSize: 10, baseline: "middle", cursor: "pointer" }, { ...place, text: { field: "short", type: "nominal" } },
                                      { transform: [...drawable(["value"], true), { calculate: short_value, as: "short" }] });
  return { layers: [cells, numbers], height: 24 * rows.length, width: { step } };
}
