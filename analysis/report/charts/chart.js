// A figure as a Vega-Lite specification: on a page, on a phone, in a file, on paper.

// The kinds of figures (k_kinds in figure.cpp says what each needs), and the scale that a panel may have for itself.
const kinds = {
  line: { draw: line_chart, own: "y" },
  steps: { draw: line_chart, own: "y" },
  bar: { draw: bar_chart, own: "x" },
  scatter: { draw: scatter_chart, own: "y" },
  box: { draw: box_chart, own: "x" },
  strip: { draw: strip_chart, own: "x" },
  ranks: { draw: ranks_chart, own: "y" },
  matrix: { draw: matrix_chart, own: "y" },
  heat: { draw: heat_chart, own: "y" },
  slope: { draw: slope_chart, own: "y" },
};

// Whether names have no room next to points and curves; the legend has them too.
const is_narrow = (chart) => chart.look.width < 480;

// px that the names of rows take, at most.
const names_beside = (chart, names) => Math.min(6.5 * longest(names), 260, chart.look.width * 0.5);

// A title in lines that fit along its axis.
function wrapped(title, length) {
  const lines = [];
  for (const word of title.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && longer.length * 6.5 <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

// With titles wrapped, names readable over lines and, on a page, what the reader chooses brought out.
function finished(chart, { mark, encoding, ...rest }, across, down) {
  const channels = { ...encoding };
  for (const [name, length] of [["x", across], ["y", down]])
    if (typeof channels[name]?.title === "string") channels[name] = { ...channels[name], title: wrapped(channels[name].title, length) };
  if (!chart.look.page) return { mark, encoding: channels, ...rest };
  const told = [channels.color, channels.text].find((channel) => channel?.type === "nominal" && ["series", "x"].includes(channel.field))?.field;
  const opacity = mark.opacity ?? 1;
  const test = `length(chosen) === 0 || indexof(chosen, '' + datum[${JSON.stringify(told)}]) >= 0`;
  if (told) channels.opacity = { condition: { test, value: opacity }, value: 0.1 * opacity };
  const halo = mark.type === "text" && rest.data ? { stroke: "var(--paper)", strokeWidth: 3, strokeJoin: "round" } : {};
  return { mark: { ...mark, ...halo }, encoding: channels, ...rest };
}

// Panels keep the order of the rows; a panel of one curve is smaller. On a page they go side by side if there is room for them; on
// paper they would be taller than it.
function panels_of(chart, body, layers_of) {
  const { width, page } = chart.look, field = body.own_panels ?? "panel", titles = chart.distinct(field);
  const own_names = kinds[chart.kind].own === "x" && names_of_a_panel(chart) < chart.distinct("x").length;
  const own = { ...(chart.panels === "independent" && { [kinds[chart.kind].own]: "independent" }), ...(own_names && { y: "independent", yOffset: "independent" }) };
  const has_own = Object.keys(own).length > 0;
  const least = body.own_panels ? 140 : 280; // px, of a panel
  const most = body.own_panels ? 4 : 2;
  const columns = page ? Math.max(1, Math.min(most, Math.floor(width / (least + 25)))) : most;
  const wide = page ? Math.max(120, Math.floor((width - (has_own ? 0 : 70)) / columns) - (has_own ? 85 : 25)) : least;
  const header = { labelExpr: broken_labels(titles, Math.floor(least / 7)), labelLimit: least + 20 };
  return { facet: { field, type: "nominal", title: null, sort: titles, header }, columns, spec: { width: wide, height: body.height, layer: layers_of(wide) },
           resolve: has_own ? { scale: own } : undefined };
}

function single_of(chart, body, layers_of) {
  const { y } = body.layers[0].encoding, names = y.type === "nominal" ? names_beside(chart, chart.distinct(y.field)) : 0;
  const width = body.width ?? chart.look.plot;
  return { padding: body.beside ? { left: 4, top: 4, bottom: 4, right: Math.round(body.beside) } : undefined, width, height: body.height,
           layer: layers_of(typeof width === "number" ? width : chart.look.width - 80 - names) };
}

// What is in no legend and on no axis; none if there is nothing to say.
function words_above(chart) {
  if (chart.has("paper")) return "Hollow diamonds: the paper's values";
  if (chart.has("planned")) return "Hollow diamonds: what was planned";
  const { tau } = chart.rows[0];
  return typeof tau === "number" ? `Kendall's tau of both orders: ${tau.toFixed(2)}` : null;
}

function body_of(chart) {
  const body = kinds[chart.kind].draw(chart);
  return { ...body, layers: body.layers.filter((part) => part) };
}

function specification(figure, look) {
  const chart = chart_of(figure, look), body = body_of(chart), above = words_above(chart);
  const layers_of = (across) => body.layers.map((part) => finished(chart, part, across, body.height));
  const spec = {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: `${figure.title}. ${figure.says}`,
    title: above ? { text: above, anchor: "start" } : undefined,
    config: theme(chart),
    params: look.page ? [{ name: "chosen", value: [] }] : undefined,
    ...(chart.has("panel") || body.own_panels ? panels_of : single_of)(chart, body, layers_of),
  };
  return { ...JSON.parse(JSON.stringify(spec)), data: { name: "rows", values: chart.rows } }; // without what is undefined
}

// What a page says next to a chart: `legend`, the series with their looks where there are several; `note`, a sentence.
function beside_chart(figure, look) {
  const chart = chart_of(figure, look), body = body_of(chart), series = chart.distinct("series");
  if (!body.legend || body.own_panels || series.length < 2) return { legend: [], note: body.note };
  const legend = series_looks(chart, series).map(({ colour, form }, i) => ({
    name: String(series[i]), colour, sign: body.legend === "shape" ? form.sign : forms[0].sign, dashes: body.legend === "dashes" ? form.dashes : null }));
  return { legend, note: body.note };
}
