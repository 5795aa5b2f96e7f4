#include "strategies/ptg/critical_path_growth.h"

#include <utility>

namespace palio {
namespace {

std::vector<double> times_on_one_processor(const TaskGraph& graph, const CriticalPathGrowth::Time& time) {
  std::vector<double> times;
  for (int task = 0; task < graph.task_count(); ++task) times.push_back(time(task, 1));
  return times;
}

}  // namespace

CriticalPathGrowth::CriticalPathGrowth(const TaskGraph& graph, Time time, MayHave may_have)
    : time_(std::move(time)),
      may_have_(std::move(may_have)),
      processors_(static_cast<std::size_t>(graph.task_count()), 1),
      path_(graph, times_on_one_processor(graph, time_)) {
  for (int task = 0; task < graph.task_count(); ++task) steps_.push_back(step(task));
}

void CriticalPathGrowth::grow(int task) {
  const auto index = static_cast<std::size_t>(task);
  ++processors_[index];
  path_.set_task_time(task, steps_[index].time);
  steps_[index] = step(task);
}

// Summed anew each time: a running sum would collect rounding errors over thousands of steps.
double CriticalPathGrowth::area() const {
  double area = 0;
  for (std::size_t i = 0; i < processors_.size(); ++i) area += processors_[i] * path_.task_time(static_cast<int>(i));
  return area;
}

// The gain is never negative, since more processors are never slower under Amdahl's law.
CriticalPathGrowth::Step CriticalPathGrowth::step(int task) const {
  const int n = processors_[static_cast<std::size_t>(task)];
  if (!may_have_(task, n + 1)) return {0, k_may_not_grow};
  const double time = time_(task, n + 1);
  return {time, path_.task_time(task) / n - time / (n + 1)};
}

}  // namespace palio
