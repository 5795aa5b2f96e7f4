#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "campaign/duel/duel_report.h"
#include "campaign/run/auditing_runner.h"
#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/schedule_validator.h"

namespace palio {
namespace {

const Placement& of(const std::vector<Placement>& placements, int task) {
  return placements[static_cast<std::size_t>(task)];
}

bool share_a_processor(const Placement& a, const Placement& b) {
  return std::ranges::any_of(
      a.processors, [&](int processor) { return std::ranges::find(b.processors, processor) != b.processors.end(); });
}

// When the data of an edge can arrive where its task runs.
double arrival(const Platform& platform, const Edge& edge, const std::vector<Placement>& placements) {
  const Placement &from = of(placements, edge.from), &to = of(placements, edge.to);
  if (!needs_transfer(edge, from, to)) return from.finish;
  const CommEstimate estimate(platform, edge.bytes, from.cluster, static_cast<int>(from.processors.size()), to.cluster);
  return from.finish + estimate.time(static_cast<int>(to.processors.size()));
}

// What a task waited for last; -1: nothing.
int waited_for(const DuelInstance& instance, const std::vector<Placement>& placements, int task) {
  int before = -1;
  double latest = 0;
  const auto offer = [&](int other, double date) {
    if (before >= 0 && date <= latest) return;
    before = other;
    latest = date;
  };
  for (const Edge& edge : instance.edges)
    if (edge.to == task) offer(edge.from, arrival(instance.platform, edge, placements));
  const Placement& here = of(placements, task);
  for (int other = 0; other < static_cast<int>(placements.size()); ++other)
    if (other != task && of(placements, other).finish <= here.start && share_a_processor(of(placements, other), here))
      offer(other, of(placements, other).finish);
  return before;
}

std::string task_name(const DuelInstance& instance, int task) {
  return task_name(instance.tasks[static_cast<std::size_t>(task)], task);
}

std::string place_name(const DuelInstance& instance, const Placement& placement) {
  const std::string& cluster = instance.platform.clusters[static_cast<std::size_t>(placement.cluster)].name;
  if (placement.processors.size() == 1 && instance.platform.interconnect == Interconnect::mesh) return cluster;
  if (placement.processors.size() == 1) return fmt::format("processor {} of {}", placement.processors.front(), cluster);
  return fmt::format("{} processors of {}", placement.processors.size(), cluster);
}

std::string parting(const DuelInstance& instance, const SchedulePair& schedules) {
  std::vector<int> order(instance.tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int task) { return of(schedules.target, task).start; });
  for (const int task : order) {
    const Placement &target = of(schedules.target, task), &base = of(schedules.base, task);
    if (target.processors == base.processors && target.start == base.start) continue;
    return fmt::format(
        "The plans diverge at {}: with {} it runs on {} from {:.4g} to {:.4g} s, with {} on {} from {:.4g} to "
        "{:.4g} s.",
        task_name(instance, task), schedules.target_name, place_name(instance, target), target.start, target.finish,
        schedules.base_name, place_name(instance, base), base.start, base.finish);
  }
  return "Both plans are the same.";
}

// The tasks that the end of a schedule waited for, from the first one on.
struct LongestChain {
  std::vector<int> tasks;
  double computing = 0;  // s, of the makespan; the rest is transfers
  double makespan = 0;   // s
};
LongestChain longest_chain(const DuelInstance& instance, const std::vector<Placement>& placements) {
  LongestChain chain;
  int task = static_cast<int>(std::ranges::max_element(placements, {}, &Placement::finish) - placements.begin());
  chain.makespan = of(placements, task).finish;
  for (; task >= 0; task = waited_for(instance, placements, task)) {
    chain.tasks.push_back(task);
    chain.computing += of(placements, task).finish - of(placements, task).start;
  }
  std::ranges::reverse(chain.tasks);
  return chain;
}

// The first and the last tasks of a long chain.
std::string chain_text(const DuelInstance& instance, const LongestChain& chain,
                       const std::vector<Placement>& placements) {
  constexpr std::size_t k_shown = 4;  // at either end
  const std::size_t count = chain.tasks.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += " > ";
    if (i == k_shown && count > 2 * k_shown + 1) {
      text += fmt::format("{} more > ", count - 2 * k_shown);
      i = count - k_shown;
    }
    const int task = chain.tasks[i];
    text += fmt::format("{} ({})", task_name(instance, task), place_name(instance, of(placements, task)));
  }
  return text;
}

std::string spending(const DuelInstance& instance, const std::string& strategy,
                     const std::vector<Placement>& placements) {
  const LongestChain chain = longest_chain(instance, placements);
  double transfers = chain.makespan - chain.computing;
  if (transfers < chain.makespan * k_same_dates) transfers = 0;  // what the rounding of sums leaves
  return fmt::format("Plan of {}: {:.4g} s, {:.4g} s of it transfers, along {}.", strategy, chain.makespan, transfers,
                     chain_text(instance, chain, placements));
}

}  // namespace

std::vector<std::string> reasons(const DuelInstance& instance, const SchedulePair& schedules) {
  return {parting(instance, schedules), spending(instance, schedules.target_name, schedules.target),
          spending(instance, schedules.base_name, schedules.base)};
}

}  // namespace palio
