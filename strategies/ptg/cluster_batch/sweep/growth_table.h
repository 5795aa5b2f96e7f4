#pragma once

#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// Time and gain of the tasks of one graph on 1, 2, ... processors of one speed, by topological position: computed when
/// first asked for, then shared by every allocation that grows.
class GrowthTable {
public:
  /// For at most `processors` of `speed` flop/s. The graph must outlive the table.
  GrowthTable(const TaskGraph& graph, int processors, double speed);

  const TaskGraph& graph() const { return graph_; }
  int processors() const { return processors_; }

  struct Entry {
    double time;  // s, T(n)
    double gain;  // T(n)/n - T(n+1)/(n+1), the criterion of CPA; it falls as n grows
  };
  /// n: 1 to processors.
  const Entry& at(std::size_t position, int n) {
    if (n > known_[position]) fill(position, n);
    return entries_[position * row_ + static_cast<std::size_t>(n)];
  }

private:
  void fill(std::size_t position, int n);

  const TaskGraph& graph_;
  int processors_;
  double speed_;
  std::size_t row_;
  std::vector<Entry> entries_;  // [position][n]; n = 0 unused
  std::vector<int> known_;      // by position: entries up to this n
};

}  // namespace palio
