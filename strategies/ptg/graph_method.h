#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "core/metrics.h"
#include "strategies/model/strategy.h"
#include "strategies/ptg/run_time.h"
#include "strategies/ptg/schedule.h"

namespace palio {

/// A strategy's answer: the schedule, and metrics that only the strategy knows (flex_differs, stretch_bound).
struct SchedulingResult {
  Schedule schedule;
  MetricValues extra;
};

/// Pure: depends only on its arguments, draws only from streams of its parameters, and may be called from any thread.
using ScheduleGraphs =
    std::function<SchedulingResult(const Platform& platform, const Workload& workload, const Parameters& parameters)>;

/// One of several strategies that differ in their last arguments.
template <class Schedule, class... Choice>
ScheduleGraphs choosing(Schedule schedule, Choice... choice) {
  return [=](const Platform& platform, const Workload& workload, const Parameters& parameters) {
    return schedule(platform, workload, parameters, choice...);
  };
}

enum class ClusterNeed { any, one_cluster };
enum class BatchNeed { any, one_application };
enum class ReleaseNeed { any, at_start };
/// Whether a task's time follows from its work and the speed of a processor, or may be what the workload says.
enum class Machines { related, unrelated };
/// Whether the workload must say on which processor each task goes.
enum class PlacesNeed { none, of_all_tasks };
/// Whether it computes with Amdahl's law, or takes the times of any law.
enum class Speedups { amdahl, any };

/// Whether it also plans the rest of a workload around what runs already (Background).
enum class Beginning { empty_platform, any };

/// What a plan assumes about the data on edges: moved as CommEstimate says, or available at once. The simulation moves
/// it in both cases.
enum class PlannedCommunication { estimated, ignored };

/// What a strategy for task graphs requires and assumes, and its yardstick.
struct GraphTerms {
  ClusterNeed clusters = ClusterNeed::any;
  BatchNeed batches = BatchNeed::any;
  ReleaseNeed releases = ReleaseNeed::any;
  Machines machines = Machines::related;
  PlacesNeed places = PlacesNeed::none;
  Speedups speedups = Speedups::amdahl;
  Beginning beginning = Beginning::empty_platform;
  PlannedCommunication communication = PlannedCommunication::estimated;
  /// The strategy whose schedule of one application alone on the platform is the yardstick for a batch (slowdown,
  /// stretch); it takes over the parameters that both have. Empty: batches have no yardstick.
  std::string_view dedicated = {};
};

/// Throws UserError if tasks have times, but not for each cluster of the platform.
void check_times(const Platform& platform, const Application& application);

/// How a strategy schedules task graphs on clusters.
class GraphMethod final : public MethodFor<Platform, Workload> {
public:
  GraphMethod(ScheduleGraphs function, GraphTerms stated) : schedule(std::move(function)), terms(stated) {}
  /// Decides at run time.
  GraphMethod(BeginGraphs function, GraphTerms stated);

  std::string needs() const override;
  bool selects_platforms() const override { return terms.clusters != ClusterNeed::any; }
  void check_platform(std::string_view strategy, const Platform& platform) const override;
  void check_workload(std::string_view strategy, const Workload& workload) const override;

  ScheduleGraphs schedule;  // of one that decides at run time: what it comes to by the estimates
  GraphTerms terms;
  BeginGraphs begin = {};  // null: plans
};

}  // namespace palio
