#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/metrics.h"
#include "platforms/model/any_platform.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/schedule.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// A strategy's answer: the schedule and the metrics that only the strategy knows (flex_differs,
/// stretch_bound).
struct SchedulingResult {
  Schedule schedule;
  MetricValues extra;
};

/// Thrown by a strategy that found no feasible schedule: a named failure of that scenario.
class NoSchedule : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

enum class PlatformNeed { any, one_cluster, one_port };
enum class BatchNeed { any, one_application };

/// What a plan assumes of the data on edges: moved as CommEstimate says, or there at once. Either way the simulation
/// moves it.
enum class PlannedCommunication { estimated, ignored };

/// One row of the strategy table. Adding a strategy: one file, one row, one test.
struct Strategy {
  std::string_view name;
  std::string_view summary;
  std::string_view source;  // paper and section
  PlatformNeed platform_need;
  BatchNeed batch_need;
  std::span<const ParameterSpec> parameters;
  // What a strategy does, by the kind of its applications; one of the three.
  /// Task graphs. Pure: depends on nothing but its arguments, draws nothing, and may be called from any thread.
  SchedulingResult (*schedule)(const Platform& platform, const Workload& workload, const Parameters& parameters);
  PlannedCommunication communication = PlannedCommunication::estimated;
  /// The strategy whose schedule of one application alone on the platform is the yardstick for a batch (slowdown,
  /// stretch); it takes over the parameters that both have. Empty: batches are not held against anything.
  std::string_view dedicated = {};
  MakeBagPolicy bag_policy = nullptr;           // bags of tasks on a star
  MakeFilePolicy file_policy = nullptr;         // tasks that share files on a star
  PredictFileMakespan file_makespan = nullptr;  // beside file_policy; tasks of an open number need it
};

std::span<const Strategy> strategies();

/// The strategy of that name; throws UserError with the nearest valid name.
const Strategy& strategy(std::string_view name);

/// How an application is scheduled alone to judge the strategy; nothing for one without a yardstick.
std::optional<Recipe> dedicated_recipe(const Strategy& strategy, const Parameters& parameters);

/// Throw UserError when the strategy cannot take this platform, this workload at all.
void check_platform(const Strategy& strategy, const AnyPlatform& platform);
void check_workload(const Strategy& strategy, const AnyWorkload& workload);

}  // namespace palio
