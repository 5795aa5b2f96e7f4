#include "strategies/ptg/schedule_validator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using Violation = std::optional<std::string>;

enum class Dates { planned_with_estimates, planned, simulated };

// By application, sender and receiver.
using Transfers = std::span<const Transfer>;

std::tuple<int, int, int> edge_of(const Transfer& transfer) {
  return {transfer.application, transfer.from, transfer.to};
}

class Validator {
public:
  Validator(const Platform& platform, const Workload& workload, const Schedule& schedule)
      : platform_(platform), workload_(workload), schedule_(schedule) {}

  Violation run(Dates dates, Transfers transfers) const {
    if (Violation violation = check_shape()) return violation;
    for (int app = 0; app < application_count(); ++app)
      for (int task = 0; task < graph(app).task_count(); ++task)
        if (Violation violation = check_task(app, task, dates)) return violation;
    if (Violation violation = check_processors()) return violation;
    for (int app = 0; app < application_count(); ++app)
      if (Violation violation = check_edges(app, dates, transfers)) return violation;
    return std::nullopt;
  }

private:
  int application_count() const { return static_cast<int>(workload_.applications.size()); }
  const Application& application(int app) const { return workload_.applications[app]; }
  const TaskGraph& graph(int app) const { return application(app).graph; }
  const Placement& placement(int app, int task) const { return schedule_.placements[app][task]; }

  std::string name(int app, int task) const {
    const std::string& given = graph(app).task(task).name;
    const std::string own = given.empty() ? fmt::format("{}", task) : fmt::format("\"{}\"", given);
    return application_count() == 1 ? "task " + own : fmt::format("task {} of application {}", own, app);
  }

  Violation check_shape() const {
    if (schedule_.placements.size() != workload_.applications.size())
      return fmt::format("the schedule has {} applications, the workload {}", schedule_.placements.size(),
                         workload_.applications.size());
    for (int app = 0; app < application_count(); ++app) {
      const std::size_t placed = schedule_.placements[app].size();
      if (placed != graph(app).tasks().size())
        return fmt::format("application {} has {} tasks, but {} are scheduled", app, graph(app).task_count(), placed);
    }
    return std::nullopt;
  }

  Violation check_task(int app, int task, Dates dates) const {
    const Placement& placed = placement(app, task);
    if (placed.cluster < 0 || placed.cluster >= static_cast<int>(platform_.clusters.size()))
      return fmt::format("{} is on cluster {}, which does not exist", name(app, task), placed.cluster);
    if (Violation violation = check_processor_set(app, task)) return violation;
    if (!std::isfinite(placed.start) || !std::isfinite(placed.finish) || !takes_time(app, task))
      return fmt::format("{} runs from {} to {} s", name(app, task), placed.start, placed.finish);
    if (is_before(placed.start, application(app).release_date))
      return fmt::format("{} starts at {} s, before its release at {} s", name(app, task), placed.start,
                         application(app).release_date);
    if (is_before(placed.start, placed.not_before))
      return fmt::format("{} starts at {} s, before it is decided on at {} s", name(app, task), placed.start,
                         placed.not_before);
    return check_duration(app, task, dates);
  }

  Violation check_processor_set(int app, int task) const {
    const Placement& placed = placement(app, task);
    if (placed.processors.empty()) return name(app, task) + " has no processor";
    if (std::ranges::adjacent_find(placed.processors, std::greater_equal{}) != placed.processors.end())
      return name(app, task) + " has processors that are not ascending and distinct";
    const int first = first_processor(platform_, placed.cluster);
    const int end = first + platform_.clusters[placed.cluster].processors;
    if (placed.processors.front() >= first && placed.processors.back() < end) return std::nullopt;  // they ascend
    const auto outside = std::ranges::find_if(placed.processors, [&](int p) { return p < first || p >= end; });
    return fmt::format("{} uses processor {}, which is not in cluster {}", name(app, task), *outside, placed.cluster);
  }

  // A task so short that its time vanishes in the rounding of its dates may end when it starts.
  bool takes_time(int app, int task) const {
    const Placement& placed = placement(app, task);
    return placed.finish > placed.start ||
           (placed.finish == placed.start && placed.start + model_time(app, task) == placed.start);
  }

  double model_time(int app, int task) const {
    const Placement& placed = placement(app, task);
    return execution_time(graph(app).task(task), static_cast<int>(placed.processors.size()), placed.cluster,
                          platform_.clusters[placed.cluster].speed);
  }

  // A plan takes exactly the model's time; a simulation may take longer, never less.
  Violation check_duration(int app, int task, Dates dates) const {
    const Placement& placed = placement(app, task);
    const double speed = platform_.clusters[placed.cluster].speed;
    const Task& of = graph(app).task(task);
    const double model = model_time(app, task);
    if (is_before(placed.finish, placed.start + model) ||
        (dates != Dates::simulated && is_before(placed.start + model, placed.finish)))
      return fmt::format(
          "{} takes {} s, but should take {} s on {} processor{} of {}", name(app, task), placed.finish - placed.start,
          model, placed.processors.size(), placed.processors.size() == 1 ? "" : "s",
          of.times.empty() ? fmt::format("{} flop/s", speed) : fmt::format("cluster {}", placed.cluster));
    return std::nullopt;
  }

  struct Run {
    double start = 0, finish = 0;  // s
    int app = 0, task = 0;
    auto operator<=>(const Run&) const = default;
  };

  // Of two at one date, the one that ends first, since it takes no time there.
  std::vector<Run> runs_by_start() const {
    std::vector<Run> runs;
    if (application_count() > 0) runs.reserve(graph(0).tasks().size());
    for (int app = 0; app < application_count(); ++app)
      for (int task = 0; task < graph(app).task_count(); ++task)
        runs.push_back({placement(app, task).start, placement(app, task).finish, app, task});
    std::ranges::sort(runs);
    return runs;
  }

  // In the order of starts, each task against the one before it on each of its processors.
  Violation check_processors() const {
    constexpr int k_none = -1;
    const std::vector<Run> runs = runs_by_start();
    std::vector<int> latest(processor_count(platform_), k_none);  // run, by processor
    for (int i = 0; i < static_cast<int>(runs.size()); ++i) {
      int checked = k_none;  // the run before it on the processor before: most have the same one
      for (const int processor : placement(runs[i].app, runs[i].task).processors) {
        const int before = std::exchange(latest[processor], i);
        if (before == checked) continue;
        checked = before;
        if (before == k_none || !is_before(runs[i].start, runs[before].finish)) continue;
        const Run &later = runs[i], &earlier = runs[before];
        return fmt::format("{} starts at {} s on processor {}, which {} keeps until {} s", name(later.app, later.task),
                           later.start, processor, name(earlier.app, earlier.task), earlier.finish);
      }
    }
    return std::nullopt;
  }

  // Dense graphs have a hundred edges for each task, and most often nothing moves along them.
  Violation check_edges(int app, Dates dates, Transfers& transfers) const {
    std::vector<double> starts;
    starts.reserve(schedule_.placements[app].size());
    for (const Placement& placed : schedule_.placements[app]) starts.push_back(placed.start);
    for (const Edge& edge : graph(app).edges()) {
      const bool moves = edge.bytes > 0 || !transfers.empty();
      if (!moves && starts[edge.to] >= placement(app, edge.from).finish) continue;
      if (Violation violation = dates == Dates::simulated ? check_simulated_edge(app, edge, transfers)
                                                          : check_planned_edge(app, edge, dates))
        return violation;
    }
    return std::nullopt;
  }

  Violation check_start(int app, const Edge& edge, double arrival) const {
    if (!is_before(placement(app, edge.to).start, arrival)) return std::nullopt;
    return early(app, edge, arrival);
  }

  Violation early(int app, const Edge& edge, double arrival) const {
    return fmt::format("{} starts at {} s, before the data of {} is there at {} s", name(app, edge.to),
                       placement(app, edge.to).start, name(app, edge.from), arrival);
  }

  Violation check_planned_edge(int app, const Edge& edge, Dates dates) const {
    const Placement& from = placement(app, edge.from);
    const Placement& to = placement(app, edge.to);
    if (dates == Dates::planned || !needs_transfer(edge, from, to)) return check_start(app, edge, from.finish);
    const CommEstimate estimate(platform_, edge.bytes, from.cluster, static_cast<int>(from.processors.size()),
                                to.cluster);
    return check_start(app, edge, from.finish + estimate.time(static_cast<int>(to.processors.size())));
  }

  // Edges come in the order of the transfers; those before this one's are dropped.
  Violation check_simulated_edge(int app, const Edge& edge, Transfers& transfers) const {
    const Placement& from = placement(app, edge.from);
    const std::tuple key(app, edge.from, edge.to);
    while (!transfers.empty() && edge_of(transfers.front()) < key) transfers = transfers.subspan(1);
    if (transfers.empty() || edge_of(transfers.front()) != key) {
      if (needs_transfer(edge, from, placement(app, edge.to)))
        return fmt::format("the data of {} for {} never moved", name(app, edge.from), name(app, edge.to));
      return check_start(app, edge, from.finish);
    }
    const Transfer& transfer = transfers.front();
    if (is_before(transfer.start, from.finish))
      return fmt::format("the data of {} leaves at {} s, before the task ends at {} s", name(app, edge.from),
                         transfer.start, from.finish);
    if (const Resent* resent = resent_along(schedule_, app, edge);
        resent && is_before(transfer.start, std::max(resent->earliest, resent->left)))
      return fmt::format("the data of {} for {} leaves at {} s, before its processors are decided on at {} s",
                         name(app, edge.from), name(app, edge.to), transfer.start,
                         std::max(resent->earliest, resent->left));
    return check_start(app, edge, transfer.finish);
  }

  const Platform& platform_;
  const Workload& workload_;
  const Schedule& schedule_;
};

}  // namespace

bool needs_transfer(const Edge& edge, const Placement& from, const Placement& to) {
  return edge.bytes > 0 && from.processors != to.processors;
}

std::optional<std::string> find_violation(const Platform& platform, const Workload& workload, const Schedule& schedule,
                                          PlannedCommunication communication) {
  const Dates dates = communication == PlannedCommunication::estimated ? Dates::planned_with_estimates : Dates::planned;
  return Validator(platform, workload, schedule).run(dates, {});
}

std::optional<std::string> find_simulated_violation(const Platform& platform, const Workload& workload,
                                                    const Schedule& simulated, std::span<const Transfer> transfers) {
  std::vector<Transfer> sorted;
  if (!std::ranges::is_sorted(transfers, {}, edge_of)) {  // no engine's
    sorted.assign(transfers.begin(), transfers.end());
    std::ranges::sort(sorted, {}, edge_of);
    transfers = sorted;
  }
  return Validator(platform, workload, simulated).run(Dates::simulated, transfers);
}

}  // namespace palio
