#include "analysis/gantt/svg_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "analysis/report/parts/html_text.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

constexpr double k_highest_row = 22;     // px
constexpr double k_screen = 720;         // px of all rows, if they then have a pixel each
constexpr double k_two_screens = 1600;   // px of all rows, however many
constexpr double k_divided_row = 4;      // px; below, messages lie under the work
constexpr double k_transfer_part = 0.3;  // of a row that also computes

double height_of(int rows) {
  const double at_least = std::min(1.0, k_two_screens / rows);
  return std::clamp(k_screen / rows, at_least, k_highest_row);
}

constexpr double k_thinnest = 0.02;         // px; nothing vanishes
constexpr double k_framed_height = 4;       // px; from here on bars are set apart from their neighbours,
constexpr double k_framed_width = 3;        // px; where their frame leaves most of their colour
constexpr double k_visible = 0.75;          // px; a bar that is drawn by itself is at least this wide
constexpr double k_text_height = 11;        // px; from this height on a bar holds its label
constexpr double k_letter = 6.5;            // px
constexpr std::size_t k_most_texts = 3000;  // labels inside bars

double seconds_shown(double seconds) { return std::round(seconds * 1e6) / 1e6; }

// "t a3": kind or dates, then the colour; the style sheet of the page knows them.
std::string class_of(const Bar& bar) {
  if (bar.dates == BarDates::planned) return "p";
  const char kind = bar.kind == BarKind::task ? 't' : bar.kind == BarKind::transfer ? 'x' : 'c';
  return fmt::format("{} a{}", kind, colour_of(bar));
}

std::string title_of(const GanttChart& chart, const Bar& bar) {
  const char* what = bar.dates == BarDates::planned ? "predicted: " : bar.kind == BarKind::copy ? "copy of " : "";
  return fmt::format("{}{}\n{}\n{}\n{} to {} s ({} s){}{}", what, bar.label,
                     chart.applications[static_cast<std::size_t>(bar.application)], place_text(chart, bar.rows),
                     seconds_shown(bar.start), seconds_shown(bar.finish), seconds_shown(bar.finish - bar.start),
                     bar.note.empty() ? "" : "\n", bar.note);
}

// Line by line, since a name must not add line breaks.
std::string xml_lines(std::string_view text) {
  std::string lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines += xml_text(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
}

struct BarBox {
  double x = 0, y = 0, width = 0, height = 0;  // px
};

BarBox box_of(const SvgLayout& layout, const Bar& bar, const RowRange& range) {
  const Lane lane = layout.lane(bar, range.first);
  const double above = lane.from * layout.row_height();
  const double below = (1 - lane.to) * layout.row_height();
  const double top = layout.y(range.first) + above;
  const double height = range.count * layout.row_height() - above - below;
  return {layout.x(bar.start), top, std::max(k_thinnest, layout.x(bar.finish) - layout.x(bar.start)), height};
}

std::string rectangle(const BarBox& box) {
  return fmt::format("M{} {}h{}v{}h-{}z", pixels(box.x), pixels(box.y), pixels(box.width), pixels(box.height),
                     pixels(box.width));
}

// A bar's label inside its first rectangle, if there is room for all or most of it.
std::string inside_text(const Bar& bar, const BarBox& box) {
  constexpr std::size_t k_telling = 7;  // letters, the ellipsis included
  const auto letters = static_cast<std::size_t>(std::max(0.0, (box.width - 4) / k_letter));
  if (box.height < k_text_height || letters < std::min(bar.label.size(), k_telling)) return {};
  const std::string ink = bar.kind == BarKind::copy ? "" : fmt::format(" i{}", colour_of(bar));
  return fmt::format("<text class=\"l{}\" x=\"{}\" y=\"{}\">{}</text>\n", ink, pixels(box.x + box.width / 2),
                     pixels(box.y + box.height / 2 + 3.5), xml_text(shortened(bar.label, letters)));
}

std::vector<const Bar*> in_drawing_order(const GanttChart& chart) {
  std::vector<const Bar*> bars;
  for (const Bar& bar : chart.bars) bars.push_back(&bar);
  std::ranges::stable_sort(bars, {}, [](const Bar* bar) { return std::pair(bar->dates, bar->kind); });
  return bars;
}

std::string single_elements(const GanttChart& chart, const SvgLayout& layout) {
  std::string text, labels;
  std::size_t label_count = 0;
  for (const Bar* const pointed : in_drawing_order(chart)) {
    const Bar& bar = *pointed;
    std::string path;
    std::vector<BarBox> boxes;
    for (const RowRange& range : ranges_of(chart, bar.rows)) boxes.push_back(box_of(layout, bar, range));
    for (BarBox& box : boxes) {
      box.width = std::max(box.width, k_visible);
      path += rectangle(box);
    }
    const bool framed =
        !boxes.empty() && boxes.front().height >= k_framed_height && boxes.front().width >= k_framed_width;
    const bool thin = !boxes.empty() && boxes.front().width < k_framed_width;
    const char* frame = framed ? " f" : thin && bar.dates == BarDates::planned ? " u" : "";
    text += fmt::format("<path class=\"{}{}\" d=\"{}\"><title>{}</title></path>\n", class_of(bar), frame, path,
                        xml_lines(title_of(chart, bar)));
    const bool labelled = bar.kind != BarKind::transfer && bar.dates == BarDates::simulated && !boxes.empty();
    if (!labelled || label_count >= k_most_texts) continue;
    const std::string label = inside_text(bar, boxes.front());
    if (!label.empty()) ++label_count;
    labels += label;
  }
  return text + labels;
}

// A curve from where a message leaves to where it arrives.
std::string link_path(const SvgLayout& layout, const BarLink& link) {
  const auto middle = [&](int row) { return layout.y(row) + layout.row_height() / 2; };
  const double from = layout.x(link.start), to = layout.x(link.finish), half = (from + to) / 2;
  return fmt::format("M{} {}C{} {} {} {} {} {}", pixels(from), pixels(middle(link.from_row)), pixels(half),
                     pixels(middle(link.from_row)), pixels(half), pixels(middle(link.to_row)), pixels(to),
                     pixels(middle(link.to_row)));
}

std::string link_elements(const GanttChart& chart, const SvgLayout& layout) {
  std::string text;
  for (const BarLink& link : chart.links)
    text += fmt::format("<path class=\"w\" d=\"{}\"><title>{}\n{} to {} s ({} s)</title></path>\n",
                        link_path(layout, link), xml_text(link.label), seconds_shown(link.start),
                        seconds_shown(link.finish), seconds_shown(link.finish - link.start));
  return text;
}

// What shares one element in a merged chart: lanes of different heights have different elements.
using MergeKey = std::tuple<BarDates, int, BarKind, int, int>;  // block of rows, then application and colour last

struct Piece {
  RowRange range;
  const Bar* bar;
};

std::map<MergeKey, std::vector<Piece>> pieces_by_block(const GanttChart& chart, int rows_per_block) {
  std::map<MergeKey, std::vector<Piece>> pieces;
  for (const Bar& bar : chart.bars)
    for (const RowRange& range : ranges_of(chart, bar.rows))
      pieces[{bar.dates, range.first / rows_per_block, bar.kind, bar.application, bar.colour}].push_back({range, &bar});
  return pieces;
}

// Neighbours on the same rows become one box if the gap would be invisible.
std::string joined_path(const SvgLayout& layout, std::vector<Piece>& pieces) {
  constexpr double k_invisible = 0.1;  // px
  std::ranges::stable_sort(pieces, {}, [](const Piece& piece) {
    return std::tuple(piece.range.first, piece.range.count, piece.bar->start);
  });
  std::string path;
  BarBox open;
  for (const Piece& piece : pieces) {
    const BarBox box = box_of(layout, *piece.bar, piece.range);
    const bool same_rows = box.y == open.y && box.height == open.height;
    const bool thin = box.width < 1 || open.width < 1;
    if (same_rows && thin && box.x - (open.x + open.width) < k_invisible) {
      open.width = std::max(open.width, box.x + box.width - open.x);
      continue;
    }
    if (open.width > 0) path += rectangle(open);
    open = box;
  }
  return path + rectangle(open);
}

std::string merged_title(const GanttChart& chart, const std::vector<Piece>& pieces) {
  double first = pieces.front().bar->start, last = 0, busy = 0;
  std::vector<int> rows;
  for (const Piece& piece : pieces) {
    first = std::min(first, piece.bar->start);
    last = std::max(last, piece.bar->finish);
    busy += piece.bar->finish - piece.bar->start;
    for (int row = piece.range.first; row < piece.range.first + piece.range.count; ++row) rows.push_back(row);
  }
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  const Bar& bar = *pieces.front().bar;
  if (pieces.size() == 1) return title_of(chart, bar);
  std::string_view plural = bar.kind == BarKind::copy ? "copies" : bar.kind == BarKind::task ? "tasks" : "transfers";
  return fmt::format("{} {}\n{}\n{}\n{} to {} s, together {} s", pieces.size(), plural,
                     chart.applications[static_cast<std::size_t>(bar.application)], place_text(chart, rows),
                     seconds_shown(first), seconds_shown(last), seconds_shown(busy));
}

std::string merged_elements(const GanttChart& chart, const SvgLayout& layout, std::size_t most_elements) {
  int rows_per_block = 1;
  auto blocks = pieces_by_block(chart, rows_per_block);
  while (blocks.size() > most_elements && rows_per_block < row_count(chart))
    blocks = pieces_by_block(chart, rows_per_block *= 2);
  std::string text;
  for (auto& [key, pieces] : blocks)
    text += fmt::format("<path class=\"{}\" d=\"{}\"><title>{}</title></path>\n", class_of(*pieces.front().bar),
                        joined_path(layout, pieces), xml_lines(merged_title(chart, pieces)));
  return text;
}

}  // namespace

SvgLayout::SvgLayout(const GanttChart& chart, const ChartSize& size)
    : group_computes_(chart.groups.size(), false),
      width_(size.width),
      row_height_(height_of(row_count(chart))),
      last_(std::max(last_date(chart), size.until)) {
  for (int group = 0; group < static_cast<int>(chart.groups.size()); ++group)
    group_of_row_.insert(group_of_row_.end(),
                         static_cast<std::size_t>(chart.groups[static_cast<std::size_t>(group)].rows), group);
  for (const Bar& bar : chart.bars) {
    if (bar.kind == BarKind::transfer) has_transfers_ = true;
    if (bar.kind != BarKind::transfer && !bar.rows.empty())
      group_computes_[static_cast<std::size_t>(group_of_row_[static_cast<std::size_t>(bar.rows.front())])] = true;
  }
  per_second_ = (width_ - k_left - k_right) / (last_ > 0 ? last_ : 1);
  start_at(0);
}

void SvgLayout::start_at(double top) {
  top_ = top;
  bottom_ = y(static_cast<int>(group_of_row_.size()) - 1) + row_height_;
}

double SvgLayout::y(int row) const {
  return top_ + row * row_height_ + group_of_row_[static_cast<std::size_t>(row)] * k_group_gap;
}

Lane SvgLayout::lane(const Bar& bar, int row) const {
  const bool computes = group_computes_[static_cast<std::size_t>(group_of_row_[static_cast<std::size_t>(row)])];
  if (!has_transfers_ || !computes || row_height_ < k_divided_row) return {0, 1};
  return bar.kind == BarKind::transfer ? Lane{1 - k_transfer_part, 1} : Lane{0, 1 - k_transfer_part};
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t end = 0, before_last = 0, count = 0;
  while (end < text.size() && count < most) {
    before_last = end;
    end += first_character(text.substr(end)).length;
    ++count;
  }
  if (end == text.size()) return std::string(text);
  return std::string(text.substr(0, before_last)) + "\xE2\x80\xA6";  // ...
}

std::string pixels(double value) { return fmt::format("{}", std::round(value * 100) / 100); }

SvgBars svg_bars(const GanttChart& chart, const SvgLayout& layout, std::size_t most_elements) {
  constexpr std::size_t k_most_links = 2000;  // more hide the bars
  const bool merged = chart.bars.size() > most_elements;
  const std::string links = merged || chart.links.size() > k_most_links ? "" : link_elements(chart, layout);
  // The edges of rows thinner than a pixel would blend.
  const char* edges = layout.row_height() < 1 ? " shape-rendering=\"crispEdges\"" : "";
  return {fmt::format("<g{}>\n{}{}</g>\n", edges,
                      merged ? merged_elements(chart, layout, most_elements) : single_elements(chart, layout), links),
          merged};
}

}  // namespace palio
