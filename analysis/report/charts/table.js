// What is handed over of a figure, made ready for drawing. Its axes are { title, log, one }; of ratios a line marks 1.

// A figure and how it is to look:
// - width: px that the whole picture has
// - plot: width of the plot alone, px, or "container"
// - colours: of series; ink, faint: of text and lines; font: family, or none for the system's
// - page: whether it stands on a page, which has its own legend and brings out what the reader chooses
function chart_of(figure, look) {
  const rows = figure.rows.map((values) => Object.fromEntries(figure.columns.map((column, i) => [column, values[i]])));
  const known = new Map();
  const once = (what, column, make) => {
    const key = `${what} ${column}`;
    if (!known.has(key)) known.set(key, make(rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)));
    return known.get(key);
  };
  return {
    ...figure, rows, look,
    strategies: new Map(figure.strategies),
    has: (column) => once("has", column, (values) => values.length > 0),
    has_texts: (column) => once("texts", column, (values) => values.some((value) => typeof value === "string")),
    distinct: (column) => once("distinct", column, (values) => [...new Set(values)]),
  };
}

const name_text = (value) => (value === null || value === undefined ? "" : String(value));

// Numbers before texts.
const by_value = (a, b) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1);

const longest = (names) => Math.max(0, ...names.map((name) => [...name_text(name)].length));

// The most names that a panel has, or the chart without panels.
function names_of_a_panel(chart) {
  const names = new Map();
  for (const { x, panel } of chart.rows) {
    if (!names.has(panel)) names.set(panel, new Set());
    names.get(panel).add(x);
  }
  return Math.max(0, ...[...names.values()].map((of_panel) => of_panel.size));
}
