#include "strategies/ptg/cluster_batch/mags/mags.h"

#include <fmt/format.h>

#include <algorithm>

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/cluster_batch/list_plan.h"

namespace palio {
namespace {

constexpr int k_doublings = 64;

PeriodFilling filling_named(std::string_view name) {
  if (name == "forward") return PeriodFilling::forward;
  return name == "constant" ? PeriodFilling::constant : PeriodFilling::backward;
}

void check_shares(const std::vector<std::vector<int>>& processors, int all) {
  for (std::size_t app = 0; app < processors.size(); ++app)
    if (std::ranges::max(processors[app]) == 0)
      throw NoSchedule(
          fmt::format("MAGS has no processor for application {} in any period: {} applications are too "
                      "many for {} processors",
                      app, processors.size(), all));
}

}  // namespace

SlackSearch smallest_slack(const std::vector<MalleableApplication>& applications, const StretchPeriods& periods,
                           double precision) {
  SlackSearch found;
  std::optional<BatchPlan> plan = place_in_periods(applications, periods, found.slack);
  for (int doubling = 0; !plan; ++doubling) {
    if (doubling == k_doublings)
      throw NoSchedule(
          fmt::format("MAGS cannot place the tasks in their periods, even {:g} times as long", found.slack));
    found.too_small = found.slack;
    found.slack *= 2;
    plan = place_in_periods(applications, periods, found.slack);
  }
  found.plan = std::move(*plan);
  while (found.too_small > 0 && found.slack - found.too_small > precision) {
    const double middle = (found.too_small + found.slack) / 2;
    if (middle <= found.too_small || middle >= found.slack) break;  // no number between them
    plan = place_in_periods(applications, periods, middle);
    if (plan) found.plan = std::move(*plan);
    (plan ? found.slack : found.too_small) = middle;
  }
  return found;
}

SchedulingResult schedule_mags(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const int processors = platform.clusters.front().processors;
  const double speed = platform.clusters.front().speed;
  const AllocationRule rule = allocation_rule(parameters);
  const std::vector<double> dedicated = dedicated_makespans(workload, processors, speed, rule);
  const StretchPeriods periods = stretch_periods(dedicated, real_of(parameters, "smallest_period"));
  const std::vector<std::vector<int>> shares =
      malleable_allocation(dedicated, periods, processors, filling_named(text_of(parameters, k_filling)));
  check_shares(shares, processors);
  SlackSearch found = smallest_slack(malleable_applications(workload, periods, shares, speed, rule), periods,
                                     real_of(parameters, "slack_precision"));
  backfill(workload, processors, found.plan);
  SchedulingResult result{schedule_of(platform, workload, found.plan), {}};
  result.extra["stretch_bound"] = found.slack * (1 + periods.lambda) * periods.stretch;
  return result;
}

}  // namespace palio
