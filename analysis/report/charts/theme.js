// The look of charts, on a page and in files for papers.
function theme(chart) {
  const { ink, faint, width, font, page } = chart.look;
  const entry = 34 + 7.5 * longest(chart.distinct("series")); // px: symbol, name, space
  const label = page ? width : Infinity; // a file may be wider instead
  const text = { labelColor: ink, titleColor: ink };
  return {
    background: null,
    font: font || "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
    numberFormat: ",.6~r", // 500,000 instead of 5e+5
    padding: 4,
    view: { stroke: null },
    axis: { ...text, domainColor: faint, tickColor: faint, gridColor: faint, gridOpacity: 0.35, labelFontSize: 11, titleFontSize: 12, titleFontWeight: 500,
            labelLimit: page ? Math.min(260, label * 0.5) : 0, labelOverlap: "greedy", labelSeparation: 6 },
    axisQuantitative: { tickCount: width < 420 ? 4 : 7 },
    title: { color: ink, fontSize: 11, fontWeight: 400, offset: 6 },
    header: { labelColor: ink, titleColor: ink, labelFontSize: 12, labelFontWeight: 600 },
    legend: { ...text, orient: "bottom", direction: "horizontal", columns: Math.max(1, Math.floor(width / Math.max(100, Math.min(entry, 294)))), symbolLimit: 0,
              labelLimit: page ? Math.min(260, label - 40) : 0, labelFontSize: 11, titleFontSize: 12 },
    rule: { color: ink },
    text: { color: ink, fontSize: 11 },
    tick: { color: ink },
  };
}

const page_look = (figure, width) => ({ width, plot: "container", colours: figure.colours.map((_, i) => `var(--series-${i})`), ink: "currentColor", faint: "var(--faint)", page: true });
const paper_look = (figure, width = 640, plot = width) => ({ width, plot, colours: figure.colours, ink: "#1a1a1a", faint: "#9a9a9a", page: false });
