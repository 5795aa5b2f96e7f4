#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/schedule.h"
#include "strategies/sequential/model/sequential_instance.h"

namespace palio {

/// A task's place.
struct HostSlot {
  int host = -1;
  double start = 0;   // s
  double finish = 0;  // s
};

/// Where on its host a task may go: into the first gap that holds it, or behind all tasks.
enum class Placing { insertion, append };

/// A schedule under way, without contention. Tasks come after their parents. Refers to the instance.
class HostSchedule {
public:
  explicit HostSchedule(const SequentialInstance& instance);

  const SequentialInstance& instance() const { return *instance_; }
  int host_of(int task) const { return slots_[task].host; }
  double finish(int task) const { return slots_[task].finish; }
  /// When the last task of a host ends; the release date where it has none.
  double free(int host) const { return free_[host]; }
  /// The host that is free first; of several the first.
  int first_free_host() const;
  /// Latest finish of all tasks so far, the release date without any; s.
  double end() const { return end_; }

  /// When all data of a task can be on each host: "ready(t,n)", s.
  void find_data_ready(int task, std::span<double> by_host) const;
  /// Of the task on that host, its data there at `ready`.
  HostSlot slot(int task, int host, double ready, Placing placing) const;
  /// The slot with the least value (HostSlot -> double), on the first of several such hosts.
  template <class Value>
  HostSlot best_slot(int task, Placing placing, Value value);

  /// The same on one host.
  HostSlot slot_on(int host, int task, Placing placing);

  void place(int task, const HostSlot& slot);

  /// By task; all of them must be placed.
  std::vector<Placement> placements() const;

private:
  struct Busy {
    double start, finish;  // s
  };

  const SequentialInstance* instance_;
  std::vector<HostSlot> slots_;          // by task
  std::vector<std::vector<Busy>> busy_;  // by host, ascending
  std::vector<double> free_;             // by host
  double end_;
  std::vector<double> ready_;  // by host, for best_slot() and slot_on() only
};

template <class Value>
HostSlot HostSchedule::best_slot(int task, Placing placing, Value value) {
  find_data_ready(task, ready_);
  HostSlot best;
  double least = 0;
  for (int host = 0; host < instance_->host_count(); ++host) {
    const HostSlot candidate = slot(task, host, ready_[host], placing);
    const double of_candidate = value(candidate);
    if (best.host >= 0 && of_candidate >= least) continue;
    best = candidate;
    least = of_candidate;
  }
  return best;
}

/// The value that most list schedulers choose by.
inline double finish_of(const HostSlot& slot) { return slot.finish; }

}  // namespace palio
