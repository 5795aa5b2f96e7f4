// Sorts the tables of a report by the column whose heading is pressed: ascending, descending, original order.
"use strict";
function palio_sort_tables() {
  // The first number of a cell; a dash or nothing goes last in both directions.
  function key(cell) {
    const text = cell.textContent.trim();
    if (text === "" || text === "\u2013") return { missing: true };
    const plain = text.replace(/(\d)[,\u202f](?=\d{3})/g, "$1").replace("\u2212", "-");
    const number = parseFloat(plain);
    return { number: /^[-+]?[\d.]/.test(plain) && !Number.isNaN(number) ? number : null, text };
  }

  function compare(a, b) {
    if (a.number !== null && b.number !== null) return a.number - b.number;
    if (a.number !== null || b.number !== null) return a.number !== null ? -1 : 1;
    return a.text.localeCompare(b.text, undefined, { numeric: true });
  }

  function sort(body, rows, column, direction) {
    const keyed = rows.map((row) => ({ row, key: key(row.cells[column]) }));
    if (direction !== "none")
      keyed.sort((a, b) => {
        if (a.key.missing || b.key.missing) return (a.key.missing ? 1 : 0) - (b.key.missing ? 1 : 0);
        return direction === "ascending" ? compare(a.key, b.key) : compare(b.key, a.key);
      });
    body.append(...keyed.map((entry) => entry.row));
  }

  const next = { none: "ascending", ascending: "descending", descending: "none" };
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    const rows = [...body.rows]; // in the original order
    if (rows.length < 2 || !table.tHead || table.querySelector("[aria-sort]")) continue;
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const direction = next[heading.getAttribute("aria-sort")];
        for (const other of headings) other.setAttribute("aria-sort", "none");
        heading.setAttribute("aria-sort", direction);
        sort(body, rows, column, direction);
      });
    });
  }
}

palio_sort_tables();
