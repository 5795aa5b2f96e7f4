// Curves with their intervals as bands; steps for distributions; slopes for before and after.

const most_together = 8; // curves that can be followed in one chart; if there are more, each has its own panel
const most_drawn = 100_000; // points of curves that a page draws at once without a noticeable delay

// A curve with few points marks them; on one with many, marks would hide it.
function curve_mark(chart) {
  if (chart.kind === "steps") return { type: "line", interpolate: "step-after" };
  return chart.distinct("x").length <= 30 ? { type: "line", point: { size: 28, filled: true } } : { type: "line" };
}

// The ends of the band are at most half as far from the curves as these span: otherwise intervals of two or three instances
// would dominate the axis. Constant curves have no such measure.
function cut_band(chart) {
  const { log } = chart.y, panelled = chart.has("panel"); // Vega-Lite then adds to the groups, which must be there
  const cut = (limit, end, bound, as) => ({ calculate: `datum.least_y < datum.greatest_y ? ${limit}(datum.${end}, ${bound}) : datum.${end}`, as });
  return [
    ...drawable(["y"], log),
    { joinaggregate: [{ op: "min", field: "y", as: "least_y" }, { op: "max", field: "y", as: "greatest_y" }],
      groupby: panelled ? (chart.panels === "independent" ? ["panel"] : []) : undefined },
    ...drawable(["low", "high"], log),
    cut("max", "low", log ? "datum.least_y * sqrt(datum.least_y / datum.greatest_y)" : "1.5 * datum.least_y - 0.5 * datum.greatest_y", "band_low"),
    cut("min", "high", log ? "datum.greatest_y * sqrt(datum.greatest_y / datum.least_y)" : "1.5 * datum.greatest_y - 0.5 * datum.least_y", "band_high"),
  ];
}

function band(chart, x, has_legend) {
  return chart.has("low") && chart.has("high") &&
    layer({ type: "area", opacity: 0.18 }, { x, y: position(chart, "band_low", chart.y), y2: { field: "band_high" }, color: series_colour(chart, "series", has_legend) },
          { transform: cut_band(chart) });
}

// The whole y axis as drawn: curves, bands up to where they are cut, values of the paper.
function drawn_span(chart) {
  const { log } = chart.y;
  const curves = axis_span(chart, ["y", "paper"], log), span = axis_span(chart, ["y", "paper", "low", "high"], log);
  if (!curves || curves.least >= curves.greatest) return span;
  const half = log ? Math.sqrt(curves.greatest / curves.least) : (curves.greatest - curves.least) / 2;
  return { ...span, least: Math.max(span.least, log ? curves.least / half : curves.least - half),
           greatest: Math.min(span.greatest, log ? curves.greatest * half : curves.greatest + half) };
}

// Where the curves end on the right: [name, y], by name.
function curve_ends(chart) {
  const ends = new Map();
  const categories = chart.has_texts("x"); // then the last row is the end
  for (const row of chart.rows) {
    const x = categories ? 0 : row.x;
    if (name_text(row.series) === "" || typeof x !== "number" || typeof row.y !== "number" || (chart.y.log && row.y <= 0)) continue;
    if (!ends.has(row.series) || x >= ends.get(row.series).x) ends.set(row.series, { x, y: row.y });
  }
  return [...ends].map(([name, { y }]) => [name, y]).sort(([a], [b]) => by_value(a, b));
}

// The names of the curves at their ends, where the picture is wide enough.
function with_end_names(chart, body, span) {
  const beside = 10 + letter_width * longest(chart.distinct("series")); // px
  if (!span || chart.distinct("series").length < 2 || is_narrow(chart) || beside > 0.4 * chart.look.width) return body;
  const ends = curve_ends(chart);
  const places = spread_labels(ends.map(([, y]) => body.height * (1 - part_of(span, y))), body.height);
  const rows = ends.map(([series], i) => ({ series, place: Math.round(10 * places[i]) / 10 }));
  return { ...body, layers: [...body.layers, end_names(chart, rows)], beside };
}

// The points of all curves, a point that cannot be drawn after each: one path with gaps is far less for a browser than a path
// for each curve.
function joined_curves(chart) {
  const curves = new Map();
  for (const { x, y, series } of chart.rows) {
    if (!curves.has(series)) curves.set(series, []);
    curves.get(series).push({ x, y: typeof y === "number" && (!chart.y.log || y > 0) ? y : null });
  }
  return [...curves.values()].flatMap((curve) => [...curve, { x: curve.at(-1).x, y: null }]);
}

// All curves in grey behind the panel's own one, unless those are too many points.
function others(chart, x) {
  const mark = { type: "line", interpolate: curve_mark(chart).interpolate, color: "#8a8a8a", strokeWidth: 0.8, opacity: 0.35 };
  return chart.rows.length * chart.distinct("series").length <= most_drawn &&
    layer(mark, { x, y: position(chart, "y", chart.y), order: { value: null } }, { rows: joined_curves(chart) });
}

const curves = (chart, x, { span, strokeDash, has_legend = true }) =>
  layer(curve_mark(chart), { x, y: position(chart, "y", chart.y, span), color: series_colour(chart, "series", has_legend), strokeDash, tooltip: tooltip(chart) },
        { transform: drawable(["y"], chart.y.log) });

function line_chart(chart) {
  const alone = !chart.has("panel");
  const note = chart.kind === "line" && chart.has("low") ? "Bands end half as far beyond the curves as these span." : undefined;
  const x = position(chart, "x", chart.x, chart.x.one ? axis_span(chart, ["x"], chart.x.log) : null);
  const paper = paper_layer(chart, x, position(chart, "paper", chart.y));
  if (alone && chart.distinct("series").length > most_together)
    return { layers: [others(chart, x), band(chart, x, false), curves(chart, x, { has_legend: false }), paper], height: 110, own_panels: "series", note };
  const span = alone ? drawn_span(chart) : null;
  const body = { layers: [band(chart, x, true), curves(chart, x, { span, strokeDash: series_form(chart, "dashes") }), paper, one_line(chart.x, "x"), one_line(chart.y, "y")],
                 height: 300, legend: "dashes", note };
  const has_room = alone && chart.kind !== "steps" && !chart.has_texts("x"); // steps all end at the top
  return has_room ? with_end_names(chart, body, span) : body;
}

function slope_chart(chart) {
  const x = { field: "x", type: "nominal", sort: null, title: null, axis: { labelAngle: 0, labelOverlap: false, labelExpr: "split(datum.label, ' ')" },
              scale: { type: "point", padding: 0.12 } };
  const span = axis_span(chart, ["y"], chart.y.log);
  const body = { layers: [curves(chart, x, { span, strokeDash: series_form(chart, "dashes") })], height: Math.max(300, label_height * chart.distinct("series").length),
                 legend: "dashes" };
  return with_end_names(chart, body, span);
}
