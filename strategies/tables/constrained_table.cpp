#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/ptg/constrained/constrained.h"
#include "strategies/registry.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 2> k_allocations{"scrap-max", "scrap"};
constexpr std::array<std::string_view, 2> k_when_full{"freeze", "stop"};
constexpr std::array<std::string_view, 2> k_mappings{"ready", "global"};

constexpr ParameterSpec k_area_guard = text_parameter(
    "area_guard", "also ends an allocation whose average area reaches beta x critical path", "off", k_off_on);
constexpr ParameterSpec k_when_full_spec = text_parameter(
    "when_full", "scrap-max at a full level: goes on with other levels (freeze) or ends (stop)", "freeze", k_when_full);
constexpr ParameterSpec k_mapping =
    text_parameter("mapping", "tasks compete once they are ready, or all at once (global)", "ready", k_mappings);
constexpr ParameterSpec k_packing =
    text_parameter("packing", "fewer processors where that starts earlier and ends no later", "on", k_off_on);

constexpr auto k_options = std::to_array<ParameterSpec>(
    {text_parameter("allocation", "constrains each precedence level (scrap-max) or the graph as a whole (scrap)",
                    "scrap-max", k_allocations),
     k_when_full_spec, k_area_guard, k_mapping, k_packing});

constexpr std::array<ParameterSpec, 6> options_and_mu(std::string_view default_value) {
  std::array<ParameterSpec, 6> specs{
      {{"mu", ParameterType::real, "", "weight of the equal share; the rest goes by contribution", 0, 1,
        default_value}}};
  std::ranges::copy(k_options, specs.begin() + 1);
  return specs;
}

constexpr std::array<ParameterSpec, 6> k_wps_parameters = options_and_mu("0.5");
constexpr std::array<ParameterSpec, 6> k_wps_work_parameters = options_and_mu("0.7");

constexpr ParameterSpec k_beta{.name = "beta",
                               .unit = "",
                               .meaning = "part of the platform's power that every application may use",
                               .min = 0,
                               .max = 1,
                               .default_value = "1",
                               .bounds = Bounds::open_below};

// Each parameter has one choice, which the yardstick takes over so that it allocates alike.
constexpr std::string_view k_allocation_meaning = "the allocation procedure, fixed by the strategy's name";
constexpr auto k_scrap_max_parameters = std::to_array<ParameterSpec>(
    {k_beta, text_parameter("allocation", k_allocation_meaning, "scrap-max", std::span(k_allocations).first<1>()),
     k_when_full_spec, k_area_guard, k_mapping, k_packing});
constexpr auto k_scrap_parameters = std::to_array<ParameterSpec>(
    {k_beta, text_parameter("allocation", k_allocation_meaning, "scrap", std::span(k_allocations).last<1>()),
     k_area_guard, k_mapping, k_packing});

Strategy constrained_row(std::string_view name, std::string_view summary, std::string_view source,
                         std::span<const ParameterSpec> parameters, ScheduleGraphs schedule) {
  return {
      name, summary, source, parameters,
      std::make_shared<GraphMethod>(std::move(schedule), GraphTerms{.beginning = Beginning::any, .dedicated = "S"})};
}

constexpr std::string_view k_section_4 = "N'Takpe, Suter, INRIA RR-6774, section 4";
constexpr std::string_view k_section_6 = "N'Takpe, Suter, INRIA RR-6774, section 6";

}  // namespace

std::span<const Strategy> constrained_strategies() {
  static const std::vector<Strategy> rows{
      constrained_row("S", "selfish: every application may use the whole platform", k_section_6, k_options, schedule_s),
      constrained_row("ES", "every application may use an equal share of the platform", k_section_6, k_options,
                      schedule_es),
      constrained_row("PS-cp", "shares in proportion to the lengths of the critical paths", k_section_6, k_options,
                      choosing(schedule_by_contribution, Contribution::critical_path)),
      constrained_row("PS-width", "shares in proportion to the maximal widths", k_section_6, k_options,
                      choosing(schedule_by_contribution, Contribution::width)),
      constrained_row("PS-work", "shares in proportion to the work of the applications", k_section_6, k_options,
                      choosing(schedule_by_contribution, Contribution::work)),
      constrained_row("WPS-cp", "between ES and PS-cp", k_section_6, k_wps_parameters,
                      choosing(schedule_by_contribution, Contribution::critical_path)),
      constrained_row("WPS-width", "between ES and PS-width", k_section_6, k_wps_parameters,
                      choosing(schedule_by_contribution, Contribution::width)),
      constrained_row("WPS-work", "between ES and PS-work", k_section_6, k_wps_work_parameters,
                      choosing(schedule_by_contribution, Contribution::work)),
      constrained_row("SCRAP-MAX", "every application may use beta of the platform at each of its levels", k_section_4,
                      k_scrap_max_parameters, schedule_scrap),
      constrained_row("SCRAP", "every application may use beta of the platform on average", k_section_4,
                      k_scrap_parameters, schedule_scrap),
  };
  return rows;
}

}  // namespace palio
