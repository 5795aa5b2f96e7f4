// The ranges of axes and their ticks.

const room = 0.04; // of the span of the values, at each end

const place_on = (log, value) => (log ? Math.log(value) : value);
const value_at = (log, place) => (log ? Math.exp(place) : place);

// All values of these columns that can be drawn, with room for marks at both ends; null if there are none.
function axis_span(chart, columns, log) {
  let least = Infinity, greatest = -Infinity;
  for (const row of chart.rows)
    for (const column of columns) {
      const value = row[column];
      if (typeof value !== "number" || (log && value <= 0)) continue;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
  if (least > greatest) return null;
  const from = place_on(log, least), to = place_on(log, greatest);
  const beyond = room * (to > from ? to - from : log || from === 0 ? 1 : Math.abs(from));
  return { least: !log && from >= 0 && from < beyond ? 0 : value_at(log, from - beyond), greatest: value_at(log, to + beyond), log: Boolean(log),
           of_one_value: greatest - least <= 1e-9 * Math.max(Math.abs(least), Math.abs(greatest)) };
}

// The position of a value, as a part of the axis from its lower end.
function part_of(span, value) {
  const from = place_on(span.log, span.least);
  return (place_on(span.log, value) - from) / (place_on(span.log, span.greatest) - from);
}

const across_columns = ["x", "x_low", "x_high", "paper_x"], down_columns = ["y", "low", "high", "least", "greatest", "paper"];

// A span for an axis all of whose values are the same, which would have none: that of the column and what shares its axis.
function span_of_one_value(chart, column, log) {
  const span = axis_span(chart, across_columns.includes(column) ? across_columns : down_columns, log);
  return span?.of_one_value ? span : null;
}

function with_one(span) {
  const beside = (sign) => value_at(span.log, place_on(span.log, 1) + (sign * room) / 4);
  return { ...span, least: Math.min(span.least, beside(-1)), greatest: Math.max(span.greatest, beside(1)) };
}

// Round numbers on a logarithmic axis: in round steps where it is short, else at 1, 2 and 5, or at powers of ten where it is
// long. By itself Vega labels only these.
function log_ticks({ least, greatest }) {
  const ticks = [];
  const add = (tick) => { if (tick >= least && tick <= greatest) ticks.push(Number(tick.toPrecision(6))); };
  if (greatest < 5 * least) {
    const rough = (greatest - least) / 6, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * (rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10);
    for (let count = Math.ceil(least / step); count * step <= greatest; ++count) add(count * step);
    return ticks;
  }
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= greatest; power *= 10)
    for (const digit of greatest < 1e4 * least ? [1, 2, 5] : [1]) add(digit * power);
  return ticks;
}

const axis_title = ({ title, log }) => (title ? title + (log ? ", log scale" : "") : null);

// A position channel: numbers on the axis's scale, which shows `span` if given, or categories in the order of the rows.
function position(chart, column, axis, span = null) {
  const title = axis_title(axis);
  if (chart.has_texts(column)) return { field: column, type: "nominal", sort: null, title, axis: name_axis(chart.distinct(column)) };
  let shown = span ?? span_of_one_value(chart, column, axis.log);
  if (shown && axis.one) shown = with_one(shown);
  const domain = shown ? [shown.least, shown.greatest] : undefined;
  const whole = column === "x" && !axis.log && chart.distinct(column).every(Number.isInteger);
  return { field: column, type: "quantitative", title,
           axis: whole ? { tickMinStep: 1 } : shown && axis.log ? { values: log_ticks(shown) } : undefined,
           scale: axis.log ? { type: "log", domain, nice: false } : { domain, zero: false } };
}

// A place in px that each row has.
const place_in = (field) => ({ field, type: "quantitative", scale: null, axis: null });

// A line at 1 of an axis that has one, whose positions are on the channel "x" or "y".
function one_line(axis, channel) {
  return axis.one && layer({ type: "rule", strokeDash: [4, 3], opacity: 0.6 }, { [channel]: { datum: 1, type: "quantitative" } }, { rows: [{}] });
}
