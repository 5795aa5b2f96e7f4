#pragma once

#include <array>
#include <string_view>

#include "core/identity/text_parameter.h"
#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/mags/mags_placement.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

inline constexpr std::array<std::string_view, 3> k_fillings{"backward", "forward", "constant"};
inline constexpr ParameterSpec k_filling = later_text_parameter(
    "filling", "periods get their work from the last to the first, from the first to the last, or at constant rates",
    "backward", k_fillings);

/// The smallest slack that was found, and the plan with it.
struct SlackSearch {
  double slack = 1;
  double too_small = 0;  // the largest slack below it that was tried, without success; 0 if slack is 1
  BatchPlan plan;        // without backfilling
};

/// Doubles the slack from 1 until the batch can be placed, then halves the interval down to `precision`. Some slack
/// between `slack` - `precision` and `slack` has failed; smaller ones need not all fail, since placing is greedy.
/// Throws NoSchedule if doubling does not help.
SlackSearch smallest_slack(const std::vector<MalleableApplication>& applications, const StretchPeriods& periods,
                           double precision);

/// MAGS, malleable allocations with guaranteed stretch (Casanova, Desprez, Suter, ICPP 2010; slides of the Third
/// Scheduling Workshop, Aussois 2010): periods of growing length, each application's processors in each of them, tasks
/// placed bottom-up with the least slack, backfilling. Reports stretch_bound. Parameters allocation, area_divisor,
/// smallest_period, slack_precision and filling. Takes no application that is released after 0. Throws NoSchedule when
/// one gets no processor.
SchedulingResult schedule_mags(const Platform& platform, const Workload& workload, const Parameters& parameters);

}  // namespace palio
