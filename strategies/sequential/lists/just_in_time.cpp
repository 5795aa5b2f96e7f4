// JIT decides at run time, when a task ends: which of the ready tasks goes next, and where. With the choice "idle" a
// task waits until a host is idle, as with the scheduler "eager" of StarPU (Augonnet, Thibault, Namyst, Wacrenier,
// Concurrency and Computation 23(2), 2011); with "finish" it goes at once to the host of the earliest finish by the
// estimates, as with "dmda" of StarPU, or MCT on line (Maheswaran et al., JPDC 59, 1999).
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "strategies/ptg/online/rest.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

// By task of what is left; the largest goes first. `number`: in the application.
std::vector<double> priorities(const SequentialInstance& instance, const Parameters& parameters,
                               const Situation& situation, std::size_t app, const std::vector<int>& number) {
  const std::string& priority = text_of(parameters, k_jit_priority.name);
  const TaskGraph& graph = instance.graph();
  if (priority == k_jit_priorities[0]) return upward_ranks(graph, MeanCosts(instance, MeanTransfer::distinct));
  if (priority == k_jit_priorities[2]) return mean_times(instance);
  std::vector<double> values(graph.tasks().size(), 0);
  if (priority == k_jit_priorities[1])  // the date at which the last parent ended
    for (int task = 0; task < graph.task_count(); ++task)
      for (const Edge& edge : situation.workload.applications[app].graph.in_edges(number[task]))
        values[task] = std::min(values[task], -situation.executed.placements[app][edge.from].finish);
  if (priority == k_jit_priorities[3]) {
    RandomStream random({"JIT", {{"draw", integer_of(parameters, "draw")}}}, {},
                        fmt::format("{} open tasks", graph.task_count()));
    for (double& value : values) value = random.uniform_real(0, 1);
  }
  return values;
}

class Hosts {
public:
  Hosts(const SequentialInstance& instance, const Situation& situation)
      : schedule_(instance), busy_(static_cast<std::size_t>(instance.host_count())) {
    for (std::size_t app = 0; app < situation.executed.placements.size(); ++app)
      for (int task = 0; task < static_cast<int>(situation.executed.placements[app].size()); ++task)
        if (!situation.is_open(app, task) && !situation.has_ended(app, task))
          for (const int host : situation.executed.placements[app][task].processors) busy_[host] = true;
  }

  void take(int task, const HostSlot& slot) {
    schedule_.place(task, slot);
    busy_[slot.host] = true;
  }

  HostSlot earliest(int task) { return schedule_.best_slot(task, Placing::append, finish_of); }

  /// On the first that has nothing to do; on -1: none.
  HostSlot idle(int task) {
    const auto host = std::ranges::find(busy_, false);
    if (host == busy_.end()) return {};
    return schedule_.slot_on(static_cast<int>(host - busy_.begin()), task, Placing::append);
  }

private:
  HostSchedule schedule_;
  std::vector<bool> busy_;  // by host: it runs a task, or one waits for it
};

}  // namespace

std::vector<Decision> decide_just_in_time(const Situation& situation, const Parameters& parameters) {
  const Rest rest = rest_of(situation);
  if (rest.is_empty()) return {};
  const std::vector<int>& number = rest.remaining.task.front();  // in the application
  const auto app = rest.remaining.application.front();
  const std::vector<Placement>& executed = situation.executed.placements[app];
  std::vector<int> ready;  // of what is left
  for (int task = 0; task < static_cast<int>(number.size()); ++task)
    if (executed[number[task]].cluster < 0 && situation.is_ready(app, number[task])) ready.push_back(task);
  if (ready.empty()) return {};

  const SequentialInstance instance(situation.platform, rest.remaining.open);
  Hosts hosts(instance, situation);
  for (const auto& [of, task, start, finish] : waiting_tasks(situation))
    hosts.take(static_cast<int>(std::ranges::lower_bound(number, task) - number.begin()),
               {executed[task].processors.front(), start, finish});
  const std::vector<double> first = priorities(instance, parameters, situation, app, number);
  std::ranges::stable_sort(ready, std::greater{}, [&](int task) { return first[task]; });

  const bool waits = text_of(parameters, k_jit_choice.name) == k_jit_choices[0];
  std::vector<Decision> decisions;
  for (const int task : ready) {
    const HostSlot slot = waits ? hosts.idle(task) : hosts.earliest(task);
    if (slot.host < 0) break;
    hosts.take(task, slot);
    decisions.push_back({static_cast<int>(app), number[task], instance.cluster_of(slot.host), {slot.host}});
  }
  return decisions;
}

}  // namespace palio
