#include "strategies/ptg/critical_path_growth.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {
namespace {

constexpr int k_steps_to_exact_area = 100000;  // which add up to less than a thousandth of k_rough

template <class Processors>
std::vector<double> times(const TaskGraph& graph, const CriticalPathGrowth::Time& time, Processors processors) {
  std::vector<double> times;
  times.reserve(graph.tasks().size());
  for (int task = 0; task < graph.task_count(); ++task) times.push_back(time(task, processors(task)));
  return times;
}

}  // namespace

CriticalPathGrowth::CriticalPathGrowth(const TaskGraph& graph, Time time, std::vector<int> largest)
    : graph_(graph),
      time_(std::move(time)),
      largest_(std::move(largest)),
      processors_(static_cast<std::size_t>(graph.task_count()), 1),
      path_(graph, times(graph, time_, [](int) { return 1; }),
            times(graph, time_, [&](int task) { return largest_[static_cast<std::size_t>(task)]; })),
      gains_(processors_.size(), k_may_not_grow),
      rough_area_(area()) {
  steps_.reserve(processors_.size());
  for (int task = 0; task < graph.task_count(); ++task) steps_.push_back(step(task));
  follow_path();
}

int CriticalPathGrowth::best_candidate() const {
  const std::size_t best = gains_.best();
  return gains_.value(best) > k_may_not_grow ? graph_.topological_order()[best] : -1;
}

void CriticalPathGrowth::grow(int task) {
  int& n = processors_[static_cast<std::size_t>(task)];
  rough_area_ -= n * path_.task_time(task);
  const double time = steps_[static_cast<std::size_t>(task)].time;
  rough_area_ += ++n * time;
  if (++grown_ == k_steps_to_exact_area) {
    rough_area_ = area();
    grown_ = 0;
  }
  path_.lower_task_time(task, time);
  steps_[static_cast<std::size_t>(task)] = step(task);
  show(task);
  follow_path();
}

void CriticalPathGrowth::close(int task) {
  steps_[static_cast<std::size_t>(task)].gain = k_may_not_grow;
  show(task);
}

// The sums decide only where they are clear.
std::partial_ordering CriticalPathGrowth::compare_to_area(double area_divisor) {
  const double length = path_.rough_length();
  const double average = rough_area_ / area_divisor;
  if (std::abs(length - average) > 2 * CriticalPath::k_rough * std::max(length, average)) return length <=> average;
  return path_.length() <=> area() / area_divisor;
}

double CriticalPathGrowth::area() const {
  double area = 0;
  for (std::size_t i = 0; i < processors_.size(); ++i) area += processors_[i] * path_.task_time(static_cast<int>(i));
  return area;
}

// The gain is never negative, since more processors are never slower under Amdahl's law.
CriticalPathGrowth::Step CriticalPathGrowth::step(int task) const {
  const int n = processors_[static_cast<std::size_t>(task)];
  if (n >= largest_[static_cast<std::size_t>(task)]) return {0, k_may_not_grow};
  const double time = time_(task, n + 1);
  return {time, path_.task_time(task) / n - time / (n + 1)};
}

void CriticalPathGrowth::show(int task) {
  gains_.set(static_cast<std::size_t>(graph_.topological_position(task)),
             path_.holds(task) ? steps_[static_cast<std::size_t>(task)].gain : k_may_not_grow);
}

void CriticalPathGrowth::follow_path() {
  for (const int task : path_.changes()) show(task);
}

}  // namespace palio
