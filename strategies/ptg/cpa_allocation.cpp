#include "strategies/ptg/cpa_allocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {

CpaAllocation::CpaAllocation(const TaskGraph& graph, Time time, MayHave may_have, double area_divisor)
    : growth_(graph, std::move(time), std::move(may_have)),
      area_divisor_(area_divisor),
      average_area_(growth_.area() / area_divisor) {}

int CpaAllocation::grow() {
  if (growth_.critical_path_length() <= average_area_) return -1;
  const int task = growth_.best_candidate([](int) { return true; });
  if (task < 0) return -1;
  growth_.grow(task);
  average_area_ = growth_.area() / area_divisor_;
  return task;
}

void CpaAllocation::set_area_divisor(double area_divisor) {
  area_divisor_ = area_divisor;
  average_area_ = growth_.area() / area_divisor_;
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
