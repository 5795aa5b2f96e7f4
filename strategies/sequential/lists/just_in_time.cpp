// JIT decides at run time, when a task ends: which of the ready tasks goes next, and where. With the choice "idle" a
// task waits until a host is idle, as with the scheduler "eager" of StarPU (Augonnet, Thibault, Namyst, Wacrenier,
// Concurrency and Computation 23(2), 2011); with "finish" it goes at once to the host of the earliest finish by the
// estimates, as with "dmda" of StarPU, or MCT on line (Maheswaran et al., JPDC 59, 1999). An idle host that takes the
// first ready task of a list is Graham's list scheduling; by the longest task it is LPT, of unit tasks by upward rank
// Hu's algorithm, and by labels that of Coffman and Graham.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// The hosts at the date of a decision, and what it has given them.
class Hosts {
public:
  Hosts(const SequentialInstance& instance, const Situation& situation)
      : instance_(instance),
        situation_(situation),
        free_(static_cast<std::size_t>(instance.host_count()), situation.effect()),
        busy_(free_.size()) {
    const std::vector<Placement>& executed = situation.executed.placements.front();
    bool has_waiting = false;
    for (int task = 0; task < instance.graph().task_count(); ++task)
      if (situation.is_open(0, task))
        has_waiting = has_waiting || executed[task].cluster >= 0;
      else if (!situation.has_ended(0, task))
        take(executed[task].processors.front(), situation.expected_finish(0, task));
    if (!has_waiting) return;
    for (const WaitingTask& waiting : waiting_tasks(situation))
      take(executed[waiting.task].processors.front(), waiting.finish);
  }

  bool has_idle() const { return std::ranges::find(busy_, false) != busy_.end(); }

  /// The first that has nothing to do. It gets the task.
  int idle(int task) {
    const auto host = static_cast<int>(std::ranges::find(busy_, false) - busy_.begin());
    take(host, finish(task, host));
    return host;
  }

  /// The one where the task ends first. It gets the task.
  int earliest(int task) {
    int best = 0;
    double least = finish(task, 0);
    for (int host = 1; host < instance_.host_count(); ++host)
      if (const double of_host = finish(task, host); of_host < least) {
        best = host;
        least = of_host;
      }
    take(best, least);
    return best;
  }

private:
  void take(int host, double until) {
    free_[host] = std::max(free_[host], until);
    busy_[host] = true;
  }

  // The data of its parents, which have ended, leave when the decision takes effect.
  double finish(int task, int host) const {
    double start = free_[host];
    for (const Edge& edge : instance_.graph().in_edges(task)) {
      const Placement& parent = situation_.executed.placements.front()[edge.from];
      const int sender = parent.processors.front();
      const double sent = std::max(parent.finish, situation_.effect());
      const double arrival = sender == host ? sent
                                            : sent + instance_.transfer(edge.bytes, instance_.cluster_of(sender),
                                                                        instance_.cluster_of(host));
      start = std::max(start, arrival);
    }
    return start + instance_.time(task, host);
  }

  const SequentialInstance& instance_;
  const Situation& situation_;
  std::vector<double> free_;  // by host, s
  std::vector<bool> busy_;    // by host: it runs a task, or one waits for it
};

class JustInTime {
public:
  JustInTime(const Platform& platform, const Workload& workload, const Parameters& parameters)
      : instance_(platform, workload),
        priority_(text_of(parameters, k_jit_priority.name)),
        waits_(text_of(parameters, k_jit_choice.name) == k_jit_choices[0]),
        draw_(integer_of(parameters, "draw")) {
    if (priority_ == k_jit_priorities[0])
      fixed_ = upward_ranks(instance_.graph(), MeanCosts(instance_, MeanTransfer::distinct));
    if (priority_ == k_jit_priorities[2]) fixed_ = mean_times(instance_);
    if (priority_ == k_jit_priorities[4]) fixed_.resize(instance_.graph().tasks().size());  // all alike: by number
    if (priority_ == k_jit_priorities[5]) fixed_ = coffman_graham_labels(instance_.graph());
  }

  std::vector<Decision> decide(const Situation& situation) const {
    std::vector<int> ready, open;
    for (int task = 0; task < instance_.graph().task_count(); ++task) {
      if (!situation.is_open(0, task)) continue;
      open.push_back(task);
      if (situation.executed.placements.front()[task].cluster < 0 && situation.is_ready(0, task)) ready.push_back(task);
    }
    if (ready.empty()) return {};
    Hosts hosts(instance_, situation);
    if (waits_ && !hosts.has_idle()) return {};
    const std::vector<double> first = priorities(situation, open);
    std::ranges::stable_sort(ready, std::greater{}, [&](int task) { return first[task]; });
    std::vector<Decision> decisions;
    for (const int task : ready) {
      if (waits_ && !hosts.has_idle()) break;
      const int host = waits_ ? hosts.idle(task) : hosts.earliest(task);
      decisions.push_back({0, task, instance_.cluster_of(host), {host}});
    }
    return decisions;
  }

private:
  // By task; the largest goes first.
  std::vector<double> priorities(const Situation& situation, const std::vector<int>& open) const {
    if (!fixed_.empty()) return fixed_;
    std::vector<double> values(instance_.graph().tasks().size(), 0);
    if (priority_ == k_jit_priorities[1]) {  // the date at which the last parent ended
      for (const int task : open)
        for (const Edge& edge : instance_.graph().in_edges(task))
          values[task] = std::min(values[task], -situation.executed.placements.front()[edge.from].finish);
    } else {
      RandomStream random({"JIT", {{"draw", draw_}}}, {}, fmt::format("{} open tasks", open.size()));
      for (const int task : open) values[task] = random.uniform_real(0, 1);
    }
    return values;
  }

  SequentialInstance instance_;
  std::string priority_;
  bool waits_;
  std::int64_t draw_;
  std::vector<double> fixed_;  // priorities that do not depend on what has happened
};

}  // namespace

DecideGraphs begin_just_in_time(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return [begun = std::make_shared<const JustInTime>(platform, workload, parameters)](const Situation& situation) {
    return begun->decide(situation);
  };
}

}  // namespace palio
