#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

// When the graphs of a batch are released. All of these parameters stay out of a recipe that does not name them: then
// the batch is released at 0. They leave the draws of the graphs alone.

inline constexpr auto k_arrival_processes = std::to_array<std::string_view>({"poisson", "log-normal", "listed"});

inline constexpr ParameterSpec k_arrivals{
    .name = "arrivals",
    .type = ParameterType::text,
    .meaning = "gaps between releases: exponential (poisson), log-normal, or release_dates; else all at 0",
    .draw_role = DrawRole::leaves_draws,
    .choices = k_arrival_processes,
    .role = ParameterRole::release,
    .presence = Presence::optional};

inline constexpr ParameterSpec k_mean_gap{.name = "mean_gap",
                                          .unit = "s",
                                          .meaning = "mean gap between two releases; arrivals poisson and log-normal",
                                          .max = 1e9,
                                          .draw_role = DrawRole::leaves_draws,
                                          .bounds = Bounds::open_below,
                                          .role = ParameterRole::release,
                                          .presence = Presence::optional};

inline constexpr ParameterSpec k_gap_deviation{
    .name = "gap_deviation",
    .meaning = "standard deviation of a gap's natural logarithm; arrivals log-normal",
    .max = 10,
    .draw_role = DrawRole::leaves_draws,
    .role = ParameterRole::release,
    .presence = Presence::optional};

inline constexpr ParameterSpec k_release_dates{
    .name = "release_dates",
    .type = ParameterType::text,
    .unit = "s",
    .meaning = "release of each graph, ascending; what is beyond the batch counts nothing; arrivals listed",
    .max = 1e12,
    .draw_role = DrawRole::leaves_draws,
    .element_type = ParameterType::real,
    .role = ParameterRole::release,
    .presence = Presence::optional};

/// Releases the applications of a batch as these parameters say. Drawn gaps come from the stream "arrivals", one draw
/// for each: the first application is released at 0, every other a gap after the one before. A gap is mean_gap times
/// -ln(1 - u), u uniform in [0, 1), or times e^(d z - d^2 / 2), z normal and d the gap_deviation; so an axis of
/// mean_gap stretches the very same arrivals. Throws UserError for a parameter that the arrivals do not have or that
/// they lack, and for release dates that are too few or descend.
void release(const Recipe& recipe, std::span<const ParameterSpec> specs, Workload& workload);

}  // namespace palio
