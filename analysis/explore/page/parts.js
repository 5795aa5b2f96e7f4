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

// Buttons that take a panel's SQL, its rows and, if it has one, its figure away; `figure` makes that for a campaign.
export function take(name, sql, rows, figure, campaign) {
  const copied = element("button", { type: "button", title: "Copy the SQL for palio query", "aria-label": `SQL of ${name}` }, ["SQL"]);
  copied.addEventListener("click", async () => {
    await navigator.clipboard.writeText(sql);
    copied.textContent = "Copied";
    setTimeout(() => (copied.textContent = "SQL"), 1200);
  });
  copied.dataset.sql = sql;
  const saved = element("button", { type: "button", "aria-label": `CSV of ${name}`, click: () => give(`${name}.csv`, "text/csv", csv(rows())) }, ["CSV"]);
  const drawn_one = () => element("button", { type: "button", "aria-label": `Figure of ${name}`, click: () => show_figure(name, figure, campaign), title: "Draw it for a paper" }, ["Figure"]);
  return element("div", { class: "take" }, figure ? [copied, saved, drawn_one()] : [copied, saved]);
}
