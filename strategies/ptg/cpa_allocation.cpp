#include "strategies/ptg/cpa_allocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "strategies/ptg/bottom_level.h"

namespace palio {
namespace {

constexpr double k_may_not_grow = -1;

}  // namespace

CpaAllocation::CpaAllocation(const TaskGraph& graph, Time time, MayHave may_have, double area_divisor)
    : graph_(graph),
      time_(std::move(time)),
      may_have_(std::move(may_have)),
      area_divisor_(area_divisor),
      processors_(static_cast<std::size_t>(graph.task_count()), 1) {
  for (int task = 0; task < graph.task_count(); ++task) {
    task_time_.push_back(time_(task, 1));
    gain_.push_back(gain(task, 1));
  }
  update();
}

int CpaAllocation::grow() {
  if (critical_path_length_ <= average_area_) return -1;
  const int task = best_candidate();
  if (task < 0) return -1;
  const auto index = static_cast<std::size_t>(task);
  const int n = ++processors_[index];
  task_time_[index] = time_(task, n);
  gain_[index] = gain(task, n);
  update();
  return task;
}

void CpaAllocation::update() {
  bottom_level_ = bottom_levels(graph_, task_time_);
  critical_path_length_ = *std::ranges::max_element(bottom_level_);
  double area = 0;
  for (std::size_t i = 0; i < processors_.size(); ++i) area += processors_[i] * task_time_[i];
  average_area_ = area / area_divisor_;
}

int CpaAllocation::best_candidate() const {
  int best = -1;
  double best_gain = k_may_not_grow;
  for (const int task : critical_path(graph_, bottom_level_)) {
    const double task_gain = gain_[static_cast<std::size_t>(task)];
    if (task_gain > best_gain) {  // ties: the first one met from the entry
      best = task;
      best_gain = task_gain;
    }
  }
  return best;
}

// T(n)/n - T(n+1)/(n+1): never negative, since more processors are never slower under Amdahl's law.
double CpaAllocation::gain(int task, int n) const {
  if (!may_have_(task, n + 1)) return k_may_not_grow;
  return task_time_[static_cast<std::size_t>(task)] / n - time_(task, n + 1) / (n + 1);
}

double improved_area_divisor(double processors, int tasks) {
  return std::min(processors, std::sqrt(processors * tasks));
}

std::vector<int> cpa_allocation(const TaskGraph& graph, CpaAllocation::Time time, CpaAllocation::MayHave may_have,
                                double area_divisor) {
  CpaAllocation allocation(graph, std::move(time), std::move(may_have), area_divisor);
  while (allocation.grow() >= 0) {
  }
  return allocation.processors();
}

}  // namespace palio
