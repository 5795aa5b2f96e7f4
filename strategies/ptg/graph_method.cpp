#include "strategies/ptg/graph_method.h"

#include <fmt/format.h>

#include "core/error.h"

namespace palio {
namespace {

void refuse_latecomers(std::string_view strategy, const Workload& workload) {
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    if (const double date = workload.applications[app].release_date; date > 0)
      throw UserError(
          fmt::format("strategy {} plans all graphs from 0 s on, but application {} is released at {} s: SELFISH, CRA "
                      "and CAFM take graphs that come later",
                      strategy, app, date));
}

void refuse_times(std::string_view strategy, const Workload& workload) {
  for (const Application& application : workload.applications)
    if (application.graph.time_count() > 0)
      throw UserError(
          fmt::format("strategy {} needs the work of tasks in flop, but those of application \"{}\" have times for "
                      "each cluster or host",
                      strategy, application.name));
}

void refuse_tasks_without_place(std::string_view strategy, const Workload& workload) {
  for (const Application& application : workload.applications)
    for (const Task& task : application.graph.tasks())
      if (task.place.processor < 0)
        throw UserError(fmt::format(
            "strategy {} places each task where the workload says, but this workload does not say it; for a "
            "file of independent tasks with times, palio convert --solution adds it",
            strategy));
}

void refuse_laws(std::string_view strategy, const Workload& workload) {
  for (const Application& application : workload.applications)
    for (const Task& task : application.graph.tasks())
      if (task.speedup.law != SpeedupLaw::amdahl)
        throw UserError(
            fmt::format("strategy {} computes with Amdahl's law, but tasks have the speed-up law {}: M-HEFT, HEFT and "
                        "Fair take any law",
                        strategy, k_speedup_laws.at(static_cast<std::size_t>(task.speedup.law))));
}

}  // namespace

void check_times(const Platform& platform, const Application& application) {
  const auto times = static_cast<std::size_t>(application.graph.time_count());
  if (times > 0 && times != platform.clusters.size())
    throw UserError(fmt::format("the tasks of application \"{}\" have {} times each, but the platform has {} {}",
                                application.name, times, platform.clusters.size(),
                                platform.interconnect == Interconnect::mesh ? "hosts" : "clusters"));
}

GraphMethod::GraphMethod(BeginGraphs function, GraphTerms stated)
    : schedule([function](const Platform& platform, const Workload& workload, const Parameters& parameters) {
        return SchedulingResult{planned_at_run_time(platform, workload, decision_time_of(parameters),
                                                    function(platform, workload, parameters)),
                                {}};
      }),
      terms(stated),
      begin(std::move(function)) {}

std::string GraphMethod::needs() const {
  std::string needs;
  const auto add = [&](bool needed, std::string_view what) {
    if (needed) needs.append(needs.empty() ? "" : ", ").append(what);
  };
  add(terms.clusters == ClusterNeed::one_cluster, "one cluster");
  add(terms.batches == BatchNeed::one_application, "one graph");
  add(terms.releases == ReleaseNeed::at_start && terms.batches == BatchNeed::any, "release at 0 s");
  add(terms.machines == Machines::related, "work in flop");
  add(terms.places == PlacesNeed::of_all_tasks, "a processor for each task");
  add(terms.speedups == Speedups::amdahl, "Amdahl's law");
  return needs;
}

void GraphMethod::check_platform(std::string_view strategy, const Platform& platform) const {
  if (terms.clusters == ClusterNeed::one_cluster && platform.clusters.size() != 1)
    throw UserError(fmt::format("strategy {} schedules on one cluster, but a platform has {} clusters", strategy,
                                platform.clusters.size()));
}

void GraphMethod::check_workload(std::string_view strategy, const Workload& workload) const {
  if (terms.batches == BatchNeed::one_application && workload.applications.size() != 1)
    throw UserError(fmt::format("strategy {} schedules one application, but a workload has {} applications", strategy,
                                workload.applications.size()));
  if (terms.releases == ReleaseNeed::at_start) refuse_latecomers(strategy, workload);
  if (terms.machines == Machines::related) refuse_times(strategy, workload);
  if (terms.places == PlacesNeed::of_all_tasks) refuse_tasks_without_place(strategy, workload);
  if (terms.speedups == Speedups::amdahl) refuse_laws(strategy, workload);
}

}  // namespace palio
