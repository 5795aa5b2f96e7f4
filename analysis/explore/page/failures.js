// Scenarios that failed, grouped by what they have in common.
import { ask, element, take, whole } from "/parts.js";

const columns = ["count", "kind", "strategy", "message", "last_line", "file", "example"]; // of the CSV
const sql = "SELECT kind, strategy, message, stderr_tail, scenario FROM failures ORDER BY kind, strategy, scenario";

export async function show_failures({ main, signal, choose }) {
  delete main.dataset.part;
  const groups = await ask("failures", {}, signal);
  choose();
  if (!groups.length) {
    main.replaceChildren(element("p", { class: "answer" }, ["No scenario failed."]));
    return;
  }
  const names = ["count", "kind", "strategy", "message", "example"];
  const rows = groups.map((group) => element("tr", {}, [
    element("td", { class: "number" }, [whole(group.count)]), element("td", {}, [group.kind]), element("td", {}, [element("bdi", {}, [group.strategy])]),
    element("td", { class: "message" }, [group.message, ...(group.last_line ? [element("small", {}, [group.last_line])] : [])]),
    element("td", { class: "code" }, [`palio replay ${group.file} ${group.example}`])]));
  main.replaceChildren(element("section", { "aria-label": "Failures" }, [element("h2", {}, ["Failures"]), element("div", { class: "wide" }, [element("table", {}, [
    element("thead", {}, [element("tr", {}, names.map((name) => element("th", { scope: "col" }, [name])))]), element("tbody", {}, rows)])]),
    take("failures", sql, () => [columns, ...groups.map((group) => columns.map((name) => group[name]))])]));
}
