// A / B by the levels of two axes together.
import { go } from "/explore.js";
import { ask, element, interval, is_for_a, is_sure, panel, ratio_text, ratio_title, ratios, row_of, shown_level, summary_columns, summary_names, take, whole } from "/parts.js";

// The better of both has its half of a pair of colours that mean nothing else; hatched where new draws may reverse it.
function fill(view, summary) {
  if (!summary[0] || summary[1] === 1) return null; // they are equal
  const strength = Math.min(1, Math.abs(Math.log(summary[1])) / Math.log(2));
  return `--strength: ${(25 + 28 * strength).toFixed(0)}%; --winner: var(--${is_for_a(view, summary[1]) ? "a" : "b"}-wins)`;
}

function axis_select(label, key, chosen, campaign) {
  const options = ["", ...campaign.axes.filter((axis) => axis.levels.length <= 40).map((axis) => axis.name)];
  const select = element("select", { "data-key": key, change: () => go({ [key]: select.value || "-" }) },
                         options.map((name) => element("option", { value: name }, [name || "none"])));
  select.value = chosen ?? "";
  return element("label", {}, [`${label} `, select]);
}

const levels_of = (campaign, name) => (name === null ? [null] : campaign.axes.find((axis) => axis.name === name).levels);

function cell_text(summary) {
  const [count, ratio, low, high] = summary;
  if (!count) return ["\u2013"];
  return [ratio_text(ratio), element("small", {}, [interval(low, high)]), element("small", {}, [`n ${whole(count)}`])];
}

// Arrows move among the cells; Enter opens the instances of a cell.
function move(event, table) {
  const cell = event.target.closest("td");
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!cell || !steps) return;
  event.preventDefault();
  const row = table.tBodies[0].rows[cell.parentNode.rowIndex - table.tHead.rows.length + steps[0]];
  const next = row?.cells[cell.cellIndex + steps[1]];
  if (next?.tagName !== "TD") return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

// The list of a cell's instances, which begins with the schedules of the one in the middle.
async function open_cell(view, question, cell) {
  const { instances } = (await ask("view", question_of_cell(view, question, cell))).view;
  const [first] = instances.median ?? instances.extremes[0];
  go({ x: view.columns ?? "-", y: view.rows ?? "-", cell, i: first });
}

// The question about the instances of a cell; without one as it is.
export function question_of_cell(view, { brush, ...question }, cell) {
  if (!cell) return { ...question, ...(brush && { brush }) };
  const [row, column] = cell.split("|");
  return { ...question, ...(view.rows && { [`f.${view.rows}`]: row }), ...(view.columns && { [`f.${view.columns}`]: column }) };
}

// Curves over an axis of numbers, points next to the names of another one; a series for each row.
export function cells_figure(view, campaign) {
  const axis = (name) => campaign.axes.find((one) => one.name === name);
  const across = axis(view.columns ?? view.rows), has_series = view.columns !== null && view.rows !== null;
  const levels = across?.levels ?? ["all"], curves = Boolean(across?.numbers) && levels.length > 1;
  const rows = view.cells.flatMap((row, r) => row.map((cell, c) => {
    const level = levels[view.columns !== null ? c : r];
    return cell[0] > 0 && [curves ? Number(level) : level, ...(has_series ? [`${view.rows} ${axis(view.rows).levels[r]}`] : []), ...row_of(cell)];
  })).filter((row) => row);
  return { id: "cells", title: ratio_title(view), says: "Geometric means with 95 % intervals for new draws.", kind: curves ? "line" : "bar",
           x: { title: across?.name ?? "" }, y: ratios(ratio_title(view)), columns: ["x", ...(has_series ? ["series"] : []), ...summary_columns], rows };
}

export function cells(view, campaign, question) {
  const rows = levels_of(campaign, view.rows), columns = levels_of(campaign, view.columns);
  const places = (levels, filled) => levels.map((_, i) => i).filter(filled);
  const shown_rows = places(rows, (r) => view.cells[r].some(([count]) => count));
  const shown_columns = places(columns, (c) => view.cells.some((row) => row[c][0]));
  const table = element("table", { class: "cells" });
  if (view.columns !== null)
    table.append(element("thead", {}, [element("tr", {}, [element("th", { scope: "col" }, [`${view.rows ?? ""} \\ ${view.columns}`]),
                                                          ...shown_columns.map((c) => element("th", { scope: "col" }, [shown_level(columns[c])]))])]));
  else table.append(element("thead", {}, [element("tr", {}, [element("th", { scope: "col" }, [view.rows ?? ""]), element("th", { scope: "col" }, ["A / B"])])]));
  table.append(element("tbody", {}, shown_rows.map((r, top) => element("tr", {}, [
    element("th", { scope: "row" }, [shown_level(rows[r]) ?? "all"]),
    ...shown_columns.map((c, left) => {
      const summary = view.cells[r][c];
      const cell = `${rows[r]}|${columns[c]}`;
      const open = () => summary[0] && open_cell(view, question, cell);
      return element("td", { class: !summary[0] || is_sure(summary) ? null : "unsure", style: fill(view, summary), tabindex: top + left ? "-1" : "0", click: open,
                             keydown: (event) => event.key === "Enter" && open() }, cell_text(summary));
    }),
  ]))));
  table.addEventListener("keydown", (event) => move(event, table));
  const listed = () => [[view.rows ?? "all", view.columns ?? "all", ...summary_names],
                        ...view.cells.flatMap((row, r) => row.map((summary, c) => [rows[r], columns[c], ...summary]))];
  const key = (who, label) => element("span", { class: "key", style: `--winner: var(--${who}-wins); --strength: 45%` }, [`${label} better`]);
  return panel("cells", "Together: A / B", element("div", { class: "axes" }, [axis_select("Rows", "y", view.rows, campaign), axis_select("Columns", "x", view.columns, campaign), key("a", "A"), key("b", "B"), element("span", { class: "key unsure" }, ["new draws may reverse it"])]),
               element("div", { class: "wide", tabindex: "0" }, [table]), take("cells", view.sql.cells, listed, () => cells_figure(view, campaign), campaign));
}
