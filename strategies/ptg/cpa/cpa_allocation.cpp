#include "strategies/ptg/cpa/cpa_allocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {

CpaAllocation::CpaAllocation(const TaskGraph& graph, Time time, std::vector<int> largest, double area_divisor)
    : growth_(graph, std::move(time), std::move(largest)), area_divisor_(area_divisor) {}

int CpaAllocation::grow() {
  if (growth_.compare_to_area(area_divisor_) <= 0) return -1;
  const int task = growth_.best_candidate();
  if (task >= 0) growth_.grow(task);
  return task;
}

double improved_area_divisor(double processors, int tasks) {
  return std::min(processors, std::sqrt(processors * tasks));
}

std::vector<int> cpa_allocation(const TaskGraph& graph, CpaAllocation::Time time, std::vector<int> largest,
                                double area_divisor) {
  CpaAllocation allocation(graph, std::move(time), std::move(largest), area_divisor);
  while (allocation.grow() >= 0) {
  }
  return allocation.processors();
}

}  // namespace palio
