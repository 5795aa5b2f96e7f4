#include "strategies/ptg/cpa_allocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {
namespace {

constexpr double k_may_not_grow = -1;

std::vector<double> times_on_one_processor(const TaskGraph& graph, const CpaAllocation::Time& time) {
  std::vector<double> times;
  for (int task = 0; task < graph.task_count(); ++task) times.push_back(time(task, 1));
  return times;
}

}  // namespace

CpaAllocation::CpaAllocation(const TaskGraph& graph, Time time, MayHave may_have, double area_divisor)
    : time_(std::move(time)),
      may_have_(std::move(may_have)),
      area_divisor_(area_divisor),
      processors_(static_cast<std::size_t>(graph.task_count()), 1),
      path_(graph, times_on_one_processor(graph, time_)) {
  for (int task = 0; task < graph.task_count(); ++task) steps_.push_back(step(task));
  update_area();
}

int CpaAllocation::grow() {
  if (path_.length() <= average_area_) return -1;
  const int task = best_candidate();
  if (task < 0) return -1;
  const auto index = static_cast<std::size_t>(task);
  ++processors_[index];
  path_.set_task_time(task, steps_[index].time);
  steps_[index] = step(task);
  update_area();
  return task;
}

void CpaAllocation::close(int task) { steps_[static_cast<std::size_t>(task)].gain = k_may_not_grow; }

void CpaAllocation::set_area_divisor(double area_divisor) {
  area_divisor_ = area_divisor;
  update_area();
}

// Summed anew each time: a running sum would collect rounding errors over thousands of steps.
void CpaAllocation::update_area() {
  double area = 0;
  for (std::size_t i = 0; i < processors_.size(); ++i) area += processors_[i] * path_.task_time(static_cast<int>(i));
  average_area_ = area / area_divisor_;
}

int CpaAllocation::best_candidate() const {
  int best = -1;
  double best_gain = k_may_not_grow;
  for (int task = path_.first(); task >= 0; task = path_.next(task)) {
    const double gain = steps_[static_cast<std::size_t>(task)].gain;
    if (gain > best_gain) {  // ties: the first one met from the entry
      best = task;
      best_gain = gain;
    }
  }
  return best;
}

// Gain T(n)/n - T(n+1)/(n+1): never negative, since more processors are never slower under Amdahl's law.
CpaAllocation::Step CpaAllocation::step(int task) const {
  const int n = processors_[static_cast<std::size_t>(task)];
  if (!may_have_(task, n + 1)) return {0, k_may_not_grow};
  const double time = time_(task, n + 1);
  return {time, path_.task_time(task) / n - time / (n + 1)};
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
