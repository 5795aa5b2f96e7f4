#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "strategies/sequential/model/host_schedule.h"

namespace palio {

/// The most tasks of an exact search: a bit each.
inline constexpr int k_most_exact_tasks = 64;

/// The beginning of a schedule: the tasks placed so far, by start, and when the others may start.
struct Branch {
  struct Cost {
    double sum = 0;              // of the starts after the release, by weights
    std::vector<double> starts;  // s, by task; of those placed
  };
  struct Step {
    int task, host;
  };
  std::vector<Step> steps;   // by start
  std::uint64_t placed = 0;  // a bit per task
  double start = 0;          // s, of the last step; the others start no earlier
  double end = 0;            // s, of the tasks placed
  double bound = 0;          // s; no schedule that begins like this ends before it
  Cost cost;
  std::vector<double> free;        // s, by host
  std::vector<int> last;           // task placed last, by host; -1: none
  std::vector<double> last_start;  // s, of that task
  std::vector<double> arrivals;    // s, by task, then host: of the data from tasks placed

  bool has(int task) const { return (placed >> static_cast<unsigned>(task) & 1U) != 0; }
};

/// Whether two tasks that may follow each other in either order do so in one order only, where it is as good.
enum class HostOrders { one, all };

/// The schedules of an instance of at most k_most_exact_tasks, as a tree: each step appends a ready task to a host, and
/// starts no earlier than the step before. Refers to the instance. One thread.
///
/// The tree omits a schedule if another one ends no later and its starts cost less, so it holds the cheapest of the
/// optimal schedules. It also omits what differs in the numbers of identical tasks or identical hosts.
class Branching {
public:
  explicit Branching(const SequentialInstance& instance);

  int tasks() const { return tasks_; }
  /// Without hosts that no schedule needs: each task has a host of each kind.
  int hosts() const { return static_cast<int>(hosts_.size()); }
  /// The number of such a host in the instance.
  int host(int number) const { return hosts_[number]; }
  /// The first host identical to this one: with the same times and the same links to each host.
  int first_alike(int host) const { return first_alike_[host]; }

  Branch root();
  bool is_complete(const Branch& branch) const { return std::cmp_equal(branch.steps.size(), tasks_); }
  /// The branches with one more step that may end before `end` (s), sorted by bound.
  std::vector<Branch> branches(const Branch& from, double end, HostOrders orders);

  /// Whether a schedule with this bound cannot end before `end`, but for rounding.
  bool is_hopeless(double bound, double end) const { return bound >= (is_integral_ ? end : end * k_safe); }
  /// When a task may start on a host, by the tasks placed there and the data of those placed, s.
  double earliest(const Branch& branch, int task, int host) const {
    return std::max(branch.free[host], branch.arrivals[at(task, host)]);
  }
  /// Whether some parent of the task is placed.
  bool has_data(const Branch& branch, int task) const { return (parents_[task] & branch.placed) != 0; }
  /// Whether one branch costs less than another or the same, whatever the rounding.
  bool costs_no_more(const Branch::Cost& one, const Branch::Cost& other) const;

private:
  static constexpr double k_safe = 1 - 1e-12;  // more than the rounding of any sum of dates

  /// An edge, from the view of one of its ends.
  struct Arc {
    int task;  // at the other end
    double bytes;
    std::vector<double> transfer;  // s, by sending cluster, then receiving one
  };
  /// A set of hosts: those with tasks, and of each kind the first one without.
  struct Column {
    int host, twin;   // twin: the next idle host of the kind; -1: it has tasks, or is the last
    double next = 0;  // s, when any task may be the next one there
  };

  std::size_t at(int task, int host) const {
    return static_cast<std::size_t>(task) * hosts_.size() + static_cast<std::size_t>(host);
  }
  double time(int task, int host) const { return times_[at(task, host)]; }
  double transfer(const Arc& arc, int sender, int receiver) const {
    return sender == receiver ? 0 : arc.transfer[clusters_of_[sender] * clusters_ + clusters_of_[receiver]];
  }
  Arc arc(int task, double bytes) const;
  bool are_alike(int a, int b) const;
  bool are_tasks_alike(int a, int b) const;
  void find_hosts();
  void find_times();
  void find_weights();
  void find_arcs();
  void find_tails();
  double tail_of_children(int task, int host) const;
  void find_orders();
  void find_columns(const Branch& branch);
  bool is_ready(const Branch& branch, int task) const { return (parents_[task] & ~branch.placed) == 0; }
  bool is_out_of_order(const Branch& branch, int task, int host) const;
  double data_from_others(const Branch& branch, int task, const Column& column);
  void find_starts(const Branch& branch, HostOrders orders);
  double path_bound(const Branch& branch) const;
  double area_bound(const Branch& branch);
  double bound(const Branch& branch, double end, HostOrders orders);
  Branch after(const Branch& from, int task, int host) const;

  const SequentialInstance& instance_;
  int tasks_;
  bool is_integral_ = true;       // all times and transfers are whole numbers of seconds
  std::vector<int> hosts_;        // of the instance
  std::vector<int> first_alike_;  // by host
  std::size_t clusters_;
  std::vector<std::size_t> clusters_of_;    // by host
  std::vector<double> times_;               // s, by task, then host
  std::vector<double> least_time_;          // s, by host
  std::vector<std::vector<Arc>> in_, out_;  // by task
  std::vector<std::uint64_t> parents_;      // by task: a bit each
  std::vector<int> alike_before_;           // by task: the identical one before it; -1: none
  std::vector<double> weights_;             // by host, 1/s: of a second there; large where tasks are fast
  std::vector<double> least_weight_;        // by task: the least weight x time of all hosts
  std::vector<double> tails_;          // s, by task, then host: from its end there to the end of the schedule, at least
  std::vector<double> least_tail_;     // s, by task
  std::vector<int> by_tail_;           // tasks, the longest tail first
  std::vector<double> priorities_;     // by task, s: what a second of its start costs
  std::vector<std::uint64_t> before_;  // by task, then host: the tasks that go before it there if they can

  // Of the branch whose bound is sought:
  std::vector<Column> columns_;
  std::vector<double> ready_, finish_;  // s, by task, then host of a column: earliest dates
  std::vector<bool> cannot_be_next_;    // by the same
  struct Parent {
    double elsewhere;    // s, when its data arrive from another host
    double begin, time;  // s, of it on the same host
  };
  std::vector<Parent> unplaced_;
  std::vector<Parent> together_;
};

}  // namespace palio
