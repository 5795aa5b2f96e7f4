#pragma once

#include <string>

#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio::test {

/// Dates of two engines held against each other.
struct Comparison {
  int scenarios = 0;
  int dates = 0;           // of starts and finishes, tasks and redistributions
  int not_equal = 0;       // not the same bits
  double largest = 0;      // difference, relative to the later date
  std::string worst = {};  // scenario and activity; or why there is nothing to compare

  void add(const Comparison& other);
};

/// Carries out the schedule with SimGrid, in a process of its own, and with the fluid engine. Engines that both end in
/// the same deadlock agree; one that does so alone is infinitely far from the other.
Comparison compare_engines(const std::string& name, const Platform& platform, const Workload& workload,
                           const Schedule& schedule);

}  // namespace palio::test
