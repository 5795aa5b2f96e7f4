// Runs in node after the scripts of charts, with a `figure`: writes its Vega-Lite specification, or as an SVG, with the arguments
// LIBRARIES WIDTH SIZE FONT: charts.js; of the whole picture, mm, 0 for the default; of labels, pt; may be empty.
const [libraries, millimetres, size_pt, font] = process.argv.slice(2);

// Nothing can measure letters here: assumes those of DejaVu Sans, which is wider than most.
const narrow = /[ ijltfrI.,:;'|!()[\]\/-]/, wide = /[mwMW@%]/, large = /[A-Z0-9+=<>_&#]/;
const em = (letter) => (narrow.test(letter) ? 0.37 : wide.test(letter) ? 0.95 : large.test(letter) ? 0.68 : 0.6);

function svg_of(spec) {
  vega.textMetrics.width = (item, line) => [...String(line ?? item.text ?? "")].reduce((sum, letter) => sum + em(letter), 0) * vega.textMetrics.height(item);
  return new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: "none", logger: vega.logger(vega.Error) }).toSVG();
}

async function drawing() {
  if (!libraries) return JSON.stringify(palio_charts.specification(figure, palio_charts.paper_look(figure)));
  const text = require("fs").readFileSync(libraries, "utf8"), vm = require("vm");
  for (const name of ["exports", "module", "require"]) delete globalThis[name]; // which the libraries would take for a bundler's
  vm.runInThisContext(text);
  return palio_charts.picture(figure, { millimetres: Number(millimetres), size_pt: Number(size_pt), font }, svg_of);
}

drawing().then((text) => process.stdout.write(text + "\n")).catch((error) => {
  process.stderr.write(String(error) + "\n");
  process.exitCode = 1;
});
