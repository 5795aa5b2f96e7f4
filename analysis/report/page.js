// Draws the charts of a report, one after the other, and gives away their data. The colours are the page's own variables,
// so that dark mode and print need no drawing.
"use strict";
(() => {
  const colours = {
    ink: "currentColor",
    faint: "var(--faint)",
    series: Array.from({ length: 10 }, (_, i) => `var(--series-${i})`),
  };

  // Panels stand side by side where there is room for 260 px each.
  function fitted(spec, width) {
    if (!spec.facet) return spec;
    const columns = Math.max(1, Math.min(spec.columns, Math.floor(width / 320)));
    return { ...spec, columns, spec: { ...spec.spec, width: Math.max(120, Math.floor(width / columns) - 85) } };
  }

  function draw(chart, spec) {
    const width = chart.clientWidth;
    chart.dataset.width = width;
    const options = { ast: true, renderer: "svg", actions: false, defaultStyle: false, config: palio_theme(colours, width, spec) };
    return vegaEmbed(chart, palio_wrapped(fitted(spec, width), width), options);
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
    return { chart: figure.querySelector(".chart"), spec };
  });

  async function draw_all() {
    for (const { chart, spec } of charts) {
      if (chart.dataset.width === String(chart.clientWidth)) continue;
      try {
        await draw(chart, spec);
      } catch (error) {
        chart.textContent = "This chart could not be drawn; its data are below.";
        console.error(error);
      }
      await new Promise((resolve) => setTimeout(resolve, 0)); // the page stays alive in between
    }
    document.documentElement.dataset.drawn = charts.length;
  }

  let waiting;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(draw_all, 200);
  });
  draw_all();

  // The study file is printed whether it is open or not.
  const study = document.querySelector("#study details");
  let was_open = false;
  window.addEventListener("beforeprint", () => {
    was_open = study?.open;
    if (study) study.open = true;
  });
  window.addEventListener("afterprint", () => {
    if (study) study.open = was_open;
  });
})();
