#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// When the rest of an execution is planned anew.
enum class Replan {
  never,
  completion,  // whenever a task ends
  late,        // when a task ends earlier or later than planned by more than a share of its estimated time
  period,      // every so many seconds
  ready,       // whenever a task ends, but only the tasks that are ready
};
inline constexpr auto k_replans =
    std::to_array<std::string_view>({"never", "completion", "late", "period", "ready"});  // as the enum

/// What a strategy is told of the durations of tasks.
enum class Knowledge {
  estimate,
  exact,  // those of the realization
  none,   // all tasks take alike
};
inline constexpr auto k_knowledges = std::to_array<std::string_view>({"estimate", "exact", "none"});  // as the enum

struct Policy {
  Replan replan = Replan::never;
  double tolerance = 0;      // share of the estimated time; late
  double period = 0;         // s; period
  double decision_time = 0;  // s by which a decision delays what it starts
  Knowledge knowledge = Knowledge::estimate;
};

inline constexpr ParameterSpec k_knowledge = later_text_parameter(
    "knowledge", "what the strategy is told of durations: estimates, those of the realization, or that all are alike",
    "estimate", k_knowledges);
inline constexpr ParameterSpec k_replan = later_text_parameter(
    "replan",
    "when the rest is planned anew: never, at each completion, when a task is late (or early), by period; or only the "
    "tasks that are ready, at each completion (ready)",
    "never", k_replans);
inline constexpr ParameterSpec k_late_tolerance =
    optional_parameter({"tolerance", ParameterType::real, "",
                        "share of a task's estimated time by which it may end earlier or later; replan late", 0, 1e9});
inline constexpr ParameterSpec k_replan_period = open_below(
    optional_parameter({"period", ParameterType::real, "s", "time between two plans; replan period", 0, 1e12}));
inline constexpr ParameterSpec k_hindsight = later_text_parameter(
    "hindsight", "whether each realization is also planned with exact knowledge, for the metric regret", "off",
    k_off_on);

/// The parameters of any policy.
inline constexpr std::array<ParameterSpec, 6> k_policy_parameters{k_knowledge,     k_replan,        k_late_tolerance,
                                                                  k_replan_period, k_decision_time, k_hindsight};

/// Those that a strategy of this method takes.
void add_policies(const GraphMethod& method, std::vector<ParameterSpec>& parameters);

/// Of a resolved recipe. Throws UserError for a parameter that the policy lacks or does not take.
Policy policy_of(std::string_view strategy, const Parameters& parameters);

}  // namespace palio
