// One point per series, with its name if there is room, and the Pareto front as a line.

const names_width = 560, scatter_height = 360; // px; the narrowest chart with names

// The points of a chart, those on the front first: their names come before others. Ends of intervals are the point itself where
// there are none.
function named_points(chart, { x: across, y: down }) {
  const named = chart.rows.filter(({ x, y }) => typeof x === "number" && typeof y === "number");
  const front_first = [...named.filter(({ front }) => front === 1), ...named.filter(({ front }) => front !== 1)];
  const px_across = (x) => names_width * part_of(across, x), px_down = (y) => scatter_height * (1 - part_of(down, y));
  return front_first.map(({ series, x, y, x_low, x_high, low, high }) => ({
    row: { series: name_text(series), x, y }, name: name_text(series), x: px_across(x), y: px_down(y), left: px_across(x_low ?? x), right: px_across(x_high ?? x),
    top: px_down(high ?? y), bottom: px_down(low ?? y) }));
}

// None in groups of points, which the legend names.
function point_names(chart, spans) {
  if (!chart.has("series") || chart.distinct("series").length < chart.rows.length || is_narrow(chart)) return [];
  const points = named_points(chart, spans);
  const sides = label_sides(points, names_width, scatter_height, [1, 1.2, 1.4, 1.6, 1.9]);
  return label_places.map((place) => [place, points.filter((_, i) => sides[i] === place).map(({ row }) => row)]).filter(([, rows]) => rows.length).map(([place, rows]) =>
    layer({ type: "text", ...place, limit: 400 },
          { x: position(chart, "x", chart.x, spans.x), y: position(chart, "y", chart.y, spans.y), text: { field: "series", type: "nominal" } }, { rows }));
}

function scatter_chart(chart) {
  const alone = !chart.has("panel") && !chart.has_texts("x") && !chart.has_texts("y");
  const spans = { x: alone ? axis_span(chart, across_columns, chart.x.log) : null, y: alone ? axis_span(chart, ["y", "low", "high", "paper"], chart.y.log) : null };
  const across = (column) => position(chart, column, chart.x, spans.x), down = (column) => position(chart, column, chart.y, spans.y);
  const x = across("x"), y = down("y"), color = series_colour(chart);
  const front = chart.has("front") && layer({ type: "line", color: "currentColor", opacity: 0.5, strokeDash: [4, 3] }, { x, y, order: { field: "x", type: "quantitative" } },
                                            { transform: [{ filter: "datum.front === 1" }] });
  const interval = (axis, low, high, encoding) =>
    chart.has(low) && chart.has(high) && layer({ type: "rule", opacity: 0.6 }, { ...encoding, color }, { transform: drawable([low, high], axis.log) });
  const many = chart.rows.length > 200; // which would cover each other
  const points = layer({ type: "point", filled: true, size: many ? 18 : 70, opacity: many ? 0.5 : 0.9 }, { x, y, color, shape: series_form(chart, "shape"), tooltip: tooltip(chart) },
                       { transform: drawable(["x", "y"], false) });
  return { layers: [front, interval(chart.y, "low", "high", { x, y: down("low"), y2: { field: "high" } }), interval(chart.x, "x_low", "x_high", { x: across("x_low"), x2: { field: "x_high" }, y }),
                    points, one_line(chart.y, "y"), ...(spans.x && spans.y ? point_names(chart, spans) : []),
                    paper_layer(chart, chart.has("paper_x") ? across("paper_x") : x, down("paper"))],
           height: scatter_height, legend: "shape" };
}
