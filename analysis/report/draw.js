// Draws a Vega-Lite specification (standard input) as SVG (standard output): node draw.js charts.js WIDTH SIZE FONT
// < figure.json. WIDTH of the whole picture, mm, 0 for the default; SIZE of labels, pt; FONT may be empty.
"use strict";
const fs = require("fs");
const vm = require("vm");

const [charts, millimetres, size_pt, font] = process.argv.slice(2);
vm.runInThisContext(fs.readFileSync(charts, "utf8"));

// Nothing can measure letters here: assumes those of DejaVu Sans, which is wider than most.
const narrow = /[ ijltfrI.,:;'|!()[\]\/-]/, wide = /[mwMW@%]/, large = /[A-Z0-9+=<>_&#]/;
const em = (letter) => (narrow.test(letter) ? 0.37 : wide.test(letter) ? 0.95 : large.test(letter) ? 0.68 : 0.6);
vega.textMetrics.width = (item, line) =>
  [...String(line ?? item.text ?? "")].reduce((sum, letter) => sum + em(letter), 0) * vega.textMetrics.height(item);

const svg_of = (spec, config) =>
  new vega.View(vega.parse(vegaLite.compile(spec, { config }).spec), { renderer: "none", logger: vega.logger(vega.Error) }).toSVG();

palio_picture(fs.readFileSync(0, "utf8"), { millimetres: Number(millimetres), size_pt: Number(size_pt), font }, svg_of)
  .then((svg) => process.stdout.write(svg + "\n"))
  .catch((error) => {
    process.stderr.write(String(error) + "\n");
    process.exitCode = 1;
  });
