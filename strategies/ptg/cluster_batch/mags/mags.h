#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// The periods in which MAGS schedules a batch (Casanova, Desprez, Suter, ICPP 2010): if the applications were ideally
/// malleable, each could finish by the end of its last period, with a stretch of at most (1 + lambda) S*.
struct StretchPeriods {
  double stretch = 0;         // S*, the lower bound on the largest stretch of malleable applications
  double lambda = 0;          // each date is 1 + lambda times the one before
  std::vector<double> dates;  // t_0 = 0 to t_M, s: period i, from 0 on, lasts from dates[i] to dates[i + 1]
  std::vector<int> last;      // by application: the first period that ends at S* C* or later

  int count() const { return static_cast<int>(dates.size()) - 1; }
};

/// `dedicated`: C*, the makespan of each application alone on the cluster, positive, s. `smallest_period`: pi, s.
StretchPeriods stretch_periods(std::span<const double> dedicated, double smallest_period);

/// How the periods are filled: backward, from the last to the first, or forward, from the first to the last, with the
/// work that is left; or constant, with each application at one rate until the end of its last period.
enum class PeriodFilling { backward, forward, constant };

/// Processors by [application][period] on a cluster of `processors`. Periods are filled one after the other with the
/// remaining work of the applications that may still run, at first processors x C*, in proportion to this work or to
/// the rates. A period with any work distributes all processors, as whole numbers by largest remainders, and leaves
/// each application one in its last period, taken from the largest one that has at least two. Ties: smaller C*, then
/// the first.
std::vector<std::vector<int>> malleable_allocation(std::span<const double> dedicated, const StretchPeriods& periods,
                                                   int processors, PeriodFilling filling = PeriodFilling::backward);

/// An application with the processors that it has in each period; refers to the workload's graph.
struct MalleableApplication {
  struct Share {
    int processors = 0;
    std::vector<int> allocation;  // by task, from the rule for these processors; empty if there are none
    std::vector<double> time;     // s, by task, on its allocation
  };

  const TaskGraph* graph;
  std::vector<Share> shares;     // by period, from the first to the application's last one
  std::vector<double> top_time;  // s, by task: the longest one-processor path from an entry that ends with it
};

/// `processors` by [application][period], as malleable_allocation() gives them.
std::vector<MalleableApplication> malleable_applications(const Workload& workload, const StretchPeriods& periods,
                                                         const std::vector<std::vector<int>>& processors, double speed,
                                                         const AllocationRule& rule);

/// The placing step, bottom-up in periods that are `slack` times as long: each application finishes by the end of its
/// last period. Of its tasks whose children are all placed, the one that may finish last comes next (ties: larger
/// top_time, then lowest id); it is placed as late as possible in the last period that has room for it among the
/// application's own processors. Empty if a task fits into no period.
std::optional<BatchPlan> place_in_periods(const std::vector<MalleableApplication>& applications,
                                          const StretchPeriods& periods, double slack);

inline constexpr std::array<std::string_view, 3> k_fillings{"backward", "forward", "constant"};
inline constexpr ParameterSpec k_filling = later_text_parameter(
    "filling", "periods get their work from the last to the first, from the first to the last, or at constant rates",
    "backward", k_fillings);

/// The smallest slack found, and the plan for it.
struct SlackSearch {
  double slack = 1;
  double too_small = 0;  // the largest smaller slack that was tried and failed; 0 if slack is 1
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
/// smallest_period, slack_precision, filling. All applications are released at 0. Throws NoSchedule if one gets no
/// processor.
SchedulingResult schedule_mags(const Platform& platform, const Workload& workload, const Parameters& parameters);

}  // namespace palio
