#pragma once

#include <vector>

namespace palio {

/// Where and when one task runs.
struct Placement {
  int cluster = -1;
  std::vector<int> processors;  // numbers of the platform, ascending: rank i of the task's block distribution
  double start = 0;             // s
  double finish = 0;            // s
  double not_before = 0;        // s; date of the decision, if it was taken while others ran
};

/// Data that leave for processors when the sender ends, but not before a date.
struct Sending {
  Placement place = {};  // of the receiver
  double earliest = 0;   // s
};

/// An edge whose receiver was decided on, or given other processors, after the sender had ended: its data leave for
/// these processors when that decision takes effect. What was sent to others before moves on in vain.
struct Resent {
  int application = 0;
  int from = 0;         // task
  int to = 0;           // task
  double earliest = 0;  // s; when the data leave
  std::vector<Sending> in_vain = {};
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
