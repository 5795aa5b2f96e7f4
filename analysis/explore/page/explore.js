// The page of `palio explore`: what is looked at is the address; every change of it asks the server again.
import { show_compare } from "/compare.js";
import { show_difference } from "/difference.js";
import { show_failures } from "/failures.js";
import { ask, element, give, look_of, metric_words, whole } from "/parts.js";
import { show_claims, show_ranking } from "/report.js";
import { page_as_file } from "/share.js";

let screens = [
  ["compare", "Compare", show_compare], ["ranking", "Ranking", show_ranking], ["claims", "Claims", show_claims], ["failures", "Failures", show_failures],
];
const at = (id) => document.getElementById(id);

// --- the address ------------------------------------------------------------------------------------------------------

const known = /^(v|d|m|a|b|x|y|i|r|s|cell|brush|f\..+)$/;

function read_address() {
  return new Map(new URLSearchParams(location.hash.slice(1)));
}

// The address with these changes; a value of null takes a key away.
function address_with(changes) {
  const state = read_address();
  state.set("v", "1");
  if ("i" in changes) state.delete("r"); // a realization is one of its instance
  if (changes.i === null || Object.keys(changes).some((key) => !["cell", "i", "r"].includes(key))) state.delete("cell");
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === "") state.delete(key);
    else state.set(key, value);
  }
  return "#" + new URLSearchParams([...state]).toString();
}

export function go(changes, { replace = false, anew = false } = {}) {
  const hash = address_with(changes);
  if (replace) {
    history.replaceState(null, "", hash);
    show({ anew });
  } else {
    location.hash = hash;
  }
}

// --- what is known of the campaign -------------------------------------------------------------------------------------

let campaign = null;
let files = [];
let reading = 0;

function fill_select(select, names, chosen, words = (name) => name) {
  select.replaceChildren(...names.map((name) => element("option", { value: name }, [words(name)])));
  select.value = chosen;
}

async function load_campaign(metric) {
  const answer = await ask("campaign", metric ? { m: metric } : {});
  campaign = answer.campaign;
  reading = answer.reading;
  if (files.length) return;
  files = answer.files;
  if (files.length === 2) screens = [["difference", "Difference", show_difference], ...screens]; // what two are compared for
  show_screens();
}

// A line of the banner about one thing; no text takes it away.
const warnings = new Map();
function warn(about, text) {
  if (text) warnings.set(about, text);
  else warnings.delete(about);
  at("banner").hidden = !warnings.size;
  at("banner").textContent = [...warnings.values()].join(" ");
}

// A link holds the digest of the results that its sender saw.
let digest_asked = null;
async function compare_digest(digest) {
  if (digest === digest_asked) return;
  digest_asked = digest;
  const now = digest ? await ask("digest") : null;
  if (digest_asked === digest) warn("digest", digest === now ? "" : `This link was made for other results (digest ${digest.slice(0, 8)}, here ${now.slice(0, 8)}): numbers may differ.`);
}

// --- showing -----------------------------------------------------------------------------------------------------------

let shown_at = 0; // when the present screen was shown
const is_quick = () => !["difference", "ranking", "claims"].includes(read_address().get("s")); // the others are parts of the report
let asked = null; // the latest question; earlier ones are dropped
let shown_metric;

// Only what the reader asked for dims the page; `own`: a run's new results.
async function show({ own = false, anew = false } = {}) {
  const state = read_address();
  const controller = new AbortController();
  asked?.abort();
  asked = controller;
  if (!own) document.body.classList.add("busy");
  try {
    if (!campaign || shown_metric !== (state.get("m") ?? "")) await load_campaign(state.get("m"));
    shown_metric = state.get("m") ?? "";
    const strange = [...state.keys()].filter((key) => !known.test(key));
    warn("address", strange.length ? `This address has what this page does not know: ${strange.join(", ")}.` : "");
    const screen = screens.find(([id]) => id === state.get("s")) ?? screens[0];
    for (const link of at("screens").children) {
      link.href = address_with({ s: link.dataset.screen });
      if (link.dataset.screen === screen[0]) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    warn("error", "");
    await screen[2]({ campaign, files, state, main: at("main"), signal: controller.signal, choose, anew });
    document.documentElement.dataset.shown = location.hash || "#";
    shown_at = Date.now();
    compare_digest(state.get("d") ?? null).catch((error) => warn("digest", error.message));
  } catch (error) {
    if (error.name !== "AbortError") {
      warn("error", error.message);
      if (!campaign) await load_campaign(null).catch(() => {});
      if (campaign) choose();
    }
  }
  if (asked === controller) document.body.classList.remove("busy");
}

// "maximum stretch (less is better; the study's)".
function metric_label(name) {
  const notes = [campaign.metric_notes[campaign.metrics.indexOf(name)], name === campaign.usual_metric ? campaign.usual_remark : ""].filter(Boolean);
  return `${metric_words(name)} (${notes.join("; ")})`;
}

// The selects show what the screen shows; without words what the address names, or the usual choice where that is not there.
function choose(metric, a, b) {
  const state = read_address();
  const known_one = (names, key, usual) => (names.includes(state.get(key)) ? state.get(key) : usual);
  fill_select(at("metric"), campaign.metrics, metric ?? known_one(campaign.metrics, "m", campaign.usual_metric),
              metric_label);
  fill_select(at("a"), campaign.strategies, a ?? known_one(campaign.strategies, "a", campaign.usual[0]));
  fill_select(at("b"), campaign.strategies, b ?? known_one(campaign.strategies, "b", campaign.usual[1]));
  for (const id of ["a", "b"]) { // its mark in front of each
    const { class: classes, style, "data-sign": sign } = look_of(at(id).value, campaign, "who named");
    const mark = at(id).parentNode.querySelector(".who") ?? at(id).parentNode.insertBefore(element("span", { class: "who" }), at(id));
    mark.className = classes;
    mark.setAttribute("style", style ?? "");
    mark.dataset.sign = sign ?? "";
  }
  at("undo_filters").hidden = ![...state.keys()].some((key) => key.startsWith("f.") || key === "brush");
}

// --- a run -------------------------------------------------------------------------------------------------------------

function seconds_text(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function status_text(file) {
  const failed = Object.values(file.failed).reduce((sum, count) => sum + count, 0);
  const parts = [`${file.file} (${file.study})`, `${whole(file.stored)} results`];
  if (failed) parts.push(`${whole(failed)} failed`);
  if (file.state === "running") {
    parts.push(`running, ${Math.floor((100 * file.stored) / (file.stored + file.missing))} %`);
    if (file.rate !== null) parts.push(file.rate >= 1 ? `${whole(Math.round(file.rate))}/s` : `${whole(Math.round(60 * file.rate))} a minute`);
    if (file.seconds_left !== null) parts.push(`${seconds_text(file.seconds_left)} left`);
  } else if (file.missing > 0) {
    parts.push(`${file.state === "killed" ? "killed" : "stopped"}, ${whole(file.missing)} missing`);
  }
  return parts.join(", ");
}

let was_running = false;

async function look_again() {
  let pause = 5000;
  try {
    const live = await ask("live", read_address().has("m") ? { m: read_address().get("m") } : {});
    at("status").textContent = live.files.map(status_text).join("; ");
    document.title = `${live.files.map(({ file }) => file.split("/").at(-1)).join(", ")} \u2013 palio explore`;
    const running = live.files.some((file) => file.state === "running");
    if (was_running && !running)
      warn("run", live.files.some((file) => file.state === "killed") ? "The run was killed: palio resume continues it." : "The run has ended.");
    was_running = running;
    pause = running ? 1000 : 5000;
    warn("live", "");
    if (live.reading !== reading && (is_quick() || Date.now() - shown_at > 10_000)) {
      reading = live.reading;
      campaign = null;
      await show({ own: true });
    }
  } catch (error) {
    warn("live", error.message);
  }
  setTimeout(look_again, pause);
}

// --- keys --------------------------------------------------------------------------------------------------------------

const focus = (selector) => document.querySelector(selector)?.focus();
const keys = [
  ["m", "choose the metric", () => focus("#metric")],
  ["a", "choose A", () => focus("#a")],
  ["b", "choose B", () => focus("#b")],
  ["s", "swap A and B", () => at("swap").click()],
  ["/", "where it turns: values are filters", () => { document.querySelector(".filters")?.setAttribute("open", ""); focus(".filters button"); }],
  ["p", "rows and columns of the cells", () => focus(".axes select")],
  ["c", "cells: arrows move, Enter opens their instances", () => focus(".cells td[tabindex='0']")],
  ["[", "with schedules open: the instance with the next smaller ratio", () => at("previous")?.click()],
  ["]", "with schedules open: the instance with the next larger ratio", () => at("next")?.click()],
  ["x", "clear all filters", () => at("undo_filters").click()],
  ["e", "SQL of the answer", () => focus(".answer-panel .take button")],
  ["l", "copy the link", () => at("link").click()],
  ["f", "save the page as a file", () => at("save").click()],
  ["?", "these keys", () => at("help").showModal()],
  ["Escape", "close the schedules", () => go({ i: null })],
];

function on_key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("select")) {
    if (event.key === "Escape") event.target.blur(); // letters choose in it
    return;
  }
  const key = keys.find(([name]) => name === event.key);
  if (!key) return;
  event.preventDefault();
  key[2]();
}

// Also what the address leaves to the page, so that the link shows the same when there are more results.
async function copy_link() {
  const button = at("link");
  const state = read_address();
  button.textContent = "Digest\u2026"; // takes seconds for millions of results
  for (const [key, value] of Object.entries({ v: "1", m: at("metric").value, a: at("a").value, b: at("b").value, d: await ask("digest") })) state.set(key, value);
  for (const select of document.querySelectorAll(".axes select")) state.set(select.dataset.key, select.value || "-");
  const link = `${location.origin}/#${new URLSearchParams([...state])}`;
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy link";
    prompt("The browser refuses the clipboard. The link:", link);
  }
  setTimeout(() => (button.textContent = "Copy link"), 1200);
}

async function save_page() {
  const name = document.title.split(" \u2013 ")[0].replace(/\.db$/, "") || "palio";
  give(`${name}-${read_address().get("s") ?? screens[0][0]}.html`, "text/html", await page_as_file(await ask("digest")));
}

function show_screens() {
  at("screens").replaceChildren(...screens.map(([id, name]) => {
    const link = element("a", { href: "#" }, [name]);
    link.dataset.screen = id;
    return link;
  }));
  keys.splice(-5, 0, ...screens.map(([id, name], i) => [String(i + 1), `the screen ${name}`, () => go({ s: id })]));
  at("key_table").replaceChildren(...keys.map(([key, what]) => element("tr", {}, [element("td", {}, [element("kbd", {}, [key])]), element("td", {}, [what])])));
}

function begin() {
  for (const [id, key] of [["metric", "m"], ["a", "a"], ["b", "b"]])
    at(id).addEventListener("change", () => {
      at(id).blur(); // so that keys are keys again
      go({ [key]: at(id).value });
    });
  at("swap").addEventListener("click", () => go({ a: at("b").value, b: at("a").value }));
  at("undo_filters").addEventListener("click", () => {
    go(Object.fromEntries([...read_address().keys()].filter((key) => key.startsWith("f.") || key === "brush").map((key) => [key, null])));
  });
  at("link").addEventListener("click", copy_link);
  at("save").addEventListener("click", () => save_page().catch((error) => warn("error", error.message)));
  at("keys").addEventListener("click", () => at("help").showModal());
  document.addEventListener("keydown", on_key);
  window.addEventListener("hashchange", () => show());
  window.addEventListener("beforeprint", () => (at("printed").textContent = `${new Date().toLocaleString()}, ${location.href}`));
  show().then(look_again);
}

begin();
