// How charts look, on a page and in files for papers; `colours` has ink, faint and ten series colours.
function palio_theme(colours, width) {
  const text = { labelColor: colours.ink, titleColor: colours.ink };
  const font = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
  return {
    background: null,
    font,
    padding: 4,
    view: { stroke: null },
    range: { category: colours.series },
    axis: { ...text, domainColor: colours.faint, tickColor: colours.faint, gridColor: colours.faint, gridOpacity: 0.35,
            labelFontSize: 11, titleFontSize: 12, titleFontWeight: 500, labelLimit: Math.min(260, width * 0.4), labelOverlap: "greedy" },
    axisQuantitative: { tickCount: width < 420 ? 4 : 7 },
    header: { labelColor: colours.ink, titleColor: colours.ink, labelFontSize: 12, labelFontWeight: 600 },
    legend: { ...text, orient: "bottom", direction: "horizontal", columns: Math.max(1, Math.floor(width / 170)),
              symbolLimit: 0, labelLimit: 150, labelFontSize: 11, titleFontSize: 12 },
    mark: { color: colours.series[0] },
    rule: { color: colours.ink },
    text: { color: colours.ink, fontSize: 11 },
    tick: { color: colours.ink },
  };
}
