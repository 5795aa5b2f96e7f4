// What every screen is made of.
import { show_figure } from "/figure.js";

// An element with attributes (functions are listeners) and children, elements or texts.
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  set_all(made, attributes, children);
  return made;
}

// The same in an SVG.
export function drawn(name, attributes = {}, children = []) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  set_all(made, attributes, children);
  return made;
}

function set_all(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
}

// Asks the server; its refusals are errors with its words.
export async function ask(what, parameters = {}, signal) {
  const answer = await fetch(`/api/${what}?${new URLSearchParams(parameters)}`, { headers: { "X-Palio": "1" }, signal });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

export const whole = (number) => number.toLocaleString("en-US");

// Three digits.
export function short(number) {
  if (number === null) return "\u2013";
  const size = Math.abs(number);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return number.toExponential(2).replace(/\.?0*e\+?/, "e");
  return String(Number(number.toPrecision(3)));
}

// A ratio in three digits, four where it is just above 1, and more where these would be 1.000 for what is not 1.
export function ratio_text(ratio) {
  if (ratio === null) return "\u2013";
  if (ratio < 1e-3 || ratio >= 1e3) return short(ratio);
  const digits = (ratio > 1 && ratio < 2 ? [4, 5, 6] : [3, 4, 5, 6]).find((count) => ratio === 1 || Number(ratio.toPrecision(count)) !== 1) ?? 6;
  return ratio.toPrecision(digits);
}

export const interval = (low, high) => (low === null ? "" : `[${ratio_text(low)}, ${ratio_text(high)}]`);

export const counted = (count, noun) => `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;

export function csv(rows) {
  const cell = (value) => (/[",\r\n]/.test(String(value ?? "")) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
  return rows.map((row) => row.map(cell).join(",") + "\n").join("");
}

export function give(name, type, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The report's scripts, once.
const loading = new Map();
export function load(path) {
  if (!loading.has(path))
    loading.set(path, new Promise((loaded, failed) => {
      document.head.append(element("script", { src: path, load: loaded, error: () => failed(new Error(`${path} could not be loaded`)) }));
    }));
  return loading.get(path);
}

// A button that copies a text; where the browser refuses the clipboard it shows the text to copy by hand.
export function copying(text, label = "Copy", attributes = {}) {
  const button = element("button", { type: "button", ...attributes }, [label]);
  button.addEventListener("click", async () => {
    const copied = await text();
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      const field = element("input", { readonly: true, value: copied, "aria-label": "To copy by hand" });
      button.replaceWith(field);
      return field.select();
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 1200);
  });
  return button;
}

// Buttons that take a panel's SQL, its rows and, if it has one, its figure away; `figure` makes that for a campaign.
export function take(name, sql, rows, figure, campaign) {
  const copied = copying(() => sql, "SQL", { title: "Copy the SQL for palio query", "aria-label": `SQL of ${name}` });
  copied.dataset.sql = sql;
  const saved = element("button", { type: "button", "aria-label": `CSV of ${name}`, click: () => give(`${name}.csv`, "text/csv", csv(rows())) }, ["CSV"]);
  const drawn_one = () => element("button", { type: "button", "aria-label": `Figure of ${name}`, click: () => show_figure(name, figure, campaign), title: "Draw it for a paper" }, ["Figure"]);
  return element("div", { class: "take" }, figure ? [copied, saved, drawn_one()] : [copied, saved]);
}

export function panel(name, title, ...content) {
  return element("section", { class: `${name}-panel`, "aria-label": title }, [element("h2", {}, [title]), ...content]);
}

// Large numbers in few digits.
export function shown_level(level) {
  const number = Number(level);
  return level !== null && level.length > 6 && Number.isFinite(number) && Number(short(number)) === number ? short(number) : level;
}

// --- strategies, which look the same everywhere ------------------------------------------------------------------------

const signs = ["\u25cf", "\u25a0", "\u25b2", "\u25bc", "\u271a"]; // those of the report

// Attributes of an element that shows a strategy's colour and mark; further strategies than there are looks have none.
export function look_of(label, { strategies, colours }, classes = "named") {
  const place = strategies.indexOf(label), known = place >= 0 && place < colours.length * signs.length;
  return known ? { class: classes, "data-sign": signs[Math.floor(place / colours.length)], style: `--mark: var(--series-${place % colours.length})` } : { class: classes };
}

export const named = (label, campaign) => element("bdi", look_of(label, campaign), [label]);

// A text in which the names of these strategies have their marks.
export function with_names(text, labels, campaign) {
  const longest_first = [...labels].sort((x, y) => y.length - x.length).map((label) => label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(?<![\\w:=-])(${longest_first.join("|")})(?![\\w=-]|:\\w)`));
  return parts.map((part) => (labels.includes(part) ? named(part, campaign) : part));
}

// --- ratios ------------------------------------------------------------------------------------------------------------

export const summary_names = ["instances", "ratio", "low", "high", "wins", "ties", "losses"];
export const is_sure = ([, , low, high]) => low !== null && (low > 1 || high < 1);
// Whether a ratio of A over B is better for A.
export const is_for_a = (view, ratio) => (ratio < 1) === (view.better === "less");

// A dot with its interval in a row; `place` gives px. What lies outside ends at the edge.
export function dot_and_interval(place, width, [, value, low, high], attributes, one = 1) {
  if (value === null) return drawn("svg", { viewBox: `0 0 ${width} 16`, width, height: 16, "aria-hidden": "true" });
  const at = (x) => (x > 0 ? Math.max(2, Math.min(width - 2, place(x))) : 2); // an interval of a mean may reach below 0
  const parts = [drawn("line", { class: "one", x1: at(one), x2: at(one), y1: 0, y2: 16 }), drawn("circle", { cx: at(value), cy: 8, r: 4 })];
  if (low !== null && high > low) parts.splice(1, 0, drawn("line", { class: "reach", x1: at(low), x2: at(high), y1: 8, y2: 8 }));
  return drawn("svg", { viewBox: `0 0 ${width} 16`, width, height: 16, "aria-hidden": "true", ...attributes }, parts);
}

// Of levels in their order the place on a ramp of one colour, from 0 to 1.
export const ramp = (count) => (level) => (count > 1 ? level / (count - 1) : 1).toFixed(3);

// Of the figures of panels, which are what `palio report` hands to the scripts of charts.
export const metric_words = (metric) => metric.replaceAll("_", " ").replace("max ", "maximum ");
export const ratio_title = ({ metric, a, b }) => `${metric_words(metric)} of ${a} / of ${b}`;
export const ratios = (title) => ({ title, log: true, one: true });
export const summary_columns = ["y", "low", "high", "instances", "wins", "ties", "losses"];
export const row_of = ([count, ratio, low, high, ...rest]) => [ratio, low, high, count, ...rest];
