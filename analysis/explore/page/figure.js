// A panel as a figure for a paper, drawn as the report draws it.
import { element, give, load } from "/parts.js";

const widths = [["88", "88 mm, a column"], ["180", "180 mm, a page"]];
const at = (id) => document.getElementById(id);

async function svg_of(spec) {
  const place = element("div", { class: "measured" });
  document.body.append(place);
  try {
    const { view } = await vegaEmbed(place, spec, { ast: true, renderer: "svg", actions: false, defaultStyle: false });
    return await view.toSVG();
  } finally {
    place.remove();
  }
}

// `make`: what the figure shows; strategies look as in the report, where the first one by label has the first look.
export async function show_figure(name, make, { strategies, colours }) {
  const dialog = at("figure"), picture = at("figure_picture"), save = at("figure_save");
  picture.textContent = "Drawing\u2026";
  if (!dialog.open) dialog.showModal();
  try {
    const figure = { panels: "shared", folded: 0, colours, strategies: strategies.map((label, place) => [label, place]), ...(await make()) };
    if (!figure.rows.length) throw new Error("No instance passes the filters: there is nothing to draw.");
    await load("/charts.js");
    await load("/chart_scripts.js");
    if (!window.vegaEmbed) throw new Error("This palio was built without npm and draws no figures.");
    const specification = () => JSON.stringify(palio_charts.specification(figure, palio_charts.paper_look(figure)), null, 2) + "\n";
    const draw = async (millimetres) => {
      const svg = await palio_charts.picture(figure, { millimetres, size_pt: 8 }, svg_of);
      picture.innerHTML = svg; // Vega has escaped all names
      at("figure_caption").textContent = `${figure.title}. ${figure.says}`;
      save.replaceChildren(...widths.map(([width, words]) =>
        element("button", { type: "button", "aria-pressed": String(Number(width) === millimetres), click: () => draw(Number(width)) }, [words])),
        element("button", { type: "button", click: () => give(`${name}-${millimetres}mm.svg`, "image/svg+xml", svg) }, ["Save SVG"]),
        element("button", { type: "button", click: () => give(`${name}.json`, "application/json", specification()) }, ["Save Vega-Lite"]));
    };
    await draw(Number(widths[0][0]));
  } catch (error) {
    picture.textContent = error.message;
    at("figure_caption").textContent = "";
    save.replaceChildren();
  }
}
