// Names on axes, next to points and in columns, so that none covers another.

const letter_width = 6.4, label_height = 12; // px, at 11 px

// --- names on an axis ---------------------------------------------------------------------------------------------------

// A name in lines of at most so many letters where commas and colons allow that.
function name_lines(name, length = 40) {
  const lines = [];
  while (name.length > length) {
    const end = Math.max(name.lastIndexOf(",", length - 1), name.lastIndexOf(":", length - 1));
    if (end < 0) break;
    lines.push(name.slice(0, end + 1));
    name = name.slice(end + 1);
  }
  return [...lines, name];
}

// An expression for labels: those named there as told, in lines if it is a list, others as they are.
const labels_as = (labels) => `(${JSON.stringify(labels)})[datum.label] || datum.label`;

// The same for names that are longer than a line; none if there are no such names.
function broken_labels(names, length) {
  const broken = names.filter((name) => typeof name === "string").map((name) => [name, name_lines(name, length)]).filter(([, lines]) => lines.length > 1);
  return broken.length ? labels_as(Object.fromEntries(broken)) : undefined;
}

// An axis of these names, all of them shown: long ones are broken after commas and colons.
const name_axis = (names) => ({ labelOverlap: false, labelExpr: broken_labels(names) });

// Height of a chart with `marks` marks below each other, px, with room for these names.
function category_height(marks, names = []) {
  const lines = Math.max(1, ...names.filter((name) => typeof name === "string").map((name) => name_lines(name).length));
  return (20 + (lines - 1) * 12) * Math.max(marks, 2);
}

// --- names as columns ---------------------------------------------------------------------------------------------------

const dot_width = 16, gap = 10; // px

// The label of a strategy, NAME or NAME:a=1,b=2; null if it is neither.
function parsed_name(label) {
  if (typeof label !== "string") return null;
  const colon = label.indexOf(":");
  if (colon < 0) return { name: label, base: label, parameters: new Map() };
  const assigned = label.slice(colon + 1).split(",").map((part) => part.trim()).filter((part) => part);
  if (!assigned.every((part) => part.includes("="))) return null;
  return { name: label, base: label.slice(0, colon), parameters: new Map(assigned.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)])) };
}

// Names of strategies with several parameters as columns: the name, a column of dots for each value of a parameter that has
// one or two, a column of texts for one that has more. Null if the names are short, or not those of strategies: an axis can
// bear them. `numbered`: rows begin with their number, from 1 on.
function name_columns(labels, numbered) {
  const names = labels.map(parsed_name);
  const is_long = (name) => name.parameters.size && name.name.length > 28;
  if (names.includes(null) || names.length <= 2 || !names.some(is_long)) return null;
  const texts = (heading, cells) => ({ heading, cells, dots: false, width: gap + letter_width * longest(cells) });
  const columns = [...(numbered ? [texts("", names.map((_, i) => String(i + 1)))] : []), texts("", names.map(({ base }) => base))];
  for (const parameter of [...new Set(names.flatMap(({ parameters }) => [...parameters.keys()]))].sort()) {
    const cells = names.map(({ parameters }) => parameters.get(parameter) ?? "");
    const values = [...new Set(cells.filter((cell) => cell))].sort();
    if (values.length > 2) columns.push(texts(parameter, cells));
    else for (const value of values) columns.push({ heading: `${parameter}=${value}`, cells: cells.map((cell) => cell === value), dots: true, width: dot_width });
  }
  return { columns, names: names.map(({ name }) => name) };
}

const column_text = (mark) => ({ type: "text", align: "left", baseline: "middle", limit: 0, style: "column", ...mark });

// `category` is the y channel of the names, whose field is x.
function column_layers({ columns, names }, category) {
  const dots = [], texts = [], headings = [];
  const place = (px) => Math.round(10 * px) / 10;
  let at = -gap - columns.reduce((sum, { width }) => sum + width, 0); // px from the axis
  for (const { heading, cells, dots: has_dots, width } of columns) {
    const middle = place(at + dot_width / 2);
    if (heading) headings.push({ heading, at: middle });
    cells.forEach((cell, i) => {
      if (has_dots) dots.push({ x: names[i], at: middle, on: cell });
      else if (cell) texts.push({ x: names[i], at: place(at), cell });
    });
    at += width;
  }
  const x = { expr: "datum.at" }, text = (field) => ({ field, type: "nominal" });
  return [
    dots.length && layer({ type: "point", filled: true, size: 50, color: "currentColor", x },
                         { y: category, opacity: { condition: { test: "datum.on", value: 1 }, value: 0.15 } }, { rows: dots }),
    layer(column_text({ x }), { y: category, text: text("cell") }, { rows: texts }),
    layer(column_text({ x, y: -6, angle: -90 }), { text: text("heading") }, { rows: headings }),
  ];
}

// The names at the left of the rows of a chart: an axis, the layers that write them if the axis does not, the height of so
// many rows.
function row_names(chart, names, numbered = false) {
  const columns = chart.has("panel") ? null : name_columns(names, numbered);
  if (columns) return { axis: { labels: false, ticks: false }, columns, layers: (category) => column_layers(columns, category), height: (rows) => category_height(rows) };
  const plain = { layers: () => [], height: (rows) => category_height(rows, numbered ? [] : names) };
  if (!numbered) return { axis: name_axis(names), ...plain };
  return { axis: { labelOverlap: false, labelExpr: labels_as(Object.fromEntries(names.map((name, i) => [name, `${i + 1}  ${name}`]))) }, ...plain };
}

// --- names beside points ------------------------------------------------------------------------------------------------

// How the text of a name may be set at its point: px to the right and down.
const label_places = [["left", 7, 0], ["right", -7, 0], ["center", 0, -13], ["center", 0, 13], ["left", 5, -10], ["left", 5, 10], ["right", -5, -10], ["right", -5, 10]]
  .map(([align, dx, dy]) => ({ align, dx, dy }));

const boxes_meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function label_box({ name, x, y }, { align, dx, dy }) {
  const width = [...name].length * letter_width;
  const left = x + dx - (align === "right" ? width : align === "center" ? width / 2 : 0);
  return { left, top: y + dy - label_height / 2, right: left + width, bottom: y + dy + label_height / 2 };
}

// A point and its intervals.
function mark_boxes({ x, y, left = x, right = x, top = y, bottom = y }) {
  const radius = 5, half = 1; // px, of a point and of a line
  return [{ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius },
          { left, top: y - half, right, bottom: y + half }, { left: x - half, top, right: x + half, bottom }];
}

function stretched(point, by) {
  const wide = { ...point };
  for (const side of ["x", "left", "right"]) if (wide[side] !== undefined) wide[side] *= by;
  return wide;
}

// Places for the names of all points of a chart of this width and height (px), the first points first; free also where the
// chart is so many times as wide. None if a name would cover a point, an interval or another name at every place.
function label_sides(points, width, height, stretches = [1]) {
  const taken = stretches.map((by) => points.flatMap((point) => mark_boxes(stretched(point, by))));
  return points.map((point) => {
    const boxes = (place) => stretches.map((by) => label_box(stretched(point, by), place));
    const is_free = (box, i) => box.left >= 0 && box.right <= stretches[i] * width && box.top >= 0 && box.bottom <= height && !taken[i].some((other) => boxes_meet(box, other));
    const place = label_places.find((at) => boxes(at).every(is_free));
    if (place) boxes(place).forEach((box, i) => taken[i].push(box));
    return place;
  });
}

// Places (px) for labels below each other: in the order of what they name and as near to it as their height allows, all from
// 0 to `length` if they fit.
function spread_labels(wanted, length) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  let free = -label_height; // the latest place
  for (const i of order) free = places[i] = Math.max(places[i], free + label_height);
  free = Math.max(length, (wanted.length - 1) * label_height) + label_height;
  for (const i of order.reverse()) free = places[i] = Math.min(places[i], free - label_height);
  return places;
}
