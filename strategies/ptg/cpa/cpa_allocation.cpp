#include "strategies/ptg/cpa/cpa_allocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {

CpaAllocation::CpaAllocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                             FullTask full)
    : growth_(graph, speed, std::move(largest), full), area_divisor_(area_divisor) {}

int CpaAllocation::grow() {
  if (growth_.compare_to_area(area_divisor_) <= 0) return -1;
  const int task = growth_.best_candidate();
  if (task >= 0) growth_.grow(task);
  return task;
}

double improved_area_divisor(double processors, int tasks) {
  return std::min(processors, std::sqrt(processors * tasks));
}

std::vector<int> cpa_allocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                                FullTask full) {
  CpaAllocation allocation(graph, speed, std::move(largest), area_divisor, full);
  allocation.finish();
  return allocation.processors();
}

}  // namespace palio
