// A figure as an SVG for a paper: `millimetres` wide as a whole, 0 for the default, with labels of `size_pt`. `svg_of` draws a
// specification.
async function picture(figure, { millimetres, size_pt, font }, svg_of) {
  const px = 96 / 25.4; // a millimetre
  const scale = (size_pt * 96) / 72 / 11; // labels of the theme have 11 px

  // A picture whose plot is `plot` px wide, with room for `width`; axes and legends come on top.
  const draw = (plot, width) => svg_of(specification(figure, { ...paper_look(figure, width, plot), font }));

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
  return svg.replace(/ width="[\d.]+" height="[\d.]+" viewBox="0 0 [\d.]+ /, ` width="${millimetres}mm" height="${across}mm" viewBox="0 0 ${whole} `);
}
