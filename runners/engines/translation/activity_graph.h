#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runners/wire/execution.h"

namespace palio {

/// When an activity ran, s.
struct Dates {
  static constexpr double k_never = -1;
  double start = k_never;
  double finish = k_never;
};

/// A schedule as activities for an engine, and which of them wait for which. Activities are numbered: the tasks of all
/// applications, then the redistributions, then the releases. Memory is kept for the next use.
class ActivityGraph {
public:
  /// The processors of a task have the same speed, the same share of the work and no other task at the same time: the
  /// dates of the first one hold for all.
  struct TaskActivity {
    int application = 0;
    int task = 0;
    int processor = 0;
    double flop = 0;  // on each of its processors
  };
  struct Redistribution {
    int application = 0;
    const Edge* edge = nullptr;
    const Placement* source = nullptr;
    const Placement* target = nullptr;
    bool in_vain = false;  // no task waits for it
  };
  /// A timer that tasks wait for, because their application is released or they are planned only then.
  struct Release {
    double date = 0;  // s
  };
  struct Precedence {
    int before = 0;
    int after = 0;
  };

  /// Translates a valid schedule for processors of these speeds (flop/s). The schedule and the workload must outlive
  /// the graph and not move.
  void translate(std::span<const double> speeds, const Workload& workload, const Schedule& schedule);

  std::span<const TaskActivity> tasks() const { return tasks_; }
  std::span<const Redistribution> redistributions() const { return redistributions_; }
  /// By date, each once.
  std::span<const Release> releases() const { return releases_; }
  /// Each once, in the order in which engines serve simultaneous events; those of applications without data first.
  std::vector<Precedence> precedences() const;
  std::size_t size() const { return tasks_.size() + redistributions_.size() + releases_.size(); }
  const Placement& placement(const TaskActivity& task) const;

  /// Whether all activities that it waits for have ended.
  bool is_ready(std::size_t activity) const { return waits_for_[activity] == 0; }
  /// Calls start(number) for each activity that was waiting for this one alone. The latest precedence comes first, the
  /// order in which SimGrid serves its own successors.
  template <class Start>
  void end(std::size_t activity, Start start) {
    const auto inform = [&](int after) {
      if (--waits_for_[after] == 0) start(after);
    };
    for (int i = first_successor_[activity]; i != k_none; i = next_successor_[i]) inform(precedences_[i].after);
    if (activity >= tasks_.size()) return;
    const TaskActivity& task = tasks_[activity];
    if (!is_bare(task.application)) return;
    const std::span edges = workload_->applications[task.application].graph.out_edges(task.task);
    for (std::size_t i = edges.size(); i-- > 0;) inform(number(task.application, edges[i].to));
  }

  /// The simulated schedule, from the dates of all activities. Throws Deadlock for the first activity that never
  /// finished; `stopped`: the date after which nothing happened.
  Execution execution(std::span<const Dates> dates, double stopped) const;

private:
  static constexpr int k_none = -1;

  /// Whether an application's edges are precedences of its tasks as they stand in its graph: without data and fixed.
  /// Dense graphs have a hundred for each task, so there is no other list of them.
  bool is_bare(int application) const { return bare_[application] != 0; }
  bool is_bare_edge(int before, int after) const;  // between tasks

  void add_tasks(std::span<const double> speeds);
  void add_edges();
  void add_releases();
  double release_of(std::size_t application, int task) const;
  void add_resent(std::size_t application, const Edge& edge, const Resent& resent);
  bool is_decided(std::size_t application, int task) const {
    return schedule_->placements[application][task].cluster >= 0;
  }
  void add_processor_order(std::size_t processors);
  void find_befores();
  void find_successors();
  void precede(int before, int after) { precedences_.push_back({before, after}); }
  int number(std::size_t application, int task) const { return first_task_[application] + task; }
  std::string name(std::size_t activity) const;

  const Workload* workload_ = nullptr;
  const Schedule* schedule_ = nullptr;
  std::vector<int> first_task_;  // by application
  std::vector<char> bare_;       // by application
  std::vector<TaskActivity> tasks_;
  std::vector<Redistribution> redistributions_;
  std::vector<Release> releases_;
  std::vector<Precedence> precedences_;  // but those of bare applications
  std::size_t direct_ = 0;  // so many precedences come from edges: task to task, or from or to a redistribution

  std::vector<int> waits_for_;        // by activity: how many
  std::vector<int> first_successor_;  // by activity: its latest precedence, or k_none
  std::vector<int> next_successor_;   // by precedence: the one before it of the same activity, or k_none

  std::vector<std::pair<double, int>> by_release_;  // date, activity; used only by translate()

  // Used only by add_processor_order().
  std::vector<std::pair<double, int>> by_start_;  // start, task
  std::vector<int> latest_;                       // task by processor
  std::vector<int> befores_, first_before_;       // the tasks that precede a task already; where they begin, by task
  std::vector<int> preceded_;                     // by task: the last task seen to follow it
};

}  // namespace palio
