// Draws the charts of a report, the nearest to the screen first, with legends that highlight what they name, and offers their data for download.
// The colours are the page's own variables, so that dark mode and print need no redrawing.
"use strict";
function palio_draw_report() {
  // What is chosen in the legends of all charts, and what the pointer is on.
  const chosen = new Set();
  const views = [];
  function show(view, names) {
    view.signal("chosen", names).runAsync();
  }
  function show_choice() {
    for (const view of views) show(view, [...chosen]);
    for (const button of document.querySelectorAll(".legend button")) button.setAttribute("aria-pressed", chosen.has(button.value));
    for (const row of document.querySelectorAll("tbody tr")) row.classList.toggle("chosen", chosen.has(row.cells[0].querySelector("bdi")?.textContent));
  }

  function symbol({ colour, sign, dashes }) {
    const span = document.createElement("span");
    span.className = "mark";
    span.setAttribute("aria-hidden", "true");
    span.style.color = colour;
    if (dashes)
      span.innerHTML = `<svg width="24" height="8"><line x1="0" y1="4" x2="24" y2="4" stroke="currentColor" stroke-width="2.5" stroke-dasharray="${dashes.join(" ")}"/></svg>`;
    else span.textContent = sign;
    return span;
  }

  // A button for each series: hovering shows only that one in its chart, pressing it in all charts and tables.
  function legend(entries, figure) {
    const list = document.createElement("div");
    list.className = "legend";
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", "Series; click to highlight one in all charts");
    for (const entry of entries) {
      const button = document.createElement("button");
      button.type = "button";
      button.value = entry.name;
      button.setAttribute("aria-pressed", "false");
      const name = document.createElement("bdi");
      name.textContent = entry.name;
      button.append(symbol(entry), name);
      button.addEventListener("click", () => {
        if (!chosen.delete(button.value)) chosen.add(button.value);
        show_choice();
      });
      for (const [event, names] of [["pointerenter", () => [button.value]], ["pointerleave", () => [...chosen]]])
        button.addEventListener(event, (pointer) => {
          if (pointer.pointerType === "mouse" && figure.view) show(figure.view, names());
        });
      list.append(button);
    }
    return list;
  }

  // Opens the data of a figure at the row that a mark shows.
  function show_row(figure, datum) {
    const [x, y] = ["x", "y"].map((column) => figure.data.columns.indexOf(column));
    const at = figure.data.rows.findIndex((row) => row[x] === datum.x && row[y] === datum.y);
    if (!figure.rows[at]) return; // the table has only the first rows
    for (const row of figure.rows) row.classList.remove("pressed");
    figure.rows[at].classList.add("pressed");
    figure.details.open = true;
    figure.rows[at].scrollIntoView({ block: "center" });
  }

  async function draw(figure) {
    const width = figure.chart.clientWidth;
    figure.chart.dataset.width = width;
    const spec = palio_charts.specification(figure.data, palio_charts.page_look(figure.data, width));
    const { view } = await vegaEmbed(figure.chart, spec, { ast: true, renderer: "svg", actions: false, defaultStyle: false });
    figure.chart.classList.toggle("tall", figure.chart.clientHeight > 600);
    if (figure.view) views.splice(views.indexOf(figure.view), 1);
    figure.view = view;
    views.push(view);
    view.addEventListener("click", (event, item) => {
      if (item?.cursor === "pointer") show_row(figure, item.datum);
    });
    if (chosen.size > 0) show(view, [...chosen]);
  }

  function csv({ columns, rows }) {
    const cell = (value) => {
      const text = value === null || value === undefined ? "" : String(value);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    return [columns, ...rows].map((row) => row.map(cell).join(",") + "\n").join("");
  }

  function give(link, type, text_of) {
    link.addEventListener("click", () => (link.href = URL.createObjectURL(new Blob([text_of()], { type }))));
  }

  const charts = [...document.querySelectorAll("figure:not([data-old] figure)")].map((figure) => {
    const data = JSON.parse(figure.querySelector(".chart-data").textContent);
    give(figure.querySelector("a.json"), "application/json", () => JSON.stringify(palio_charts.specification(data, palio_charts.paper_look(data)), null, 2) + "\n");
    give(figure.querySelector("a.csv"), "text/csv", () => csv(data));
    const details = figure.querySelector("details");
    const drawn = { chart: figure.querySelector(".chart"), data, details, rows: [...details.querySelector("tbody").rows] };
    const beside = palio_charts.beside_chart(data, palio_charts.page_look(data, drawn.chart.clientWidth));
    if (beside.legend.length) drawn.chart.after(legend(beside.legend, drawn));
    if (beside.note) figure.querySelector("figcaption p").append(` ${beside.note}`);
    return drawn;
  });

  // The one nearest to what is on the screen, of those to draw.
  function next_chart() {
    const distance = ({ chart }) => {
      const { top, bottom } = chart.getBoundingClientRect();
      return Math.max(0, top - window.innerHeight, -bottom);
    };
    const left = charts.filter(({ chart }) => chart.isConnected && chart.dataset.width !== String(chart.clientWidth));
    return left.length ? left.reduce((near, figure) => (distance(figure) < distance(near) ? figure : near)) : null;
  }

  async function draw_all() {
    for (let figure = next_chart(); figure; figure = next_chart()) {
      try {
        await draw(figure);
      } catch (error) {
        figure.chart.textContent = "This chart could not be drawn; its data are below.";
        console.error(error);
      }
      await new Promise((resolve) => setTimeout(resolve, 0)); // keeps the page responsive
    }
    document.documentElement.dataset.drawn = charts.length;
  }

  let waiting;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(draw_all, 200);
  });
  draw_all();

  // The study file is printed even if it is folded.
  const study = document.querySelector("#study details");
  let was_open = false;
  window.addEventListener("beforeprint", () => {
    was_open = study?.open;
    if (study) study.open = true;
  });
  window.addEventListener("afterprint", () => {
    if (study) study.open = was_open;
  });
}

palio_draw_report();
