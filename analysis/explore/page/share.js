// The page as one file for those who have no campaign: what is on the screen, without scripts and servers.
import { element } from "/parts.js";

// Controls become what they show.
function without_controls(page) {
  const chosen = [...document.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.textContent ?? "");
  [...page.querySelectorAll("select")].forEach((select, i) => select.replaceWith(element("b", {}, [chosen[i]])));
  for (const part of page.querySelectorAll("script, link, dialog, noscript, nav, .actions, .take, #swap, #banner, .unseen, .drill .controls, .instance-list")) part.remove();
  for (const button of page.querySelectorAll("button")) {
    const shown = element("span", { class: button.className }, [...button.childNodes]);
    if (button.hasAttribute("style")) shown.setAttribute("style", button.getAttribute("style"));
    button.replaceWith(shown);
  }
  for (const part of page.querySelectorAll("[tabindex]")) part.removeAttribute("tabindex");
}

// The statements behind the numbers.
function statements() {
  const all = [...document.querySelectorAll("main [data-sql]")].map((button) => [button.getAttribute("aria-label").replace("SQL of ", ""), button.dataset.sql]);
  return element("details", {}, [element("summary", {}, ["The SQL of these numbers, for palio query"]), ...all.flatMap(([name, sql]) => [element("h3", {}, [name]), element("pre", {}, [sql])])]);
}

export async function page_as_file(digest) {
  const page = document.documentElement.cloneNode(true);
  without_controls(page);
  const styles = await Promise.all(["/page.css", "/explore.css"].map(async (file) => (await fetch(file)).text()));
  const saved = ".drill:not([hidden]) { position: static; display: block; } .sheet, .wide { overflow: visible; max-height: none; }";
  page.querySelector("head").append(element("style", {}, [styles.join("\n") + saved]));
  page.querySelector("body").append(element("footer", {}, [statements(), element("p", { class: "hint" }, [`Saved by palio explore, ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC. Digest of the results: ${digest}`])]));
  return `<!DOCTYPE html>\n${page.outerHTML}\n`;
}
