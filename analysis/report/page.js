// Draws the charts of a report, the nearest to the screen first, with legends that highlight what they name, and offers their data for download.
// The colours are the page's own variables, so that dark mode and print need no redrawing.
"use strict";
function palio_draw_report() {
  const colours = { ink: "currentColor", faint: "var(--faint)" };
  const series = new Map(document.querySelector("main").dataset.colours.trim().split(" ").map((hex, i) => [hex, `var(--series-${i})`]));
  const signs = { circle: "\u25cf", square: "\u25a0", "triangle-up": "\u25b2", "triangle-down": "\u25bc", cross: "\u271a" };

  // The colours of a file as those of the page, everywhere in a specification except its data; the page has its own legend.
  function page_colours(part) {
    if (typeof part === "string") return series.get(part) ?? part;
    if (Array.isArray(part)) return part.map(page_colours);
    if (part === null || typeof part !== "object") return part;
    const of_page = (name, value) => (name === "legend" ? null : name === "data" || name === "domain" ? value : page_colours(value));
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, of_page(name, value)]));
  }

  // The column whose values a legend, or the reader's choice, can highlight in a layer.
  function told_by({ encoding }) {
    return [encoding.color, encoding.text, encoding.detail].find((channel) => channel?.type === "nominal" && (channel.field === "series" || channel.field === "x"))?.field;
  }

  // Keeps names readable over lines.
  function with_halo(layer) {
    if (layer.mark.type !== "text" || !layer.data) return layer;
    return { ...layer, mark: { ...layer.mark, stroke: "var(--paper)", strokeWidth: 3, strokeJoin: "round" } };
  }

  function with_choice(layer) {
    const column = told_by(layer);
    if (!column || layer.data?.name) return layer;
    const opacity = layer.mark.opacity ?? 1;
    const test = `length(chosen) === 0 || indexof(chosen, '' + datum[${JSON.stringify(column)}]) >= 0`;
    return { ...layer, encoding: { ...layer.encoding, opacity: { condition: { test, value: opacity }, value: 0.1 * opacity } } };
  }

  // Panels go side by side if there is room for them.
  function fitted(spec, width) {
    if (!spec.facet) return spec;
    const narrow = spec.spec.width; // px, the least width of a panel
    const columns = Math.max(1, Math.min(spec.columns, Math.floor(width / (narrow + 25))));
    const axes = spec.resolve ? 85 : 25;
    return { ...spec, columns, spec: { ...spec.spec, width: Math.max(120, Math.floor((width - (spec.resolve ? 0 : 70)) / columns) - axes) } };
  }

  function for_page(spec, width) {
    const whole = page_colours(palio_wrapped(fitted(spec, width), width));
    const layers = (part) => ({ ...part, layer: part.layer.map(with_choice).map(with_halo) });
    return { ...(whole.spec ? { ...whole, spec: layers(whole.spec) } : layers(whole)), params: [{ name: "chosen", value: [] }] };
  }

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

  function symbol(look, i, curve) {
    const span = document.createElement("span");
    span.className = "mark";
    span.setAttribute("aria-hidden", "true");
    span.style.color = series.get(look.color.scale.range[i]) ?? look.color.scale.range[i];
    if (!curve) {
      span.textContent = signs[look.shape?.scale.range[i] ?? "circle"];
      return span;
    }
    const dashes = (look.strokeDash?.scale.range[i] ?? [1, 0]).join(" ");
    span.innerHTML = `<svg width="24" height="8"><line x1="0" y1="4" x2="24" y2="4" stroke="currentColor" stroke-width="2.5" stroke-dasharray="${dashes}"/></svg>`;
    return span;
  }

  // A button for each series: hovering shows only that one in its chart, pressing it in all charts and tables.
  function legend(spec, figure) {
    const panel = spec.spec ?? spec;
    const main = panel.layer.find((part) => part.encoding.color?.legend && part.encoding.tooltip);
    if (!main) return null;
    const list = document.createElement("div");
    list.className = "legend";
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", "Series; press to bring one out in all charts");
    main.encoding.color.scale.domain.forEach((value, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.value = String(value);
      button.setAttribute("aria-pressed", "false");
      const name = document.createElement("bdi");
      name.textContent = String(value);
      button.append(symbol(main.encoding, i, main.mark.type === "line"), name);
      button.addEventListener("click", () => {
        if (!chosen.delete(button.value)) chosen.add(button.value);
        show_choice();
      });
      for (const [event, names] of [["pointerenter", () => [button.value]], ["pointerleave", () => [...chosen]]])
        button.addEventListener(event, (pointer) => {
          if (pointer.pointerType === "mouse" && figure.view) show(figure.view, names());
        });
      list.append(button);
    });
    return list;
  }

  // Opens the data of a figure at the row that a mark shows.
  function show_row(figure, datum) {
    const at = figure.spec.data.values.findIndex((row) => row.x === datum.x && row.y === datum.y);
    if (!figure.rows[at]) return; // the table has only the first rows
    for (const row of figure.rows) row.classList.remove("pressed");
    figure.rows[at].classList.add("pressed");
    figure.details.open = true;
    figure.rows[at].scrollIntoView({ block: "center" });
  }

  async function draw(figure) {
    const width = figure.chart.clientWidth;
    figure.chart.dataset.width = width;
    const options = { ast: true, renderer: "svg", actions: false, defaultStyle: false, config: palio_theme(colours, width, figure.spec) };
    const { view } = await vegaEmbed(figure.chart, for_page(figure.spec, width), options);
    figure.chart.classList.toggle("tall", figure.chart.clientHeight > 600);
    if (figure.view) views.splice(views.indexOf(figure.view), 1);
    figure.view = view;
    views.push(view);
    view.addEventListener("click", (event, item) => {
      if (item?.cursor === "pointer") show_row(figure, item.datum);
    });
    if (chosen.size > 0) show(view, [...chosen]);
  }

  function csv(rows) {
    const cell = (value) => {
      const text = value === null || value === undefined ? "" : String(value);
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const columns = Object.keys(rows[0]);
    return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((row) => row.map(cell).join(",") + "\n").join("");
  }

  function give(link, type, text) {
    link.href = URL.createObjectURL(new Blob([text], { type }));
  }

  const charts = [...document.querySelectorAll("figure")].map((figure) => {
    const spec = JSON.parse(figure.querySelector(".spec").textContent);
    give(figure.querySelector("a.json"), "application/json", JSON.stringify(spec, null, 2) + "\n");
    give(figure.querySelector("a.csv"), "text/csv", csv(spec.data.values));
    const details = figure.querySelector("details");
    const drawn = { chart: figure.querySelector(".chart"), spec, details, rows: [...details.querySelector("tbody").rows] };
    const names = legend(spec, drawn);
    if (names) drawn.chart.after(names);
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
