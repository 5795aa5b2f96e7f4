#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// One critical path of a graph, without edge times, kept up to date while tasks get faster: from the entry with the
/// largest bottom level, always to the child with the largest one (ties: lowest id). Path and length equal, bit for
/// bit, those from bottom levels computed from scratch, at a fraction of the cost:
///
/// - An update visits only tasks whose longest path passes through the changed one, block by block of positions
///   upwards. Once the levels of all tasks with parents above a block have dropped by the same amount, every level
///   above drops by it, too: it gets an offset and is not visited.
///
/// - With offsets, levels are known within a tolerance. If that does not decide a choice, all levels are computed
///   again. Tasks with such a close choice get no offset.
///
/// - Updates along the path are deferred while their total is below the path's lead over any other path.
///
/// - A child that cannot become the largest, however fast its siblings get, is never visited again.
class CriticalPath {
public:
  // Topological, between a root whose children are the entries and an end that is the child of the exits; both take no
  // time.
  using Position = std::uint32_t;
  static constexpr Position k_block = 32;
  static constexpr Position k_root = 0;

  /// By task, s: its time, and its least possible time.
  CriticalPath(const TaskGraph& graph, const std::vector<double>& task_time, const std::vector<double>& least_time);

  double task_time(int task) const { return nodes_[position(task)].time; }
  /// Not above its current time, not below its least.
  void lower_task_time(int task, double time);

  double length();  // s
  /// The same within a relative error of k_rough, at no cost.
  double rough_length() const { return level(k_root) - fallen_; }
  static constexpr double k_rough = 1e-8;

  /// How far the path can fall through its own tasks and certainly stay, s; a lower bound.
  double lead() const { return lead_ - fallen_; }
  /// Computes the lead, if it is not known.
  void look_for_lead() {
    if (lead_ == 0) find_lead(0);
  }

  int first() const { return task(nodes_[k_root].path_next); }
  /// The task that follows one of the path, -1 after the last.
  int next(int task) const {
    const Position next = nodes_[position(task)].path_next;
    return next == end() ? -1 : this->task(next);
  }

  Position position(int task) const { return static_cast<Position>(graph_->topological_position(task)) + 1; }
  /// -1: the root.
  int task(Position position) const { return position == k_root ? -1 : graph_->topological_order()[position - 1]; }
  std::size_t block_count() const { return path_.size(); }
  /// The path from the root to the end: a bit for each position in a block.
  std::uint32_t path_in(std::size_t block) const { return path_[block]; }
  /// The blocks in which the last lower_task_time(), or the constructor, put tasks on the path or took them off it.
  std::span<const std::uint32_t> changed_blocks() const { return changed_blocks_; }

private:
  static constexpr Position k_none = std::numeric_limits<Position>::max();

  struct Node {
    double time = 0;              // s
    double runner_up = 0;         // s, level of the second best child minus the offset of the block
    Position next = k_none;       // the child with the largest level
    Position path_next = k_none;  // where it is on the path
    // The tasks whose next it is: a bit for each such task in its block, and a list of the others.
    std::uint32_t near_followers = 0;
    Position first_follower = k_none;
    int top = 0;             // block of the highest parent
    bool is_reached = true;  // by a path that may become the critical one
    bool is_twin = false;    // some choice relies on its being equal to another
  };

  // An entry in the list of followers, stored apart from the nodes for the sake of the cache.
  struct Link {
    Position before = k_none, after = k_none;
  };

  struct Choice {
    Position chosen = k_none;
    double runner_up =
        -std::numeric_limits<double>::infinity();  // s, level of the next best one; -infinity: there is none
    bool is_certain = true;
  };

  // The tasks that fell in one update and have parents in blocks that are not done yet.
  struct Front {
    double alike;  // s: falls that differ less than this count as equal
    int open = 0;
    double fall = 0;                                   // s, of the latest task
    int top = std::numeric_limits<int>::max();         // the highest block with a parent of tasks that fell alike
    int unlike_top = std::numeric_limits<int>::max();  // the same for tasks that fell by another amount
  };

  Position end() const { return static_cast<Position>(nodes_.size() - 1); }
  double level(Position position) const { return level_[position] + offset_[position / k_block]; }
  std::span<const Position> children_of(Position position) const {
    return {children_.data() + first_child_[position], children_.data() + first_child_[position + 1]};
  }

  Choice choose(Position position);
  Position first_of_twins(std::span<const Position> candidates, double least);
  bool choose_next(Position position);
  void join(Position position, Position next);
  void leave(Position position);
  static std::uint32_t bit_of(Position position) { return std::uint32_t{1} << (position % k_block); }

  void catch_up(double latest_fall);
  void be_up_to_date();
  void find_lead(double worth);
  bool propagate();
  bool update_block(int block, Front& front);
  void note_fall(const Node& node, double fall, Front& front);
  void lower_above(int block, const Front& front);

  void link();
  void settle();
  void add_up(std::vector<double>& level) const;
  void prune();
  std::uint32_t keep_children(Position parent, std::uint32_t begin, std::uint32_t end, std::uint32_t kept);
  void count_open();
  void reroute(Position from);
  bool is_on_path(Position position) const { return (path_[position / k_block] & bit_of(position)) != 0; }
  void flip(Position position);

  const TaskGraph* graph_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> first_child_;  // by position, and one behind
  std::vector<Position> children_;          // of those visited, by id
  std::vector<Link> followers_;             // by position
  std::vector<double> level_;               // s, by position, minus the offset of the block
  std::vector<double> least_level_;         // s, by position
  // By block of positions.
  std::vector<double> offset_;           // s
  std::vector<std::uint32_t> outdated_;  // a bit for each position
  std::vector<int> open_;                // tasks from this block on with a parent before it
  std::vector<int> closing_;             // of a front: tasks whose highest parent is here
  std::vector<std::uint32_t> path_;      // a bit for each position

  std::vector<Position> rerouted_;  // whose next is not the path's
  std::vector<std::uint32_t> changed_blocks_;
  // Changes that were put off: the first block with one, how far the path fell by them, and how far it may. s
  int first_late_ = std::numeric_limits<int>::max();
  int last_late_ = -1;
  double fallen_ = 0;
  double lead_ = 0;
  std::size_t work_since_lead_ = 0;
  std::size_t walked_ = 0;    // tasks, to find the lead
  double tolerance_ = 0;      // s, of levels
  int fragile_ = 0;           // the highest block with a choice within the tolerance
  int shifts_ = 0;            // since levels were exact
  std::size_t work_ = 0;      // tasks and children visited since then
  std::size_t patience_ = 0;  // work before offsets are tried
};

}  // namespace palio
