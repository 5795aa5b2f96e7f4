#pragma once

#include <vector>

namespace palio {

/// When the processors of a cluster are free for good, counted by date: ClusterTimeline without the processors'
/// numbers, much cheaper where only dates matter.
class ProcessorGroups {
public:
  /// All are free at `begin` (s).
  ProcessorGroups(int processors, double begin);

  /// Earliest start (s) on n processors for a task that is ready at `ready`.
  double start(int n, double ready) const;

  /// Takes n processors until `finish` for a task that is ready at `ready`: those free at or before it, most recently
  /// freed first, then those free later, soonest first.
  void occupy(int n, double ready, double finish);

private:
  struct Group {
    double date;  // s
    int processors;
  };

  std::vector<Group> groups_;  // by date, ascending, each once
};

}  // namespace palio
