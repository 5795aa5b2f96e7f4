// Looks at the page inner.html in frames of several widths; headless windows are at least 500 px wide.
// The corners of a text, which may be turned, on the screen.
function corners(text) {
  const { x, y, width, height } = text.getBBox(), matrix = text.getScreenCTM();
  const cut = 0.2 * height; // letters leave room above and below
  return [[x, y + cut], [x + width, y + cut], [x + width, y + height - cut], [x, y + height - cut]].map(([px, py]) => new DOMPoint(px, py).matrixTransform(matrix));
}

// Whether a line along an edge of one of two convex shapes parts them.
function lie_apart(one, other) {
  return [one, other].some((shape) => shape.some((from, i) => {
    const to = shape[(i + 1) % shape.length], across = { x: to.y - from.y, y: from.x - to.x };
    const along = (points) => points.map((point) => point.x * across.x + point.y * across.y);
    const a = along(one), b = along(other), slack = 0.5 * Math.hypot(across.x, across.y);
    return Math.max(...a) <= Math.min(...b) + slack || Math.max(...b) <= Math.min(...a) + slack;
  }));
}

function picture_faults(svg, fault) {
  const frame = svg.getBoundingClientRect();
  const view = svg.ownerDocument.defaultView;
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim() && text.getAttribute("opacity") !== "0");
  const seen = texts.map((text) => ({ words: text.textContent, place: text.getBoundingClientRect(), shape: corners(text) }));
  texts.forEach((text, i) => {
    const scale = text.getScreenCTM();
    const letters = parseFloat(view.getComputedStyle(text).fontSize) * Math.hypot(scale.a, scale.b);
    if (letters < 8.99) fault(`'${seen[i].words}' has letters of ${letters.toFixed(1)} px`);
  });
  seen.forEach(({ words, place, shape }, i) => {
    if (place.left < frame.left - 1 || place.right > frame.right + 1 || place.top < frame.top - 1 || place.bottom > frame.bottom + 1)
      fault(`'${words}' is cut off`);
    for (const other of seen.slice(0, i))
      if (place.left < other.place.right && other.place.left < place.right && place.top < other.place.bottom &&
          other.place.top < place.bottom && !lie_apart(shape, other.shape))
        fault(`'${other.words}' and '${words}' overlap`);
  });
  for (const line of svg.querySelectorAll(".mark-rule.role-mark line")) { // intervals
    const ends = [1, 2].map((i) => new DOMPoint(line.getAttribute(`x${i}`) ?? 0, line.getAttribute(`y${i}`) ?? 0).matrixTransform(line.getScreenCTM()));
    for (const { words, shape } of seen) if (!lie_apart(shape, ends)) fault(`'${words}' is struck through`);
  }
}

// An axis of rounding errors, numbers that nobody reads.
function axis_faults(svg, fault) {
  for (const axis of svg.querySelectorAll("[aria-roledescription=axis]")) {
    const [, from, to] = axis.getAttribute("aria-label").match(/values from (\S+) to (\S+)$/) ?? [];
    const [low, high] = [from, to].map((value) => Number(value?.replaceAll(",", "").replace("\u2212", "-")));
    if (Math.abs(high - low) < 1e-9 * Math.max(Math.abs(low), Math.abs(high))) fault(`an axis from ${from} to ${to}`);
    for (const label of axis.querySelectorAll(".role-axis-label text"))
      if (/\de[+-]?\d/.test(label.textContent)) fault(`an axis has the label ${label.textContent}`);
  }
}

function legend_faults(legend, fault) {
  const looks = new Map();
  for (const button of legend.querySelectorAll("button")) {
    const mark = button.querySelector(".mark"), look = mark.style.color + mark.innerHTML;
    if (looks.has(look)) fault(`'${button.value}' looks like '${looks.get(look)}'`);
    looks.set(look, button.value);
  }
}

function outline_faults(page, fault) {
  for (const name of ["header", "main", "h1"])
    if (page.querySelectorAll(name).length !== 1) fault(`${page.querySelectorAll(name).length} times ${name}`);
  let before = 0;
  for (const heading of page.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const level = Number(heading.tagName[1]);
    if (level > before + 1) fault(`'${heading.textContent}' skips a level of headings`);
    before = level;
  }
}

function scroll_faults(page, fault) {
  for (const box of page.querySelectorAll("body *")) {
    const style = page.defaultView.getComputedStyle(box);
    const scrolls = (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth + 1) ||
                    (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 1);
    if (scrolls && box.tabIndex < 0 && !box.querySelector("a, button, [tabindex]")) fault(`${box.tagName} scrolls without focus`);
  }
}

async function faults_at(width) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:2000px;border:0`;
  frame.src = "inner.html";
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; });
  const page = frame.contentDocument;
  const drawn = () => page.documentElement.dataset.drawn || !page.querySelector(".chart-data");
  while (!drawn()) await new Promise((resolve) => setTimeout(resolve, 50));
  const faults = [];
  const fault_of = (element) => (words) => faults.push(`${width} px: ${element.closest("figure")?.id ?? "page"}: ${words}\n`);
  const fault = fault_of(page.body);
  if (page.documentElement.scrollWidth > frame.clientWidth) fault(`${page.documentElement.scrollWidth} px wide`);
  const nodes = page.getElementsByTagName("*").length;
  if (nodes >= 20000) fault(`${nodes} nodes`);
  for (const svg of page.querySelectorAll("svg")) {
    picture_faults(svg, fault_of(svg));
    axis_faults(svg, fault_of(svg));
  }
  for (const legend of page.querySelectorAll(".legend")) legend_faults(legend, fault_of(legend));
  outline_faults(page, fault);
  scroll_faults(page, fault);
  frame.remove();
  return faults.join("");
}

(async () => {
  let faults = "";
  for (const width of [420, 768, 1400]) faults += await faults_at(width);
  document.body.dataset.faults = faults;
})();
