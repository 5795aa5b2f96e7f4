// Draws a Vega-Lite specification (standard input) as SVG (standard output): node draw.js charts.js < figure.json
"use strict";
const fs = require("fs");
const vm = require("vm");

const colours = { ink: "#1a1a1a", faint: "#9a9a9a" };
const width = 640; // px

vm.runInThisContext(fs.readFileSync(process.argv[2], "utf8"));
const spec = JSON.parse(fs.readFileSync(0, "utf8"));
if (spec.width === "container") spec.width = width;
const config = palio_theme(colours, width, spec);
config.axis.labelLimit = config.legend.labelLimit = 0; // nothing measures letters here; a file may be wider instead
const parsed = vega.parse(vegaLite.compile(palio_wrapped(spec, width), { config }).spec);
new vega.View(parsed, { renderer: "none", logger: vega.logger(vega.Error) })
  .toSVG()
  .then((svg) => process.stdout.write(svg + "\n"))
  .catch((error) => {
    process.stderr.write(String(error) + "\n");
    process.exitCode = 1;
  });
