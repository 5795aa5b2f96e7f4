// Parts of the report: the ranking of all strategies, the claims of the paper.
import { ask, element, load } from "/parts.js";

// The report's own scripts draw what is on the page when they are loaded, and again when they are called.
async function draw() {
  if (!window.palio_sort_tables) await load("/tables.js");
  else window.palio_sort_tables();
  if (window.palio_draw_report) return window.palio_draw_report();
  await load("/charts.js");
  await load("/chart_scripts.js");
  if (window.vegaEmbed) await load("/page.js");
}

async function show({ state, main, signal, choose }, what, without) {
  if (main.dataset.part !== what) main.replaceChildren(element("p", { class: "hint" }, ["Computing\u2026"]));
  main.dataset.part = what;
  const html = await ask(what, state.has("m") ? { m: state.get("m") } : {}, signal);
  choose();
  main.innerHTML = html || `<p class=answer>${without}</p>`; // the report has escaped all names
  const filtered = [...state.keys()].some((key) => key.startsWith("f."));
  if (filtered) main.prepend(element("p", { class: "note" }, ["Filters do not apply here: this is about all results."]));
  if (html) await draw();
}

export const show_ranking = (screen) => show(screen, "ranking", "There is nothing to rank.");
export const show_claims = (screen) => show(screen, "claims", "No claims about this study come with Palio.");
