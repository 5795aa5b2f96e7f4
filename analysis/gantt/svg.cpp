#include "analysis/gantt/chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/gantt/svg_bars.h"
#include "analysis/gantt/time_axis.h"
#include "analysis/report/parts/html_text.h"
#include "core/text/embedded_file.h"

namespace palio {

std::span<const EmbeddedFile> gantt_texts();  // made by palio_embed

namespace {

constexpr int k_most_marks = 13;
constexpr std::size_t k_legend_names = 14;
constexpr double k_makespan_line = 22;  // px between legend and rows
constexpr double k_name_row = 9;        // px; from this row height on every row has its number

std::string style_sheet() {
  std::string colours, inks;  // inks inside bars do not change on a dark page
  for (std::size_t i = 0; i < k_palette.size(); ++i) {
    colours += fmt::format(".a{0}{{fill:{1}}}.i{0}{{fill:{2}}}\n", i, k_palette[i].fill, k_palette[i].ink);
    inks += fmt::format(".i{}{{fill:{}}}", i, k_palette[i].ink);
  }
  std::string style(embedded_text(gantt_texts(), "chart.css"));
  style.replace(style.find("COLOURS\n"), 8, colours);
  return style.replace(style.find("INKS\n"), 5, inks);
}

std::string text_at(std::string_view css, double x, double y, std::string_view text) {
  return fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>\n", css.empty() ? "" : fmt::format(" class=\"{}\"", css),
                     pixels(x), pixels(y), xml_text(text));
}

// Entries in a row, and further rows where they do not fit.
class GanttLegend {
public:
  GanttLegend(double top, double right) : y_(top), right_(right) {}

  void add(std::string_view css, std::string_view name) {
    const std::string text = shortened(name, 32);
    const double width = 34 + 6.4 * static_cast<double>(std::min<std::size_t>(text.size(), 34));
    if (x_ + width > right_) new_line();
    if (!css.empty())
      svg_ += fmt::format("<path class=\"{}\" d=\"M{} {}h14v10h-14z\"/>\n", css, pixels(x_), pixels(y_ - 9));
    svg_ += text_at("", x_ + (css.empty() ? 0 : 19), y_, text);
    x_ += width;
  }

  const std::string& svg() const { return svg_; }
  double bottom() const { return y_ + 8; }

private:
  void new_line() {
    x_ = k_first;
    y_ += 18;
  }

  static constexpr double k_first = 16;  // px
  double x_ = k_first, y_, right_;
  std::string svg_;
};

bool has(const GanttChart& chart, BarKind kind, BarDates dates) {
  return std::ranges::any_of(chart.bars, [&](const Bar& bar) { return bar.kind == kind && bar.dates == dates; });
}

GanttLegend legend_of(const GanttChart& chart, const SvgLayout& layout, double top) {
  GanttLegend legend(top, layout.right());
  const std::vector<std::string>& names = chart.colours.empty() ? chart.applications : chart.colours;
  const std::size_t shown = std::min(names.size(), k_legend_names);
  for (std::size_t i = 0; i < shown; ++i) legend.add(fmt::format("t a{}", colour_of(static_cast<int>(i))), names[i]);
  if (names.size() > shown)
    legend.add("", fmt::format("and {} more{}", names.size() - shown, chart.colours.empty() ? " applications" : ""));
  if (has(chart, BarKind::task, BarDates::planned)) legend.add("p f", "predicted");
  if (has(chart, BarKind::transfer, BarDates::simulated)) legend.add("x a0", "transfer");
  if (!chart.links.empty()) legend.add("w", "message");
  if (has(chart, BarKind::copy, BarDates::simulated)) legend.add("c a0", "copy, stopped or too late");
  return legend;
}

std::string axis_svg(const SvgLayout& layout, double top) {
  const TimeAxis axis = time_axis(layout.last(), k_most_marks);
  std::string lines, texts;
  for (const double mark : axis.marks) {
    lines += fmt::format("M{} {}V{}", pixels(layout.x(mark)), pixels(top), pixels(layout.bottom() + 4));
    texts += text_at("m", layout.x(mark), layout.bottom() + 18, axis.text(mark));
  }
  texts += text_at("e", layout.right(), layout.bottom() + 34, "time (" + axis.unit + ")");
  return fmt::format("<path class=\"g\" d=\"{}\"/>\n", lines) + texts;
}

// Behind the bars: a band for each group, its name, and the numbers of its rows where they are high enough.
std::string rows_svg(const GanttChart& chart, const SvgLayout& layout) {
  std::string svg, names;
  int row = 0;
  for (const RowGroup& group : chart.groups) {
    const double top = layout.y(row);
    const double height = group.rows * layout.row_height();
    svg += fmt::format("<path class=\"r\" d=\"M{} {}H{}v{}H{}z\"/>\n", pixels(SvgLayout::k_left), pixels(top),
                       pixels(layout.right()), pixels(height), pixels(SvgLayout::k_left));
    names += text_at("", 16, top + std::min(height / 2 + 4, 16.0), shortened(group.name, group.rows == 1 ? 20 : 14));
    const bool numbered = layout.row_height() >= k_name_row && !group.noun.empty();
    for (int i = 0; numbered && i < group.rows; ++i)
      names += text_at("e n", SvgLayout::k_left - 6, layout.y(row + i) + layout.row_height() / 2 + 4,
                       fmt::format("{}", group.first_number + i));
    if (!numbered && height > 34) names += text_at("n", 16, top + 32, fmt::format("{} {}s", group.rows, group.noun));
    row += group.rows;
  }
  return svg + names;
}

double last_simulated_date(const GanttChart& chart) {
  double last = 0;
  for (const Bar& bar : chart.bars)
    if (bar.dates == BarDates::simulated) last = std::max(last, bar.finish);
  return last;
}

// Lines where the makespan ends, and where it begins if that is not at 0.
std::string makespan_svg(const GanttChart& chart, const SvgLayout& layout, double top) {
  if (!chart.makespan) return {};
  constexpr double k_text_width = 150;  // px, about
  const TimeAxis axis = time_axis(layout.last(), k_most_marks);
  const double end = last_simulated_date(chart), begin = end - *chart.makespan;
  const auto line = [&](double date) {
    return fmt::format("M{} {}V{}", pixels(layout.x(date)), pixels(top - 4), pixels(layout.bottom() + 4));
  };
  const double seen = layout.seconds_per_pixel();  // less than a pixel from 0 is 0
  const bool at_left = layout.x(end) - SvgLayout::k_left < k_text_width;
  return fmt::format("<path class=\"k\" d=\"{}{}\"/>\n", line(end), begin > seen ? line(begin) : "") +
         text_at(at_left ? "" : "e", layout.x(end), top - 7,
                 fmt::format("makespan {:.6g} {}", *chart.makespan / axis.unit_seconds, axis.unit));
}

std::string merged_note(const GanttChart& chart) {
  return fmt::format(
      "{} bars: those of a row, or of neighbouring rows, share one description when you point at them; gaps of less "
      "than a tenth of a pixel are not drawn.",
      chart.bars.size());
}

}  // namespace

std::string gantt_svg(const GanttChart& whole, const ChartSize& size) {
  const GanttChart chart = with_idle_groups_folded(whole);
  SvgLayout layout(chart, size);
  const GanttLegend legend = legend_of(chart, layout, 64);
  const double top = legend.bottom() + (chart.makespan ? k_makespan_line : 6);
  layout.start_at(top);
  const SvgBars bars = svg_bars(chart, layout);
  const double height = layout.bottom() + (bars.merged ? 62 : 44);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"Gantt chart: {2}\">\n",
      pixels(layout.width()), pixels(height), xml_text(chart.title));
  svg += style_sheet();
  svg += fmt::format("<path class=\"b\" d=\"M0 0h{}v{}H0z\"/>\n", pixels(layout.width()), pixels(height));
  svg += text_at("h", 16, 24, shortened(chart.title, 120));
  svg += text_at("n", 16, 42, shortened(chart.subtitle, 190));
  svg += legend.svg();
  svg += rows_svg(chart, layout);
  svg += axis_svg(layout, top);
  svg += bars.elements;
  svg += makespan_svg(chart, layout, top);
  if (bars.merged) svg += text_at("n", 16, layout.bottom() + 52, merged_note(chart));
  return svg + "</svg>\n";
}

}  // namespace palio
