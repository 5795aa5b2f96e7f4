#pragma once

#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runners/wire/execution.h"

namespace palio {

/// When an activity ran, s; and at which of its engine's events, which may have equal dates.
struct Dates {
  static constexpr double k_never = -1;
  double start = k_never;
  double finish = k_never;
  int started = 0, finished = 0;  // events
};

/// A schedule as activities for an engine, and which of them wait for which. Activities are numbered: the tasks of all
/// applications, then redistributions and timers. Memory is kept for the next use.
class ActivityGraph {
  static constexpr int k_none = -1;

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
  };
  /// Takes so many seconds. Tasks wait for it, because their application is released or they are planned only then.
  struct Timer {
    double seconds = 0;
    int moment = k_none;  // of the schedule; none: it begins with the execution
  };
  enum class Kind { task, redistribution, timer };
  struct Activity {
    Kind kind;
    std::size_t number;  // among those of its kind
  };

  /// Whether the schedule is changed in place during the execution.
  enum class Decided { before, meanwhile };

  /// Translates a valid schedule for processors of these speeds (flop/s). The schedule and the workload must outlive
  /// the graph and not move.
  void translate(std::span<const double> speeds, const Workload& workload, const Schedule& schedule,
                 Decided decided = Decided::before);
  /// After a change: translates what has not started anew. `dates`: of all activities so far.
  void follow(std::span<const Dates> dates);

  std::span<const TaskActivity> tasks() const { return tasks_; }
  std::size_t redistribution_count() const { return flows_.size(); }
  Redistribution redistribution(std::size_t number) const;
  /// By date those that begin with the execution, each once; then the others.
  std::span<const Timer> timers() const { return timers_; }
  std::size_t size() const { return tasks_.size() + others_.size(); }
  Activity activity(std::size_t number) const {
    if (number < tasks_.size()) return {Kind::task, number};
    const int other = others_[number - tasks_.size()];
    return other < 0 ? Activity{Kind::timer, static_cast<std::size_t>(~other)}
                     : Activity{Kind::redistribution, static_cast<std::size_t>(other)};
  }
  const Placement& placement(const TaskActivity& task) const;
  /// What this activity is in the schedule; nothing: neither a task nor a moment.
  std::optional<Ending> ending(std::size_t activity) const;

  /// Whether all activities that it waits for have ended.
  bool is_ready(std::size_t activity) const {
    return waits_for_[activity] == 0 && (activity >= tasks_.size() || data_left_[activity] == 0);
  }
  /// Calls start(number) for each activity that was waiting for this one alone. The latest precedence comes first, the
  /// order in which SimGrid serves its own successors.
  template <class Start>
  void end(std::size_t activity, Start start) {
    const auto inform = [&](std::vector<int>& waits, int after) {
      if (--waits[after] == 0 && is_ready(after)) start(after);
    };
    if (is_followed_) put_in_order(activity);
    for (int i = first_successor_[activity]; i != k_none; i = next_successor_[i])
      inform(waits_for_, precedences_[i].after);
    if (activity >= tasks_.size()) {
      if (const int receiver = is_followed_ ? receiver_of(activity) : k_none; receiver != k_none)
        inform(data_left_, receiver);
      return;
    }
    const TaskActivity& task = tasks_[activity];
    if (!is_bare(task.application)) return;
    const std::span edges = workload_->applications[task.application].graph.out_edges(task.task);
    for (std::size_t i = edges.size(); i-- > 0;) {
      const Sent sent = is_followed_ ? send(task.application, edges[i]) : Sent{number(task.application, edges[i].to)};
      if (sent.flow != k_none) inform(waits_for_, sent.flow);
      if (sent.arrived != k_none) inform(data_left_, sent.arrived);
    }
  }

  /// The simulated schedule, from the dates of all activities. Throws Deadlock for the first activity that never
  /// finished.
  Execution execution(std::span<const Dates> dates) const;

private:
  /// Why one waits for another, in the order in which precedences come.
  enum class Why : unsigned char { data, date, processor };
  struct Precedence {
    int after = 0;
    Why why = Why::data;
  };
  struct Flow {
    int application = 0;
    const Edge* edge = nullptr;
    int activity = 0;
    int next = k_none;     // of the same receiver
    bool in_vain = false;  // its receiver was moved: no task waits for it
  };
  /// What becomes of data when their sender ends: a redistribution may begin, or they are where they are needed.
  struct Sent {
    int arrived = k_none;  // task
    int flow = k_none;     // activity
  };

  void add_tasks();
  void find_work(TaskActivity& activity) const;
  void add_edge(int application, const Edge& edge);
  int flow_along(int to, const Edge& edge) const;
  int add_flow(int application, const Edge& edge, bool in_vain);
  Sent send(int application, const Edge& edge);
  int receiver_of(std::size_t activity) const;
  void send_again(const Resent& resent);
  int add_timer(double seconds, int moment);
  int add_activity(int other);
  void add_releases();
  void add_dates();
  void add_moments();
  void wait_for(int moment, int activity);
  void add_waits(int task);
  void add_processor_order();
  void precede(int before, int after, Why why);
  void put_in_order(std::size_t activity);
  std::tuple<Why, int, double, int> rank_of(const Precedence& precedence) const;

  /// Whether an application's edges are precedences of its tasks as they stand in its graph: without data and fixed, or
  /// looked at when tasks end. Dense graphs have a hundred for each task, so there is no other list of them.
  bool is_bare(int application) const { return bare_[application] != 0; }
  bool has_ended(int activity) const {
    return static_cast<std::size_t>(activity) < dates_.size() && dates_[activity].finish != Dates::k_never;
  }
  bool is_decided(const TaskActivity& task) const { return placement(task).cluster >= 0; }
  const TaskGraph& graph_of(const TaskActivity& task) const { return workload_->applications[task.application].graph; }
  std::pair<int, int> receiver_and_sender(const Flow& flow) const {
    return {number(flow.application, flow.edge->to), flow.edge->from};
  }
  int number(int application, int task) const { return first_task_[application] + task; }
  std::string name(std::size_t activity) const;

  const Workload* workload_ = nullptr;
  const Schedule* schedule_ = nullptr;
  std::span<const double> speeds_;
  bool is_followed_ = false;
  std::span<const Dates> dates_;  // while it follows
  std::vector<int> first_task_;   // by application
  std::vector<char> bare_;        // by application
  std::vector<TaskActivity> tasks_;
  std::vector<Flow> flows_;
  std::vector<int> first_flow_;  // by task: its latest redistribution, or k_none
  std::vector<Timer> timers_;
  std::vector<int> others_;              // by activity after the tasks: a redistribution, or ~ of a timer
  std::vector<Precedence> precedences_;  // but those of bare applications

  std::vector<int> waits_for_;        // by activity: how many
  std::vector<int> data_left_;        // by task: edges of bare applications along which its data have not arrived
  std::vector<int> first_successor_;  // by activity: its latest precedence, or k_none
  std::vector<int> next_successor_;   // by precedence: the one before it of the same activity, or k_none
  std::vector<int> valid_from_;       // by task: its precedences before this one are not valid any more
  std::vector<int> moment_activity_;  // by moment: the activity that ends then, or k_none

  // Used while it is translated.
  std::vector<std::pair<double, int>> releases_;        // date, task
  std::vector<int> open_;                               // tasks that are decided and have not started
  std::vector<std::pair<int, int>> flow_waits_;         // moment, redistribution
  std::vector<int> ordered_;                            // precedences
  std::vector<std::tuple<int, double, int>> by_start_;  // order, start, task
  std::vector<int> latest_;                             // task by processor
};

}  // namespace palio
