#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "core/identity/random_stream.h"
#include "strategies/ptg/bottom_level.h"
#include "tests/support/builders.h"

namespace palio::test {

/// The critical path by its definition: from the entry with the largest bottom level, always to the child with the
/// largest one, ties to the lowest id.
inline std::vector<int> critical_path(const TaskGraph& graph, const std::vector<double>& task_time) {
  const std::vector<double> level = bottom_levels(graph, task_time);
  const auto better = [&](int task, int than) { return than < 0 || level[task] > level[than]; };
  int next = -1;
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty() && better(task, next)) next = task;
  std::vector<int> path;
  while (next >= 0) {
    path.push_back(next);
    int child = -1;
    for (const Edge& edge : graph.out_edges(next))
      if (better(edge.to, child)) child = edge.to;
    next = child;
  }
  return path;
}

/// CriticalPathGrowth by its definition: everything is computed from scratch at every step.
class SimpleGrowth {
public:
  using Time = std::function<double(int task, int n)>;
  using MayHave = std::function<bool(int task, int n)>;

  SimpleGrowth(const TaskGraph& graph, Time time, MayHave may_have)
      : graph_(graph),
        time_(std::move(time)),
        may_have_(std::move(may_have)),
        processors_(static_cast<std::size_t>(graph.task_count()), 1) {}

  /// Among the tasks that `allowed` accepts.
  int best_candidate(const std::function<bool(int task)>& allowed) const {
    int best = -1;
    double best_gain = -1;
    for (const int task : critical_path(graph_, times())) {
      const int n = processors(task);
      if (!may_have_(task, n + 1) || !allowed(task)) continue;
      const double gain = time_(task, n) / n - time_(task, n + 1) / (n + 1);
      if (gain <= best_gain) continue;
      best = task;
      best_gain = gain;
    }
    return best;
  }

  void grow(int task) { ++processors_[task]; }

  double critical_path_length() const { return std::ranges::max(bottom_levels(graph_, times())); }
  double area() const {
    double area = 0;
    for (int task = 0; task < graph_.task_count(); ++task) area += processors(task) * time_(task, processors(task));
    return area;
  }
  const std::vector<int>& processors() const { return processors_; }

private:
  int processors(int task) const { return processors_[task]; }
  std::vector<double> times() const {
    std::vector<double> times;
    for (int task = 0; task < graph_.task_count(); ++task) times.push_back(time_(task, processors(task)));
    return times;
  }

  const TaskGraph& graph_;
  Time time_;
  MayHave may_have_;
  std::vector<int> processors_;
};

/// Parallel chains, layers or arbitrary graphs; work from a few values, so that much is equal, or all different.
inline TaskGraph drawn_graph(RandomStream& random, int most_tasks) {
  const auto count = static_cast<int>(random.uniform_integer(1, most_tasks));
  const auto width = static_cast<int>(random.uniform_integer(1, 4));
  const auto reach = static_cast<int>(width * random.uniform_integer(1, 3));
  const double density = random.uniform_real(0, 1);
  const auto values = random.uniform_integer(0, 3);
  std::vector<std::pair<double, double>> tasks;
  std::vector<Edge> edges;
  for (int to = 0; to < count; ++to) {
    if (values == 0)
      tasks.emplace_back(random.uniform_real(1, 100), random.uniform_real(0, 0.25));
    else
      tasks.emplace_back(random.uniform_integer(1, 4) * 8, values == 1 ? 0 : random.uniform_real(0, 0.25));
    if (to >= width) edges.push_back({to - width, to, 0});
    for (int from = std::max(0, to - reach); from < to; ++from)
      if (from != to - width && random.uniform_real(0, 1) < density * 0.4) edges.push_back({from, to, 0});
  }
  return graph(tasks, std::move(edges));
}

}  // namespace palio::test
