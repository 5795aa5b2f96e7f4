// Pieces of Vega-Lite specifications that several kinds of charts are made of. What a figure does not need is null or undefined.

// A layer with the chart's rows, or `rows` of its own.
const layer = (mark, encoding, { transform, rows } = {}) => ({ data: rows && { values: rows }, transform, mark, encoding });

// Transforms that keep the rows in which these columns can be drawn on the scale.
const drawable = (columns, log) => [{ filter: columns.map((column) => `isValid(datum.${column})${log ? ` && datum.${column} > 0` : ""}`).join(" && ") }];

// The forms that tell apart what shares a colour: of a point, of a curve, of a mark in a text.
const forms = [
  { shape: "circle", dashes: [1, 0], sign: "\u25cf" },
  { shape: "square", dashes: [6, 3], sign: "\u25a0" },
  { shape: "triangle-up", dashes: [2, 2], sign: "\u25b2" },
  { shape: "triangle-down", dashes: [8, 2, 2, 2], sign: "\u25bc" },
  { shape: "cross", dashes: [12, 3], sign: "\u271a" },
];

// The looks of series, { colour, form }. Strategies of the campaign look the same everywhere; others get the looks that are left.
function series_looks(chart, series) {
  const { colours } = chart.look;
  const own = (name) => { const place = chart.strategies.get(name); return place < colours.length * forms.length ? place : undefined; };
  const taken = new Set(series.map(own));
  let next = 0;
  return series.map((name) => {
    let place = own(name);
    if (place === undefined) {
      while (taken.has(next)) ++next;
      place = next++;
    }
    return { colour: colours[place % colours.length], form: forms[Math.floor(place / colours.length) % forms.length] };
  });
}

const series_channel = (field, domain, range, legend) => ({ field, type: "nominal", title: null, scale: { domain, range }, legend });

// The colour of the values of a column, with a legend if there are several series; a single colour without any.
function series_colour(chart, column = "series", has_legend = true) {
  const series = chart.distinct(column);
  if (!series.length) return { value: chart.look.colours[0] };
  const range = series_looks(chart, series).map(({ colour }) => colour);
  return series_channel(column, series, range, has_legend && !chart.look.page && series.length > 1 ? { symbolOpacity: 1 } : null);
}

// What tells apart what shares a colour: "dashes" or "shape".
function series_form(chart, what, column = "series", has_legend = true) {
  const series = chart.distinct(column), looks = series_looks(chart, series);
  if (looks.every(({ form }) => form === forms[0])) return undefined;
  return series_channel(column, series, looks.map(({ form }) => form[what]), has_legend && !chart.look.page ? undefined : null);
}

// Of bars, boxes and points next to names: the looks of their series, or of the strategies named there.
const strategies_are_categories = (chart) => !chart.has("series") && chart.distinct("x").some((name) => chart.strategies.has(name));
const category_colour = (chart) => (strategies_are_categories(chart) ? series_colour(chart, "x", false) : series_colour(chart));
const category_shape = (chart) => (strategies_are_categories(chart) ? series_form(chart, "shape", "x", false) : series_form(chart, "shape"));

// A line of a tooltip: a column, its title; none if there are no values.
function tip(chart, column, title) {
  if (!chart.has(column)) return [];
  return chart.has_texts(column) ? [{ field: column, title, type: "nominal" }] : [{ field: column, title, type: "quantitative", format: ".5~g" }];
}

const tips = (chart, lines) => Object.entries(lines).flatMap(([column, title]) => tip(chart, column, title));

const tooltip = (chart) => tips(chart, { series: "series", x: chart.x.title || "x", x_low: "from", x_high: "to", y: chart.y.title || "y", low: "from", high: "to",
                                         least: "least", greatest: "greatest", paper: "the paper", instances: "instances" });

// The paper's values as hollow diamonds; none if the figure has none.
function paper_layer(chart, x, y) {
  return chart.has("paper") && layer({ type: "point", shape: "diamond", filled: false, size: 70, strokeWidth: 1.6 },
                                     { x, y, color: series_colour(chart), tooltip: tooltip(chart) }, { transform: drawable(["paper"], chart.y.log) });
}

// The names of series at their ends, in a column right of the plot.
function end_names(chart, rows) {
  return layer({ type: "text", align: "left", baseline: "middle", dx: 7, limit: 400 },
               { x: { value: "width" }, y: place_in("place"), text: { field: "series", type: "nominal" }, color: series_colour(chart) }, { rows });
}
