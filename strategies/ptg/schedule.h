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

/// An edge whose receiver was decided on, or given other processors, after the sender had ended. To the first
/// processors the data move like any other, but not before the receiver was decided on. To others they count as sent at
/// that date, too, without contention.
struct Resent {
  int application = 0;
  int from = 0;          // task
  int to = 0;            // task
  Placement first = {};  // the receiver's first processors
  double sent = 0;       // s; not before this date
  double arrival = 0;    // s; at the receiver's processors, if they are not the first
};

/// placements[application][task]. A task on cluster -1 is not decided on yet and does not run.
struct Schedule {
  std::vector<std::vector<Placement>> placements;
  std::vector<Resent> resent = {};  // by application, sender, receiver
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
