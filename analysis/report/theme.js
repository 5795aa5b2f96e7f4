// The look of charts, on a page and in files for papers; `colours` has ink and faint.
function palio_theme(colours, width, spec) {
  const names = new Set(spec.data.values.map((row) => String(row.series ?? "")));
  const entry = 34 + 7.5 * Math.max(...Array.from(names, (name) => name.length)); // px: symbol, name, space
  const text = { labelColor: colours.ink, titleColor: colours.ink };
  const font = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
  return {
    background: null,
    font,
    numberFormat: ",.6~r", // 500,000 instead of 5e+5
    padding: 4,
    view: { stroke: null },
    axis: { ...text, domainColor: colours.faint, tickColor: colours.faint, gridColor: colours.faint, gridOpacity: 0.35,
            labelFontSize: 11, titleFontSize: 12, titleFontWeight: 500, labelLimit: Math.min(260, width * 0.5), labelOverlap: "greedy",
            labelSeparation: 6 },
    axisQuantitative: { tickCount: width < 420 ? 4 : 7 },
    title: { color: colours.ink, fontSize: 11, fontWeight: 400, offset: 6 },
    header: { labelColor: colours.ink, titleColor: colours.ink, labelFontSize: 12, labelFontWeight: 600 },
    legend: { ...text, orient: "bottom", direction: "horizontal", columns: Math.max(1, Math.floor(width / Math.max(100, Math.min(entry, 294)))),
              symbolLimit: 0, labelLimit: Math.min(260, width - 40), labelFontSize: 11, titleFontSize: 12 },
    rule: { color: colours.ink },
    text: { color: colours.ink, fontSize: 11 },
    tick: { color: colours.ink },
  };
}

// Changes for narrow charts: axis titles wrapped next to their axis, no names at points and curves, which are in the legend
// too, smaller steps.
function palio_wrapped(asked_spec, width) {
  const other = width < asked_spec.usermeta?.least_width ? asked_spec.usermeta.narrow : {}; // what stands for a wide chart
  const spec = { ...asked_spec, ...other };
  const letter = 6.5; // px
  const lines = (title, length) => {
    const wrapped = [];
    for (const word of title.split(" ")) {
      const longer = wrapped.length ? wrapped[wrapped.length - 1] + " " + word : word;
      if (wrapped.length && longer.length * letter <= length) wrapped[wrapped.length - 1] = longer;
      else wrapped.push(word);
    }
    return wrapped;
  };
  const channel = (axis, length) => (typeof axis?.title === "string" ? { ...axis, title: lines(axis.title, length) } : axis);
  const panel = spec.spec ?? spec;
  const names = panel.layer[0].encoding.y.type === "nominal"
    ? Math.max(...spec.data.values.map((row) => String(row[panel.layer[0].encoding.y.field]).length * letter)) : 0;
  const beside = Math.min(names, 260, width * 0.5); // px
  const wide = typeof panel.width === "number" ? panel.width : width - 80 - beside;
  const narrow = width < 480 || spec.padding?.right > 0.4 * width;
  const is_name = (part) => part.mark.type === "text" && part.data && part.mark.style !== "column";
  const asked = spec.width?.step;
  const fields = new Set(panel.layer.map((part) => part.encoding.x?.field)); // both of a square
  const columns = new Set(spec.data.values.flatMap((row) => [...fields].map((field) => row[field])));
  const step = asked && Math.max(6, Math.min(asked, (width - 20 - beside) / columns.size));
  const has_room = (part) => part.mark.style !== "number" || step >= 24; // in its cell
  const fitting = panel.layer.filter((part) => (!narrow || !is_name(part)) && has_room(part));
  const layer = fitting.map((part) => {
    const { x, y, ...others } = part.encoding;
    return { ...part, encoding: { ...(x && { x: channel(x, wide) }), ...(y && { y: channel(y, panel.height) }), ...others } };
  });
  if (spec.spec) return { ...spec, spec: { ...panel, layer } };
  const whole = { ...spec, layer };
  if (narrow) delete whole.padding;
  if (step) whole.width = { step };
  return whole;
}

// A specification as an SVG for a paper: `millimetres` wide as a whole, 0 for the default, with labels of `size_pt`.
// `svg_of` draws a specification with a configuration.
async function palio_picture(text, { millimetres, size_pt, font }, svg_of) {
  const px = 96 / 25.4; // a millimetre
  const label = 11; // px, of palio_theme
  const scale = (size_pt * 96) / 72 / label;

  // A picture whose plot is `plot` px wide, with room for `width`; axes and legends come on top.
  async function draw(plot, width) {
    const spec = JSON.parse(text);
    if (spec.width === "container") spec.width = plot;
    const config = palio_theme({ ink: "#1a1a1a", faint: "#9a9a9a" }, width, spec);
    if (font) config.font = font;
    config.axis.labelLimit = config.legend.labelLimit = 0; // a file may be wider instead
    return svg_of(palio_wrapped(spec, width), config);
  }

  if (!(millimetres > 0)) return draw(640, 640);
  // Drawn as large as with labels of the theme's size, then scaled.
  const size_of = (svg) => svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);
  const wanted = (millimetres * px) / scale;
  let plot = wanted, svg;
  for (let round = 0; round < 5; ++round) {
    svg = await draw(Math.max(60, plot), wanted);
    const beyond = size_of(svg)[0] - wanted;
    if (Math.abs(beyond) < 0.5) break;
    plot -= beyond;
  }
  const [wide, high] = size_of(svg);
  const whole = Math.max(wide, wanted); // smaller charts, such as a matrix of few cells, stay small
  const across = ((high * millimetres) / whole).toFixed(3);
  return svg.replace(/ width="[\d.]+" height="[\d.]+" viewBox="0 0 [\d.]+ /,
                     ` width="${millimetres}mm" height="${across}mm" viewBox="0 0 ${whole} `);
}
