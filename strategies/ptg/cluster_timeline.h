#pragma once

#include <vector>

namespace palio {

/// When each processor of one cluster is free for good: list scheduling without holes.
class ClusterTimeline {
public:
  /// All are free at 0.
  explicit ClusterTimeline(int processors) : ClusterTimeline(std::vector<double>(processors)) {}
  /// Each is free from its date on (s).
  explicit ClusterTimeline(const std::vector<double>& dates);

  int processors() const { return static_cast<int>(free_.size()); }

  /// Earliest start (s) on n processors for a task whose data is ready at `ready`.
  double start(int n, double ready) const;

  /// The most processors that are free at the very date at which n are.
  int last_as_free(int n) const;

  /// The n processors such a start uses, numbered within the cluster, ascending: those free at or before `ready`, most
  /// recently freed first, then those free later, soonest first; ties: lowest number.
  std::vector<int> choose(int n, double ready) const;

  /// The processors, ascending, are busy until `finish` (s).
  void occupy(const std::vector<int>& processors, double finish);

private:
  struct Free {
    double date;  // s
    int processor;
  };

  std::size_t free_by(double date) const;

  std::vector<Free> free_;   // sorted by (date, processor)
  std::vector<char> taken_;  // by processor, for occupy() only
};

}  // namespace palio
