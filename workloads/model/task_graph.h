#pragma once

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// How the time of a task depends on its number of processors (workloads/model/speedup.h).
enum class SpeedupLaw : unsigned char { amdahl, roofline, communication, general, powercom };
inline constexpr auto k_speedup_laws =
    std::to_array<std::string_view>({"amdahl", "roofline", "communication", "general", "powercom"});  // as the enum

/// A law and its parameters besides alpha. A parameter that the law does not have keeps its default.
struct Speedup {
  static constexpr int k_any_number = std::numeric_limits<int>::max();

  SpeedupLaw law = SpeedupLaw::amdahl;
  int max_processors = k_any_number;  // more are of no use, at least 1; roofline, general
  double overhead = 0;                // per processor, as a fraction of the work; communication, general, powercom
  double exponent = 0;                // of the number of processors in the overhead, 0 to 1; powercom

  bool operator==(const Speedup&) const = default;
};

/// What parameters a law has.
struct SpeedupParameters {
  bool alpha = false, max_processors = false, overhead = false, exponent = false;
};
SpeedupParameters parameters_of(SpeedupLaw law);

/// Where and when a known solution runs a task, from an imported file or by construction.
struct KnownPlace {
  int processor = -1;  // the first of its processors, which follow each other; -1: it does not say
  int width = 1;       // number of processors
  double start = -1;   // s; -1: it does not say

  bool operator==(const KnownPlace&) const = default;
};

/// A moldable task: data-parallel, on any number of processors of one cluster.
struct Task {
  double flop = 0;   // work on one processor; unused if `times` are given
  double alpha = 0;  // fraction that cannot be parallelised, 0 to 1; of laws that have it
  std::string name;  // from an imported file; empty for generated graphs
  /// s, on one processor of each cluster of the platform, for unrelated machines; empty: flop / speed.
  std::vector<double> times = {};
  Speedup speedup = {};
  KnownPlace place = {};
};

/// Data that `from` sends to `to`.
struct Edge {
  int from = 0;
  int to = 0;
  double bytes = 0;
};

/// A parallel task graph: a directed acyclic graph of moldable tasks. Its shape never changes; safe to share.
/// Virtual entry and exit tasks are implicit: several tasks may have no parent or no child.
class TaskGraph {
public:
  /// Throws UserError for an empty graph, an edge to an unknown task, a second edge between two tasks, a cycle,
  /// work or a time that is not positive, a negative volume, tasks with unequally many times, alpha or a parameter of a
  /// speed-up law that is out of range or that the law does not have.
  TaskGraph(std::vector<Task> tasks, std::vector<Edge> edges);

  /// The graph of some of its tasks, in their order, with the edges between them. `kept`: ascending, at least one.
  TaskGraph part(std::span<const int> kept) const;

  /// Gives this graph the work, times and data of another one of the same shape, times these factors, by task and by
  /// edge; no factors: as they are. Factors are positive.
  void scale(const TaskGraph& other, std::span<const double> of_tasks, std::span<const double> of_edges);

  int task_count() const { return static_cast<int>(tasks_.size()); }
  const Task& task(int id) const { return tasks_[id]; }
  std::span<const Task> tasks() const { return tasks_; }
  /// Sorted by (from, to).
  std::span<const Edge> edges() const { return edges_; }
  bool moves_data() const { return moves_data_; }  // along some edge
  /// Edges into a task, by parent id; edges out of it, by child id.
  std::span<const Edge> in_edges(int id) const;
  std::span<const Edge> out_edges(int id) const;

  /// Every task after its parents; among the tasks that may come next, the lowest id first.
  std::span<const int> topological_order() const { return topological_order_; }
  /// Position of a task in topological_order().
  int topological_position(int id) const { return topological_position_[id]; }
  /// Precedence level: number of edges on the longest path from an entry.
  int level(int id) const { return level_[id]; }
  int level_count() const;

  double total_flop() const;
  /// Number of clusters for which the tasks have times; 0: they have work.
  int time_count() const { return static_cast<int>(tasks_.front().times.size()); }
  /// The law of all tasks. Of tasks with several laws, general if it includes them all, else powercom.
  SpeedupLaw speedup_law() const;

private:
  TaskGraph() = default;
  void check() const;
  void link();
  void sort_topologically();
  void find_levels();

  std::vector<Task> tasks_;
  std::vector<Edge> edges_;
  std::vector<Edge> in_edges_;  // sorted by (to, from)
  bool moves_data_ = false;
  std::vector<std::size_t> first_out_, first_in_;
  std::vector<int> topological_order_, topological_position_, level_;
};

/// Number of tasks of the largest precedence level; with edges across several levels, more tasks may run in parallel.
/// N'Takpe, Suter, INRIA RR-6774, the "maximal width" of a graph.
int maximal_width(const TaskGraph& graph);

}  // namespace palio
