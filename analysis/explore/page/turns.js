// Where the order turns: A / B by the levels of each axis, the axis that explains most first. A level is a filter, too.
import { go } from "/explore.js";
import { dot_and_interval, element, is_for_a, is_sure, look_of, ramp, ratio_text, ratio_title, ratios, row_of, shown_level, summary_names, take, whole } from "/parts.js";

const little = 0.02; // an axis that explains less is folded
const many = 60; // an axis of more levels is no choice
const width = 150;

// One logarithmic scale for all axes. An interval far beyond the ratios ends at the edge.
function scale_of(view) {
  const ratios = view.axes.flatMap(({ levels }) => levels.flatMap(([count, ratio]) => (count ? [ratio] : [])));
  const ends = view.axes.flatMap(({ levels }) => levels.flatMap(([count, , low, high]) => (count && low !== null ? [low, high] : [])));
  const least = Math.min(1, ...ratios), most = Math.max(1, ...ratios), room = Math.max(1.02, Math.sqrt(most / least));
  const low = Math.log(Math.max(least / room, Math.min(least, ...ends))), high = Math.log(Math.min(most * room, Math.max(most, ...ends)));
  return (ratio) => 6 + ((Math.log(ratio) - low) / (high - low || 1)) * (width - 12);
}

export function turn_figure({ name, levels }, { levels: labels, numbers }, view) {
  const rows = levels.flatMap((level, i) => (level[0] ? [[numbers ? Number(labels[i]) : labels[i], ...row_of(level.slice(0, 4)).slice(0, 4)]] : []));
  return { id: name, title: ratio_title(view), says: "Geometric means with 95 % intervals for new draws.", kind: numbers && rows.length > 1 ? "line" : "bar",
           x: { title: name }, y: ratios(ratio_title(view)), columns: ["x", "y", "low", "high", "instances"], rows };
}

// "17 of 150": those in the brush.
const count_text = ([count, , , , selected], brushed) => (brushed ? `${whole(selected)} of ${whole(count)}` : whole(count));

function turn(view, axis, known, campaign, place, brushed) {
  const { levels } = known, kept = axis.kept ? new Set(axis.kept) : null, step_of = ramp(levels.length);
  const buttons = levels.map((level, i) => {
    const of = axis.levels[i];
    if (!of[0] && !kept) return "";
    const press = () => {
      const wanted = kept ? levels.filter((_, j) => (j === i) !== kept.has(j)) : [level];
      go({ [`f.${axis.name}`]: wanted.length === levels.length ? null : wanted.join("|") });
    };
    const winner = of[0] && is_sure(of) ? look_of(is_for_a(view, of[1]) ? view.a : view.b, campaign, "dot-row") : { class: "dot-row unsure" };
    const name = element("span", axis.name === view.rows && view.instances.points ? { class: "swatch", style: `--t: ${step_of(i)}` } : {}, [element("bdi", {}, [shown_level(level)])]);
    return element("button", { type: "button", class: "level", "aria-pressed": String(kept ? kept.has(i) : true), click: press },
                   [name, dot_and_interval(place, width, of, winner), element("span", { class: "number" }, [ratio_text(of[0] ? of[1] : null)]), element("span", { class: "number count" }, [count_text(of, brushed)])]);
  });
  const rows = () => [[axis.name, ...summary_names.slice(0, 4)], ...levels.map((level, i) => [level, ...axis.levels[i].slice(0, 4)])];
  return element("fieldset", { class: "axis", title: kept ? "Click a value to add it or to leave it out" : "Click a value to keep only that one; click more to add them" }, [
    element("legend", {}, [axis.name, element("span", { title: known.follows ? `It follows from ${known.follows}.` : null }, [` explains ${(100 * axis.share).toFixed(axis.share < 0.1 ? 1 : 0)} %`])]),
    element("div", { class: "levels", tabindex: levels.length > 12 ? "0" : null }, buttons), take(axis.name, axis.sql, rows, () => turn_figure(axis, known, view), campaign)]);
}

const phone = window.matchMedia("(max-width: 40rem)");
phone.addEventListener("change", () => { if (!phone.matches) document.querySelector(".filters")?.setAttribute("open", ""); });

export function turns(view, campaign, brushed) {
  const place = scale_of(view);
  const all = view.axes.map((axis, i) => ({ axis, known: campaign.axes[i] })).filter(({ axis, known }) => known.levels.length <= many || axis.kept)
    .sort((x, y) => y.axis.share - x.axis.share);
  const telling = all.filter(({ axis, known }, i) => i === 0 || axis.kept || (axis.share >= little && !known.follows)), others = all.filter((one) => !telling.includes(one));
  const shown = (list) => list.map(({ axis, known }) => turn(view, axis, known, campaign, place, brushed));
  return element("details", { class: "filters", open: !phone.matches }, [
    element("summary", {}, [element("h2", {}, ["Where it turns: A / B"])]), ...shown(telling),
    ...(others.length ? [element("details", { class: "others", open: telling.length <= 1 }, [element("summary", {}, [`${others.length} more ${others.length === 1 ? "axis explains" : "axes explain"} less than 2 %${others.some(({ known }) => known.follows) ? ", or what another one does" : ""}`]), ...shown(others)])] : [])]);
}
