// Two strategies and all others on one screen: the answer, the strategies, where it turns, the cells, the instances.
import { cells, question_of_cell } from "/cells.js";
import { show_drill } from "/drill.js";
import { extremes_of, instances } from "/instances.js";
import { ask, element, shown_level, summary_names, take, with_names } from "/parts.js";
import { strategies } from "/strategies.js";
import { turns } from "/turns.js";

let drawn_question = null; // what the screen shows

// --- who is best of all -----------------------------------------------------------------------------------------------

let verdict = { metric: null, sentences: [] }; // of the latest answer, which stays while a new one is made

// The sentences of a run's end and of the report; they take seconds for millions of results.
async function show_verdict(place, metric, campaign, filtered, signal) {
  const show = () => place.replaceChildren(...verdict.sentences.map((sentence, i) => element("p", { class: i ? "hint" : null, id: i ? null : "verdict" }, [i || !filtered ? "" : "Without the filters: ", ...with_names(sentence, campaign.strategies, campaign)])));
  if (verdict.metric === metric) show();
  place.setAttribute("aria-busy", "true");
  const { sentence, remarks } = await ask("answer", { m: metric }, signal);
  verdict = { metric, sentences: [sentence, ...remarks].filter(Boolean) };
  show();
  place.removeAttribute("aria-busy");
}

// --- the screen -------------------------------------------------------------------------------------------------------

function question_of(state) {
  const question = Object.fromEntries([...state].filter(([key]) => /^(m|a|b|x|y|brush|f\..+)$/.test(key)));
  for (const axis of ["x", "y"]) if (question[axis] === "-") question[axis] = "";
  return question;
}

export async function show_compare({ campaign, state, main, signal, choose, anew }) {
  const question = question_of(state);
  const answer = await ask("view", question, signal);
  const view = answer.view;
  choose(view.metric, view.a, view.b);
  const same_question = JSON.stringify(question) === drawn_question && main.querySelector(".compare") !== null;
  const kept = same_question && !anew ? [...main.querySelectorAll(".strategies-panel tbody tr")].map((row) => row.dataset.strategy) : null;
  const opened = [...main.querySelectorAll("details")].map((part) => part.open);
  const drawer = main.querySelector(".filters")?.open;
  const focused = document.activeElement?.closest("main") ? document.activeElement.textContent : null;
  const scrolled = window.scrollY;
  const kept_levels = view.axes.flatMap((axis, i) => (axis.kept ? [`${axis.name}: ${axis.kept.map((level) => shown_level(campaign.axes[i].levels[level])).join(", ")}`] : []));
  const verdict_place = element("div", {});
  const answer_panel = element("div", { class: "answer answer-panel" }, [verdict_place, element("p", { "aria-live": "polite", id: "answer" }, with_names(view.answer, [view.a, view.b], campaign)),
                                                                         ...(kept_levels.length ? [element("p", { class: "hint" }, [`Only ${kept_levels.join("; ")}.`])] : []),
                                                                         take("answer", view.sql.answer, () => [summary_names, view.all])]);
  delete main.dataset.part;
  const drill = main.querySelector(".drill") ?? element("section", { class: "drill", "aria-label": "Schedules", hidden: true });
  main.replaceChildren(element("div", { class: "compare" }, [answer_panel, strategies(view, kept, campaign, question, signal), turns(view, campaign, state.has("brush")),
                                                             element("div", { class: "together" }, [cells(view, campaign, question), instances(view, campaign, state, question)]), extremes_of(view, campaign, state.get("i"))]), drill);
  if (drawer !== undefined) main.querySelector(".filters").open = drawer;
  if (same_question) [...main.querySelectorAll("details")].forEach((part, i) => (part.open = opened[i] ?? part.open));
  window.scrollTo({ top: scrolled });
  if (focused !== null)
    [...main.querySelectorAll("button, td, select")].find((part) => part.textContent === focused)?.focus({ preventScroll: true });
  drawn_question = JSON.stringify(question);
  show_verdict(verdict_place, view.metric, campaign, kept_levels.length > 0, signal).catch((error) => { if (error.name !== "AbortError") verdict_place.textContent = error.message; });
  if (!state.has("i")) {
    drill.replaceChildren();
    drill.hidden = true;
    return;
  }
  const cell = state.get("cell"), around = question_of_cell(view, question, cell);
  const listed = cell ? (await ask("view", around, signal)).view : view;
  await show_drill({ place: drill, campaign, view, listed, cell, question: around, instance: state.get("i"), realization: state.get("r"), signal });
}
