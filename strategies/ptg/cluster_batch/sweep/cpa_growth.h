#pragma once

#include <cstdint>
#include <vector>

#include "strategies/ptg/positioned_edges.h"
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

/// CpaAllocation on a homogeneous cluster, the same bits at a fraction of the cost: gains are looked up, levels change
/// only where the longest path passes, the area is summed up anew only when it decides. May be copied, so that
/// allocations for several cluster sizes share their common beginning. Positions are topological ones.
class CpaGrowth {
public:
  /// One processor per task. Both must outlive every copy.
  CpaGrowth(GrowthTable& table, const PositionedEdges& edges);

  /// Whether the critical path is no longer than the area divided by `area_divisor`.
  bool balanced(double area_divisor) const;

  /// The critical-path task with the largest gain among those that have less than `cap`; k_none if all have it.
  std::size_t candidate(int cap) const;

  /// One more processor for that task.
  void grow(std::size_t position);

  /// At one stroke what single steps under `cap` do with all gains above `threshold`, as long as they stay on this
  /// path. False if it cannot be sure that they would do that, because the path or the balance might change on the way:
  /// then this state is lost.
  bool leap(int cap, double area_divisor, double threshold);
  /// The largest and the smallest gain that steps on the critical path may still meet; equal if there is none.
  struct Gains {
    double largest = 0;
    double smallest = 0;
  };
  Gains gains_ahead(int cap) const;

  int processors_at(std::size_t position) const { return processors_[position]; }
  const std::vector<int>& processors() const { return processors_; }  // by position
  /// Bottom levels of the allocation, by position, s.
  const std::vector<double>& levels() const { return level_; }
  /// Execution time on these processors, s.
  double time_at(std::size_t position) const { return time_[position]; }

  static constexpr std::size_t k_none = static_cast<std::size_t>(-1);

private:
  double exact_area() const;
  void update_level(std::size_t position);
  void lower_levels(std::size_t position);
  void find_first();
  int grown(std::size_t position, int cap, double threshold);
  double grow_all(int cap, double threshold);
  bool leads_clearly() const;

  GrowthTable* table_;
  const PositionedEdges* edges_;
  std::vector<int> processors_;
  std::vector<double> time_, gain_, level_;  // s
  std::vector<std::size_t> next_;            // on the longest path; k_none behind an exit
  std::vector<std::uint64_t> outdated_;      // a bit for each position
  std::vector<std::size_t> path_;            // before a leap
  double area_ = 0;                          // s, summed up step by step: good to k_area_error
  std::size_t first_ = 0;
};

}  // namespace palio
