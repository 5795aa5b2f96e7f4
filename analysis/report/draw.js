// Draws a Vega-Lite specification (standard input) as SVG (standard output): node draw.js charts.js WIDTH SIZE FONT
// < figure.json. WIDTH of the whole picture, mm, 0 for the default; SIZE of labels, pt; FONT may be empty.
"use strict";
const fs = require("fs");
const vm = require("vm");

const colours = { ink: "#1a1a1a", faint: "#9a9a9a" };
const px = 96 / 25.4; // a millimetre
const label = 11; // px, of palio_theme
const [charts, asked_mm, size_pt, font] = process.argv.slice(2);

vm.runInThisContext(fs.readFileSync(charts, "utf8"));
const text = fs.readFileSync(0, "utf8");

// Nothing can measure letters here: assumes those of DejaVu Sans, which is wider than most.
const narrow = /[ ijltfrI.,:;'|!()[\]\/-]/, wide = /[mwMW@%]/, large = /[A-Z0-9+=<>_&#]/;
const em = (letter) => (narrow.test(letter) ? 0.37 : wide.test(letter) ? 0.95 : large.test(letter) ? 0.68 : 0.6);
vega.textMetrics.width = (item, line) =>
  [...String(line ?? item.text ?? "")].reduce((sum, letter) => sum + em(letter), 0) * vega.textMetrics.height(item);

// A picture whose plot is `plot` px wide, with room for `width`; axes and legends come on top.
async function draw(plot, width) {
  const spec = JSON.parse(text);
  if (spec.width === "container") spec.width = plot;
  const config = palio_theme(colours, width, spec);
  if (font) config.font = font;
  config.axis.labelLimit = config.legend.labelLimit = 0; // a file may be wider instead
  const parsed = vega.parse(vegaLite.compile(palio_wrapped(spec, width), { config }).spec);
  return new vega.View(parsed, { renderer: "none", logger: vega.logger(vega.Error) }).toSVG();
}

const size_of = (svg) => svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);

// As wide as wanted: drawn as large as with labels of the theme's size, then scaled.
async function draw_fitting(millimetres, scale) {
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

const scale = (size_pt * 96) / 72 / label;
(Number(asked_mm) > 0 ? draw_fitting(Number(asked_mm), scale) : draw(640, 640))
  .then((svg) => process.stdout.write(svg + "\n"))
  .catch((error) => {
    process.stderr.write(String(error) + "\n");
    process.exitCode = 1;
  });
