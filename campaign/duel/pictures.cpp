#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/gantt/svg_bars.h"
#include "analysis/gantt/time_axis.h"
#include "analysis/report/parts/html_text.h"
#include "campaign/duel/duel_report.h"

namespace palio {
namespace {

// Lengths in px.
constexpr double k_column = 130, k_row = 70, k_lowest_row = 17, k_level = 900, k_margin = 40, k_letter = 8;
constexpr double k_largest_circle = 22, k_smallest_circle = 6, k_widest_line = 6;
constexpr double k_width = 520, k_height = 300, k_left = 62, k_right = 28, k_bottom = 40, k_top = 28;
constexpr std::size_t k_longest_name = 24;

struct Point {
  double x = 0, y = 0;
};

std::string svg(double width, double height, std::string_view label, std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
      "role=\"img\" aria-label=\"{2}\">\n{3}</svg>\n",
      width, height, label, content);
}

double weight_of(const Task& task) { return task.times.empty() ? task.flop : *std::ranges::min_element(task.times); }

// How a graph is laid out: each level is a column from the top, with lower rows if it has many tasks.
class GraphLayout {
public:
  explicit GraphLayout(const TaskGraph& graph) {
    std::vector<int> rows(static_cast<std::size_t>(graph.level_count()));
    std::size_t letters = 0;
    for (int task = 0; task < graph.task_count(); ++task) {
      ++rows[static_cast<std::size_t>(graph.level(task))];
      most_work_ = std::max(most_work_, weight_of(graph.task(task)));
      letters = std::max(letters, std::min(k_longest_name, task_name(graph.task(task), task).size()));
    }
    const int most_rows = *std::ranges::max_element(rows);
    row_ = std::clamp(k_level / most_rows, k_lowest_row, k_row);
    largest_circle_ = std::min(k_largest_circle, row_ / 2 - 1);
    const double name = static_cast<double>(letters) * k_letter;  // to the right of its circle
    column_ = std::max(k_column, 2 * k_largest_circle + 12 + name);
    height_ = 2 * k_margin + (most_rows - 1) * row_;
    width_ = k_margin + (graph.level_count() - 1) * column_ + std::max(k_margin, k_largest_circle + 6 + name);
  }

  Point place(int level, int row) const { return {k_margin + level * column_, k_margin + row * row_}; }
  double radius(const Task& task) const {
    const double part = most_work_ > 0 ? std::sqrt(weight_of(task) / most_work_) : 0;
    return k_smallest_circle + (largest_circle_ - k_smallest_circle) * part;
  }
  double column() const { return column_; }
  double row() const { return row_; }
  double width() const { return width_; }
  double height() const { return height_; }

private:
  double column_ = 0, row_ = 0, largest_circle_ = 0, most_work_ = 0, width_ = 0, height_ = 0;
};

std::vector<Point> places(const TaskGraph& graph, const GraphLayout& layout) {
  std::vector<int> rows(static_cast<std::size_t>(graph.level_count()));
  std::vector<Point> points;
  for (int task = 0; task < graph.task_count(); ++task) {
    const int level = graph.level(task);
    points.push_back(layout.place(level, rows[static_cast<std::size_t>(level)]++));
  }
  return points;
}

// Inside of its circle if it fits there, else to its right.
std::string name_at(const Point& place, double radius, const std::string& name) {
  const bool inside = static_cast<double>(name.size()) * k_letter <= 2 * radius;
  return fmt::format("<text class=\"{}\" x=\"{:.6g}\" y=\"{:g}\">{}</text>\n", inside ? "middle inside" : "name",
                     place.x + (inside ? 0 : radius + 3), place.y + 4.5, xml_text(shortened(name, k_longest_name)));
}

std::string edge_line(const TaskGraph& graph, const Edge& edge, const GraphLayout& layout, const std::vector<Point>& at,
                      double most_data) {
  const Point &from = at[static_cast<std::size_t>(edge.from)], &to = at[static_cast<std::size_t>(edge.to)];
  const bool passes_a_level = to.x - from.x > 1.5 * layout.column();
  return fmt::format(
      "<path class=\"edge\" d=\"M{:g} {:g}Q{:g} {:g} {:g} {:g}\" stroke-width=\"{:.2f}\"><title>{} to {}: "
      "{}</title></path>\n",
      from.x, from.y, (from.x + to.x) / 2, (from.y + to.y) / 2 - (passes_a_level ? layout.row() / 2 : 0), to.x, to.y,
      1 + (k_widest_line - 1) * edge.bytes / most_data, xml_text(task_name(graph.task(edge.from), edge.from)),
      xml_text(task_name(graph.task(edge.to), edge.to)), quantity(edge.bytes, "B"));
}

class RatioScale {
public:
  RatioScale(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations)
      : evaluations_(static_cast<double>(std::max<std::int64_t>(1, evaluations))) {
    for (const auto& restart : restarts)
      for (const RatioPoint& point : restart) {
        most_ = std::max(most_, point.ratio);
        least_ = std::min(least_, point.ratio);
      }
    if (most_ - least_ < most_ * 1e-3) least_ = 0;  // nothing was found: all of it is one line
  }

  double x(double evaluation) const { return k_left + evaluation / evaluations_ * (k_width - k_left - k_right); }
  double y(double ratio) const { return k_top + (most_ - ratio) / (most_ - least_) * (k_height - k_top - k_bottom); }
  std::vector<double> ratio_marks() const {
    const double step = even_marks(most_ - least_, k_most_marks)[1];
    std::vector<double> marks;
    for (int i = 0; i * step <= most_ * (1 + 1e-12); ++i)
      if (i * step >= least_ * (1 - 1e-12)) marks.push_back(i * step);
    return marks;
  }
  std::vector<double> evaluation_marks() const { return even_marks(evaluations_, k_most_marks); }

private:
  static constexpr int k_most_marks = 7;
  double evaluations_, least_ = 1, most_ = 1;
};

// Level until the next improvement.
std::string steps(const std::vector<RatioPoint>& restart, const RatioScale& scale, std::int64_t evaluations) {
  std::string path;
  for (const RatioPoint& point : restart) {
    const double x = scale.x(static_cast<double>(point.evaluation)), y = scale.y(point.ratio);
    path += path.empty() ? fmt::format("M{:.2f} {:.2f}", x, y) : fmt::format("H{:.2f}V{:.2f}", x, y);
  }
  return path + fmt::format("H{:.2f}", scale.x(static_cast<double>(evaluations)));
}

std::string axes(const RatioScale& scale) {
  std::string text = "<text x=\"4\" y=\"14\">ratio of the makespans</text>\n";
  for (const double ratio : scale.ratio_marks()) {
    text +=
        fmt::format("<path class=\"grid\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>\n", k_left, scale.y(ratio), k_width - k_right);
    text += fmt::format("<text class=\"end\" x=\"{:.2f}\" y=\"{:.2f}\">{:.6g}</text>\n", k_left - 6,
                        scale.y(ratio) + 4.5, ratio);
  }
  for (const double evaluation : scale.evaluation_marks())
    text += fmt::format("<text class=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">{:g}</text>\n", scale.x(evaluation),
                        k_height - k_bottom + 18, evaluation);
  return text + fmt::format("<text class=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">evaluations</text>\n",
                            (k_left + k_width - k_right) / 2, k_height - 5);
}

}  // namespace

std::string task_name(const Task& task, int number) {
  return task.name.empty() ? fmt::format("t{}", number) : task.name;
}

std::string quantity(double value, std::string_view unit) {
  struct Prefix {
    double factor;
    std::string_view sign;
  };
  static constexpr auto k_prefixes = std::to_array<Prefix>({{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}});
  for (const auto& [factor, sign] : k_prefixes)
    if (value >= factor) return fmt::format("{:.4g} {}{}", value / factor, sign, unit);
  return fmt::format("{:.4g} {}", value, unit);
}

std::string work_text(const Task& task) {
  return task.times.empty() ? quantity(task.flop, "flop") : fmt::format("{:.4g} s at best", weight_of(task));
}

std::string graph_picture(const DuelInstance& instance) {
  const TaskGraph graph(instance.tasks, instance.edges);
  const GraphLayout layout(graph);
  const std::vector<Point> at = places(graph, layout);
  double most_data = 1;
  for (const Edge& edge : graph.edges()) most_data = std::max(most_data, edge.bytes);
  std::string circles, names;
  for (int task = 0; task < graph.task_count(); ++task) {
    const Point& place = at[static_cast<std::size_t>(task)];
    const double radius = layout.radius(graph.task(task));
    const std::string name = task_name(graph.task(task), task);
    circles +=
        fmt::format("<circle class=\"task\" cx=\"{:g}\" cy=\"{:g}\" r=\"{:.2f}\"><title>{}: {}</title></circle>\n",
                    place.x, place.y, radius, xml_text(name), work_text(graph.task(task)));
    names += name_at(place, radius, name);
  }
  std::string lines;
  for (const Edge& edge : graph.edges()) lines += edge_line(graph, edge, layout, at, most_data);
  return svg(layout.width(), layout.height(), "Task graph", lines + circles + names);
}

std::string ratio_picture(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations) {
  const RatioScale scale(restarts, evaluations);
  const auto end = [](const std::vector<RatioPoint>& restart) { return restart.back().ratio; };
  const auto highest = std::ranges::max_element(restarts, {}, end);
  std::string content = axes(scale);
  for (auto restart = restarts.begin(); restart != restarts.end(); ++restart)
    if (restart != highest)
      content += fmt::format("<path class=\"restart\" d=\"{}\"/>\n", steps(*restart, scale, evaluations));
  if (highest != restarts.end())
    content += fmt::format("<path class=\"restart worst\" d=\"{}\"/>\n", steps(*highest, scale, evaluations));
  return svg(k_width, k_height, "Worst ratio so far over the evaluations", content);
}

}  // namespace palio
