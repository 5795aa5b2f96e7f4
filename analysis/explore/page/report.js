// Parts of the report: the ranking of all strategies, the claims of the paper.
import { ask, element, load } from "/parts.js";

// The report's own scripts draw what is on the page when they are loaded, and again when they are called. Ends when all is
// drawn.
async function draw() {
  delete document.documentElement.dataset.drawn;
  if (!window.palio_sort_tables) await load("/tables.js");
  else window.palio_sort_tables();
  if (window.palio_draw_report) window.palio_draw_report();
  else {
    await load("/charts.js");
    await load("/chart_scripts.js");
    if (!window.vegaEmbed) return;
    await load("/page.js");
  }
  while (document.documentElement.dataset.drawn === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
}

// What is on the page stays, as it is, until the new is drawn out of sight: a run's new results move nothing.
async function show({ state, main, signal, choose }, what, without) {
  if (main.dataset.part !== what) main.replaceChildren(element("p", { class: "hint" }, ["Computing\u2026"]));
  main.dataset.part = what;
  const html = await ask(what, state.has("m") ? { m: state.get("m") } : {}, signal);
  choose();
  main.querySelector(".unseen")?.remove();
  for (const shown of main.children) shown.dataset.old = "";
  const next = element("div", { class: "part unseen" });
  next.innerHTML = html || `<p class=answer>${without}</p>`; // the report has escaped all names
  const filtered = [...state.keys()].some((key) => key.startsWith("f."));
  if (filtered) next.prepend(element("p", { class: "note" }, ["Filters do not apply here: this is about all results."]));
  main.append(next);
  if (html) await draw();
  if (signal.aborted || !next.isConnected) return next.remove();
  const scrolled = window.scrollY;
  next.classList.remove("unseen");
  main.replaceChildren(next);
  window.scrollTo({ top: scrolled });
}

export const show_ranking = (screen) => show(screen, "ranking", "There is nothing to rank.");
export const show_claims = (screen) => show(screen, "claims", "No claims about this study come with Palio.");
