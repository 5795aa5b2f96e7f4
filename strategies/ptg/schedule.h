#pragma once

#include <vector>

namespace palio {

/// Where and when one task runs.
struct Placement {
  int cluster = -1;
  std::vector<int> processors;  // numbers of the platform, ascending: rank i of the task's block distribution
  double start = 0;             // s
  double finish = 0;            // s
  double not_before = 0;        // s; date of the decision, if graphs are released one after the other
};

/// placements[application][task].
struct Schedule {
  std::vector<std::vector<Placement>> placements;
};

/// One redistribution along an edge of an application's graph.
struct Transfer {
  int application = 0;
  int from = 0;       // task
  int to = 0;         // task
  double start = 0;   // s
  double finish = 0;  // s
};

}  // namespace palio
