#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/gantt/time_axis.h"
#include "analysis/report/parts/html_text.h"
#include "campaign/duel/duel_report.h"

namespace palio {
namespace {

// Lengths in px.
constexpr double k_column = 130, k_row = 70, k_margin = 40, k_largest_circle = 22, k_widest_line = 6;
constexpr double k_width = 560, k_height = 300, k_left = 50, k_bottom = 36, k_top = 14;

struct Point {
  double x = 0, y = 0;
};

std::string svg(double width, double height, std::string_view label, std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
      "role=\"img\" aria-label=\"{2}\">\n{3}</svg>\n",
      width, height, label, content);
}

// Of tasks, each level a column from the top.
std::vector<Point> places(const TaskGraph& graph) {
  std::vector<int> rows(static_cast<std::size_t>(graph.level_count()));
  std::vector<Point> points;
  for (int task = 0; task < graph.task_count(); ++task) {
    const int level = graph.level(task);
    points.push_back({k_margin + level * k_column, k_margin + rows[static_cast<std::size_t>(level)]++ * k_row});
  }
  return points;
}

double weight_of(const Task& task) { return task.times.empty() ? task.flop : *std::ranges::min_element(task.times); }

std::string task_title(const Task& task, const std::string& name) {
  return task.times.empty() ? fmt::format("{}: {:.4g} flop", name, task.flop)
                            : fmt::format("{}: {:.4g} s at best", name, weight_of(task));
}

class RatioScale {
public:
  RatioScale(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations)
      : evaluations_(static_cast<double>(std::max<std::int64_t>(1, evaluations))) {
    for (const auto& restart : restarts)
      for (const RatioPoint& point : restart) most_ = std::max(most_, point.ratio);
  }

  double most() const { return most_; }
  double x(double evaluation) const { return k_left + evaluation / evaluations_ * (k_width - k_left - k_top); }
  double y(double ratio) const { return k_top + (1 - ratio / most_) * (k_height - k_top - k_bottom); }

private:
  double evaluations_, most_ = 1;
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

std::string axes(const RatioScale& scale, std::int64_t evaluations) {
  constexpr int k_most_marks = 7;
  std::string text;
  for (const double ratio : even_marks(scale.most(), k_most_marks)) {
    text +=
        fmt::format("<path class=\"grid\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>\n", k_left, scale.y(ratio), k_width - k_top);
    text += fmt::format("<text class=\"end\" x=\"{:.2f}\" y=\"{:.2f}\">{:.6g}</text>\n", k_left - 6, scale.y(ratio) + 4,
                        ratio);
  }
  for (const double evaluation : even_marks(static_cast<double>(std::max<std::int64_t>(1, evaluations)), k_most_marks))
    text += fmt::format("<text class=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">{:g}</text>\n", scale.x(evaluation),
                        k_height - k_bottom + 16, evaluation);
  return text + fmt::format("<text class=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">evaluations</text>\n", k_width / 2,
                            k_height - 4);
}

}  // namespace

std::string graph_picture(const DuelInstance& instance) {
  const TaskGraph graph(instance.tasks, instance.edges);
  const std::vector<Point> at = places(graph);
  double most_work = 0, most_data = 1, width = 0, height = 0;
  for (const Task& task : graph.tasks()) most_work = std::max(most_work, weight_of(task));
  for (const Edge& edge : graph.edges()) most_data = std::max(most_data, edge.bytes);
  for (const Point& point : at) {
    width = std::max(width, point.x + k_margin);
    height = std::max(height, point.y + k_margin);
  }
  std::string content;
  for (const Edge& edge : graph.edges()) {
    const Point &from = at[static_cast<std::size_t>(edge.from)], &to = at[static_cast<std::size_t>(edge.to)];
    content += fmt::format(
        "<path class=\"edge\" d=\"M{:g} {:g}Q{:g} {:g} {:g} {:g}\" stroke-width=\"{:.2f}\"><title>t{} to t{}: {:.4g} "
        "byte</title></path>\n",
        from.x, from.y, (from.x + to.x) / 2, (from.y + to.y) / 2 - (to.x - from.x > k_column ? k_row / 2 : 0), to.x,
        to.y, 1 + (k_widest_line - 1) * edge.bytes / most_data, edge.from, edge.to, edge.bytes);
  }
  for (int task = 0; task < graph.task_count(); ++task) {
    const Point& place = at[static_cast<std::size_t>(task)];
    const std::string given = graph.task(task).name;
    const std::string name = html_escaped(given.empty() ? fmt::format("t{}", task) : given);
    content += fmt::format(
        "<circle class=\"task\" cx=\"{0:g}\" cy=\"{1:g}\" r=\"{2:.2f}\"><title>{3}</title></circle>\n"
        "<text class=\"middle\" x=\"{0:g}\" y=\"{4:g}\">{5}</text>\n",
        place.x, place.y, 6 + (k_largest_circle - 6) * std::sqrt(weight_of(graph.task(task)) / most_work),
        task_title(graph.task(task), name), place.y + 4, name);
  }
  return svg(width, height, "task graph", content);
}

std::string ratio_picture(const std::vector<std::vector<RatioPoint>>& restarts, std::int64_t evaluations) {
  const RatioScale scale(restarts, evaluations);
  const auto end = [](const std::vector<RatioPoint>& restart) { return restart.back().ratio; };
  const auto highest = std::ranges::max_element(restarts, {}, end);
  std::string content = axes(scale, evaluations);
  for (auto restart = restarts.begin(); restart != restarts.end(); ++restart)
    if (restart != highest)
      content += fmt::format("<path class=\"restart\" d=\"{}\"/>\n", steps(*restart, scale, evaluations));
  if (highest != restarts.end())
    content += fmt::format("<path class=\"restart worst\" d=\"{}\"/>\n", steps(*highest, scale, evaluations));
  return svg(k_width, k_height, "ratio over evaluations", content);
}

}  // namespace palio
