#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "strategies/ptg/positioned_edges.h"

namespace palio {

/// One critical path of a graph, without edge times, kept up to date while tasks get faster: from the entry with the
/// largest bottom level, always to the child with the largest one (ties: lowest id). Path and length are those of
/// bottom levels computed anew, bit for bit, at a fraction of the cost:
///
/// - Tasks are looked at only if their longest path passes the changed one, block by block of positions upwards. Once
///   all tasks that have parents above a block have fallen alike, all that is above falls with them, too: it gets an
///   offset instead of a look.
/// - With offsets, levels are good to a tolerance. Where that does not decide a choice, all levels are computed anew.
///   Tasks whose choice is as close get no offset.
/// - A child that cannot become the largest, however fast its siblings get, is never looked at again.
class CriticalPath {
public:
  /// By task, s: its time, and how far that may fall.
  CriticalPath(const TaskGraph& graph, const std::vector<double>& task_time, const std::vector<double>& least_time);

  double task_time(int task) const { return nodes_[position(task)].time; }
  /// Not above its time so far, not below its least.
  void lower_task_time(int task, double time);

  double length();  // s
  /// The same, good to k_rough relatively, at no cost.
  double rough_length() const { return level(first_); }
  static constexpr double k_rough = 1e-8;

  int first() const { return task(path_first_); }
  /// The task after one of the path, -1 behind the last.
  int next(int task) const { return this->task(nodes_[position(task)].path_next); }

  struct Change {
    int task = 0;
    bool is_on_path = false;  // from now on
  };
  /// What the last lower_task_time(), or the beginning, did to the path, in this order.
  std::span<const Change> changes() const { return changes_; }

private:
  using Position = std::uint32_t;  // topological
  static constexpr Position k_none = std::numeric_limits<Position>::max();

  struct Node {
    double time = 0;                   // s
    double runner_up = 0;              // s, level of the second best child less the offset of the block
    Position next = k_none;            // the child with the largest level
    Position path_next = k_none;       // where it is on the path
    Position first_follower = k_none;  // of the tasks that have it as next, a list
    int top = -1;                      // block of the highest parent, -1 above all for an entry
    bool is_on_path = false;
    bool is_reached = true;  // by a path that may become the critical one
    bool is_twin = false;    // some choice counts on its being equal to another
  };

  // In the list of the tasks with the same next, apart from the nodes for the sake of the cache.
  struct Link {
    Position before = k_none, after = k_none;
  };

  struct Choice {
    Position chosen;
    double runner_up;  // s, level of the next best one; infinitely low: there is none
    bool is_certain;
  };

  // The tasks that fell in one update and have parents in blocks that are not done.
  struct Front {
    double alike;  // s: falls closer than this are one
    int open = 0;
    double fall = 0;  // s, of the latest
    int top;          // the highest block with a parent of those that fell alike
    int unlike_top;   // of those that fell by something else
    int highest;      // block that holds anything to do
  };

  std::size_t position(int task) const { return static_cast<std::size_t>(graph_.topological_position(task)); }
  int task(Position position) const { return position == k_none ? -1 : graph_.topological_order()[position]; }
  double level(Position position) const;

  Choice choose(std::span<const Position> candidates, int block);
  Position first_of_twins(std::span<const Position> candidates, double least);
  bool choose_next(Position position);
  bool choose_first();
  void join(Position position, Position next);
  void leave(Position position);

  bool propagate(Position position);
  bool update_block(int block, Front& front);
  void note_fall(const Node& node, double fall, Front& front);
  void lower_above(int block, const Front& front);

  void settle();
  void prune();
  void weigh_choices();
  void measure_edges();
  void follow_path();
  void reroute(Position from);
  void change(Position position, bool is_on_path);

  const TaskGraph& graph_;
  PositionedEdges edges_;  // of those looked at
  std::vector<Node> nodes_;
  std::vector<Link> followers_;      // by position
  std::vector<double> level_;        // s, by position, less the offset of the block
  std::vector<double> least_level_;  // s, by position
  // By block of positions.
  std::vector<double> offset_;           // s
  std::vector<std::uint32_t> outdated_;  // a bit for each position
  std::vector<int> open_;                // tasks from this block on with a parent before it
  std::vector<int> closing_;             // of a front: tasks whose highest parent is here

  Position first_ = k_none, path_first_ = k_none;
  std::vector<Position> rerouted_;  // whose next is not the path's
  std::vector<Change> changes_;
  double tolerance_ = 0;  // s, of levels
  int fragile_ = 0;       // the highest block with a choice as close as that; -1: among the entries
  int shifts_ = 0;        // since levels were exact
  double work_ = 0;       // tasks and children looked at since then
  double patience_ = 0;   // work before offsets are tried
};

}  // namespace palio
