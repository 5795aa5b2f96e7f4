// Scenarios that failed, a card for each way: how many, how, where, and what to do.
import { ask, copying, element, named, shown_level, take, whole } from "/parts.js";

const columns = ["count", "kind", "strategy", "message", "last_line", "file", "example"]; // of the CSV
const sql = "SELECT kind, strategy, message, stderr_tail, scenario FROM failures ORDER BY kind, strategy, scenario";

// What to do about each kind; the command runs those of the kind again.
const limits = { timeout: ["give them more time, here 10 minutes of CPU", "--timeout 600"], out_of_memory: ["give them more memory", "--memory 8G"] };
const of_strategies = ["crashed", "exited", "exception", "invalid_schedule", "no_schedule", "protocol", "answers_differ"];

function advice({ kind, shell, example }) {
  const again = `palio resume ${shell} --retry-failed=${kind}`;
  if (limits[kind]) return [[`Run them again and ${limits[kind][0]}:`, `${again} ${limits[kind][1]}`], ["Or look at one:", `palio replay ${shell} ${example}`]];
  if (of_strategies.includes(kind)) return [["Repeat the first:", `palio replay ${shell} ${example}`], ["Once the strategy is mended, run all of them again:", again]];
  return [["Run them again:", again], ["Repeat the first:", `palio replay ${shell} ${example}`]];
}

// The values that failing instances share more than all that the strategy ran: all of them where it is so.
function where({ where: shared, count, ran }) {
  if (!shared.length) return element("p", { class: "hint" }, [`No value of an axis stands out among ${count === 1 ? "it" : "them"}; the strategy ran ${whole(ran)} instances.`]);
  const items = shared.map(([axis, level, failed, all]) => element("li", {}, [
    element("span", { class: "share", style: `--share: ${(100 * failed) / count}%` }), element("b", {}, [`${axis} = ${shown_level(level)}`]), ` ${failed === count ? "all" : whole(failed)} of ${whole(count)}; it ran ${whole(all)} of ${whole(ran)} instances there`]));
  return element("ul", { class: "shared" }, items);
}

function card(group, campaign, several) {
  const steps = advice(group).flatMap(([words, command]) => [element("dt", {}, [words]), element("dd", {}, [element("code", {}, [command]), " ", copying(() => command)])]);
  return element("article", { class: "card" }, [
    element("h3", {}, [element("span", { class: "count" }, [whole(group.count)]), ` ${group.kind.replaceAll("_", " ")}: `, named(group.strategy, campaign), ...(several ? [element("small", {}, [` in ${group.file}`])] : [])]),
    element("p", { class: "message" }, [group.first]), ...(group.last_line ? [element("p", { class: "message" }, [group.last_line])] : []),
    ...(group.count > 1 && group.first !== group.message ? [element("p", { class: "hint" }, ["The first one; the others differ in numbers."])] : []),
    element("h4", {}, ["Where"]), where(group), element("h4", {}, ["What to do"]), element("dl", {}, steps)]);
}

export async function show_failures({ campaign, state, main, signal, choose }) {
  delete main.dataset.part;
  const groups = await ask("failures", state.has("m") ? { m: state.get("m") } : {}, signal);
  choose();
  if (!groups.length) return main.replaceChildren(element("p", { class: "answer" }, [`No scenario failed: all ${whole(campaign.results)} completed within their limits.`]));
  const failed = groups.reduce((sum, { count }) => sum + count, 0), several = new Set(groups.map(({ file }) => file)).size > 1;
  main.replaceChildren(element("section", { "aria-label": "Failures", class: "failures" }, [
    element("p", { class: "answer" }, [`${whole(failed)} of ${whole(campaign.results)} scenarios failed, in ${groups.length === 1 ? "one way" : `${whole(groups.length)} ways`}.`]),
    element("div", { class: "cards" }, groups.map((group) => card(group, campaign, several))),
    take("failures", sql, () => [columns, ...groups.map((group) => columns.map((name) => group[name]))])]));
}
