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
  int order = 0;    // of several tasks on a processor the lower one goes first; of equal ones the earlier one
  int moment = -1;  // of its schedule, if it was decided on during the execution: the task waits for that
};

/// What ends in an execution: a task of an application, or a moment of the schedule (application -1).
struct Ending {
  int application = -1;
  int number = -1;
  auto operator<=>(const Ending&) const = default;
};

/// A date that comes in an execution: so long after something ends, or after the beginning (its number is -1).
struct Moment {
  Ending after = {};
  double delay = 0;  // s
};

/// An edge whose receiver was decided on, or moved, after the sender had ended. To the receiver's first processors the
/// data move like any other, but not before it was decided on. When a later decision takes effect that moves it, they
/// leave again, without contention; what was sent before moves on in vain.
struct Resent {
  int application = 0;
  int from = 0;          // task
  int to = 0;            // task
  Placement first = {};  // the receiver's first processors
  double earliest = 0;   // s; when the data may leave for them
  double left = 0;       // s; the last time, if the receiver was moved
  double arrival = 0;    // s; likewise
  int leaves = -1;       // the moment of `earliest`
  int arrives = -1;      // the moment at which all data of the receiver are there, if it was moved

  bool is_moved() const { return arrival > 0; }
};

/// placements[application][task]. A task on cluster -1 is not decided on yet and does not run.
struct Schedule {
  std::vector<std::vector<Placement>> placements;
  std::vector<Resent> resent = {};   // by application, sender, receiver
  std::vector<Moment> moments = {};  // each after those that it refers to
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
