#pragma once

#include <array>
#include <cstdint>

#include "core/identity/canonical.h"
#include "core/identity/registry.h"
#include "workloads/model/uncertainty.h"

namespace palio {

// Optional parameters of every family of task graphs: a recipe that does not name the law contains none of them. They
// leave the graphs as they are drawn.

constexpr ParameterSpec uncertain_parameter(ParameterSpec spec) {
  return optional_parameter(leaving_draws(with_role(ParameterRole::uncertainty, spec)));
}

inline constexpr int k_default_realizations = 100;

inline constexpr ParameterSpec k_uncertainty = uncertain_parameter(text_parameter(
    "uncertainty", "law of the factors on durations, with mean 1; without it, durations are exactly as estimated", "",
    k_law_names));
inline constexpr ParameterSpec k_deviation =
    uncertain_parameter({"deviation", ParameterType::real, "",
                         "coefficient of variation of a task's duration; not with the law beta", 0, k_most_deviation});
inline constexpr ParameterSpec k_upper = uncertain_parameter(
    {"upper", ParameterType::real, "", "the longest duration divided by the shortest; the law beta only", 1, 1e6});
inline constexpr ParameterSpec k_data_deviation =
    uncertain_parameter({"data_deviation", ParameterType::real, "", "coefficient of variation of the data on an edge",
                         0, k_most_deviation, "0"});
inline constexpr ParameterSpec k_speed_deviation =
    uncertain_parameter({"speed_deviation", ParameterType::real, "", "coefficient of variation of a processor's speed",
                         0, k_most_deviation, "0"});
inline constexpr ParameterSpec k_realizations = uncertain_parameter(
    {"realizations", ParameterType::integer, "", "executions of each plan, with other factors", 1, 1e6, "100"});

inline constexpr std::array<ParameterSpec, 6> k_uncertain_parameters{
    k_uncertainty, k_deviation, k_upper, k_data_deviation, k_speed_deviation, k_realizations};

/// Of the same families: for instances that are small enough.
inline constexpr auto k_optima = std::to_array<std::string_view>({"exact"});
inline constexpr ParameterSpec k_optimum = optional_parameter(leaving_draws(text_parameter(
    "optimum", "exact: the strategy Exact finds the least makespan of each instance, to which the metric gap refers",
    "", k_optima)));

/// Whether the recipe has any of them.
bool is_uncertain(const Recipe& recipe);

/// How often a plan for the recipe's workload is executed with other factors; 0: the world keeps to the plan.
std::int64_t realizations_of(const Recipe& recipe);

/// The recipe without these parameters, as its family knows it.
Recipe certain_part(const Recipe& recipe);

/// What the recipe says of uncertainty. The draws are named by what `specs` say is drawn. Throws UserError for a
/// parameter that the law does not take, one that it lacks, or any of them without a law.
Uncertainty uncertainty_of(const Recipe& recipe, std::span<const ParameterSpec> specs);

}  // namespace palio
