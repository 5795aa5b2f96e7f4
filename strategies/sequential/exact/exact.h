#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "strategies/sequential/model/host_schedule.h"

namespace palio {

// The largest instances that the exact solver takes.
inline constexpr int k_most_exact_tasks = 10;
inline constexpr int k_most_exact_hosts = 5;

/// The beginning of a schedule: the tasks placed so far, by start, and when the others may start.
struct Branch {
  std::uint32_t placed = 0;                         // a bit per task
  std::uint32_t used = 0;                           // a bit per host
  int task = -1, host = -1;                         // placed last
  double start = 0;                                 // s, of that task; the others start no earlier
  double end = 0;                                   // s, of the tasks placed
  double bound = 0;                                 // s; no schedule that begins like this ends before it
  std::array<double, k_most_exact_hosts> free{};    // s, by host
  std::array<int, k_most_exact_hosts> last{};       // task placed last, by host; -1: none
  std::array<double, k_most_exact_hosts> begin{};   // s, of that task
  std::array<double, k_most_exact_tasks> starts{};  // s, of the tasks placed
  /// s, of each task that is not placed, by host: after all tasks placed there, with the data of those placed.
  std::array<std::array<double, k_most_exact_hosts>, k_most_exact_tasks> earliest{};

  bool has(int of) const { return (placed >> static_cast<unsigned>(of) & 1U) != 0; }
};

/// The branches of an instance of at most k_most_exact_tasks and k_most_exact_hosts. Refers to it.
class Branching {
public:
  explicit Branching(const SequentialInstance& instance);

  int tasks() const { return tasks_; }
  int hosts() const { return hosts_; }
  /// The first host identical to this one: with the same times and the same links to each host.
  int first_alike(int host) const { return first_alike_[host]; }

  Branch root() const;
  /// All branches with one more ready task after the tasks of each host, if it starts no earlier than the last one and
  /// the schedule may end before `end` (s); sorted by bound. Of identical hosts without tasks the first stands for all;
  /// identical tasks go by number. A task without parents does not follow a longer one without children on a host: the
  /// other order ends no later, with a smaller sum of starts (KnownBranches in exact.cpp).
  std::vector<Branch> branches(const Branch& from, double end) const;
  bool is_complete(const Branch& branch) const;

private:
  bool are_alike(int a, int b) const;
  bool is_ready(const Branch& branch, int task) const;
  bool are_tasks_alike(int a, int b) const;
  int alike_before(int task) const;
  bool waits_for_its_like(const Branch& branch, int task) const;
  bool is_better_before_last(const Branch& branch, int task, int host) const;
  bool is_like_another_idle_host(const Branch& branch, int host) const;
  Branch after(const Branch& from, int task, int host) const;
  double area_bound(const Branch& branch) const;
  double bound(const Branch& branch) const;
  double transfer(const Edge& edge, int sender, int receiver) const;

  const SequentialInstance& instance_;
  int tasks_, hosts_;
  std::vector<int> alike_before_;     // by task: the identical one before it; -1: none
  std::vector<int> first_alike_;      // by host
  std::vector<double> weights_;       // by host, 1/s: weight of a second there; large where tasks are fast
  std::vector<double> least_weight_;  // by task: the least over the hosts, weight x time
};

}  // namespace palio
