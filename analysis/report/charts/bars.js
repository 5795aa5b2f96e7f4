// Horizontal bars, boxes and ticks, so that long names have room.

// Black and white, so that it stands out from bars of any colour.
function diamonds(chart, y, column, x) {
  return chart.has(column) && layer({ type: "point", shape: "diamond", fill: "#ffffff", stroke: "#1a1a1a", size: 60, strokeWidth: 1.4, opacity: 1 },
                                    { y, x, yOffset: series_offset(chart), tooltip: tooltip(chart) }, { transform: drawable([column], chart.y.log) });
}

const series_offset = (chart) => (chart.distinct("series").length < 2 ? undefined : { field: "series", type: "nominal", sort: null });

// Bars with their intervals; points on a logarithmic scale, which has no zero for bars. x, the category, is at the left.
function bar_chart(chart) {
  const { log } = chart.y; // then the intervals must not cover the points
  const names = row_names(chart, chart.distinct("x"));
  const y = { field: "x", type: "nominal", sort: null, title: axis_title(chart.x), axis: names.axis };
  const value = (column) => log ? position(chart, column, chart.y, axis_span(chart, ["y", "low", "high", "paper"], log)) : { field: column, type: "quantitative", title: chart.y.title };
  const bars = layer(log ? { type: "point", filled: true, size: 70, opacity: 1 } : { type: "bar", opacity: 0.6 },
                     { y, x: value("y"), yOffset: series_offset(chart), color: category_colour(chart), shape: log ? category_shape(chart) : undefined, tooltip: tooltip(chart) },
                     { transform: drawable(["y"], log) });
  const intervals = chart.has("low") && chart.has("high") &&
    layer({ type: "rule", strokeWidth: 1.4 }, { y, x: value("low"), x2: { field: "high" }, yOffset: series_offset(chart) }, { transform: drawable(["low", "high"], log) });
  return { layers: [...(log ? [intervals, bars] : [bars, intervals]), diamonds(chart, y, "paper", value("paper")), one_line(chart.y, "x"), ...names.layers(y)],
           height: names.height(names_of_a_panel(chart) * Math.max(1, chart.distinct("series").length)), legend: log ? "shape" : "colour" };
}

// Layers at the names of x, from what makes them of the category.
function named_rows_chart(chart, layers) {
  const names = row_names(chart, chart.distinct("x"));
  const category = { ...position(chart, "x", chart.x), axis: names.axis };
  return { layers: [...layers(category), ...names.layers(category)], height: names.height(names_of_a_panel(chart)), legend: "colour" };
}

// A line from least to greatest, a box from low to high, a stroke at y.
function box_chart(chart) {
  const { y: axis } = chart, span = axis_span(chart, ["least", "greatest", "low", "high", "y"], axis.log);
  const along = (y, mark, from, to) =>
    layer(mark, { y, x: position(chart, from, axis, span), x2: { field: to }, color: category_colour(chart), tooltip: tooltip(chart) }, { transform: drawable([from, to], axis.log) });
  return named_rows_chart(chart, (y) => [
    along(y, { type: "rule", opacity: 0.6 }, "least", "greatest"), along(y, { type: "bar", height: 11, opacity: 0.75 }, "low", "high"),
    layer({ type: "tick", thickness: 2.5, size: 13 }, { y, x: position(chart, "y", axis, span), tooltip: tooltip(chart) }, { transform: drawable(["y"], axis.log) }),
  ]);
}

// A tick at each y, a diamond at what was planned.
function strip_chart(chart) {
  const { y: axis } = chart, span = axis_span(chart, ["y", "planned"], axis.log);
  return named_rows_chart(chart, (y) => [
    layer({ type: "tick", thickness: 1, size: 13, opacity: 0.5 }, { y, x: position(chart, "y", axis, span), color: category_colour(chart), tooltip: tooltip(chart) },
          { transform: drawable(["y"], axis.log) }),
    diamonds(chart, y, "planned", position(chart, "planned", axis, span)),
  ]);
}
