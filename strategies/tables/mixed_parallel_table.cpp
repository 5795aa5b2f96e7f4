#include <array>
#include <utility>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/lists/lists.h"
#include "strategies/ptg/mixed_parallel/mixed_parallel.h"
#include "strategies/registry.h"

namespace palio {
namespace {

// The shared pair, but with the area of the first paper as the default.
constexpr std::array<ParameterSpec, 2> k_cpa_parameters = [] {
  std::array<ParameterSpec, 2> parameters = k_allocation_parameters;
  parameters[1].default_value = "classic";
  return parameters;
}();

constexpr std::array<ParameterSpec, 1> k_hcpa_parameters{k_stop};

constexpr std::array<std::string_view, 3> k_imp_bases{"step", "sequential", "completion"};
constexpr std::array<ParameterSpec, 2> k_imp_parameters{
    {{"threshold", ParameterType::real, "", "least relative gain in execution time for one more processor", 0, 1,
      "0.05"},
     text_parameter("imp_base",
                    "gain relative to the time on one processor less (step) or on one processor (sequential), or in "
                    "the finish time, relative to that on one processor less (completion)",
                    "step", k_imp_bases)}};

constexpr std::array<std::string_view, 2> k_eff_bases{"reference", "own"};
constexpr std::array<ParameterSpec, 2> k_eff_parameters{
    {{"threshold", ParameterType::real, "", "least parallel efficiency of an allocation", 0, 1, "0.5"},
     text_parameter("eff_base",
                    "efficiency relative to one processor of the slowest cluster (reference) or of the task's cluster",
                    "reference", k_eff_bases)}};

constexpr std::array<ParameterSpec, 1> k_max_parameters{
    {{"threshold", ParameterType::real, "", "largest fraction of a cluster for one task", 0, 1, "0.5"}}};

constexpr std::string_view k_ispdc = "N'Takpe, Suter, Casanova, ISPDC 2007";

constexpr GraphTerms k_one_graph{.batches = BatchNeed::one_application, .beginning = Beginning::any};
constexpr GraphTerms k_one_cluster{
    .clusters = ClusterNeed::one_cluster, .batches = BatchNeed::one_application, .beginning = Beginning::any};
constexpr GraphTerms k_any_law{
    .batches = BatchNeed::one_application, .speedups = Speedups::any, .beginning = Beginning::any};

Strategy mixed_parallel_row(std::string_view name, std::string_view summary, std::string_view source,
                            ScheduleGraphs schedule, std::span<const ParameterSpec> parameters = {},
                            const GraphTerms& terms = k_one_graph) {
  return {name, summary, source, parameters, std::make_shared<GraphMethod>(std::move(schedule), terms)};
}

}  // namespace

std::span<const Strategy> mixed_parallel_strategies() {
  static const std::vector<Strategy> rows{
      mixed_parallel_row("CPA", "critical path and area: allocation, then list scheduling on one cluster",
                         "Radulescu, van Gemund, ICPP 2001", schedule_cpa, k_cpa_parameters, k_one_cluster),
      mixed_parallel_row("HCPA", "CPA on a reference cluster, translated to every cluster", k_ispdc, schedule_hcpa,
                         k_hcpa_parameters),
      mixed_parallel_row("HCPA-OPT", "HCPA that stops allocating earlier when processors outnumber tasks", k_ispdc,
                         schedule_hcpa_opt, k_hcpa_parameters),
      mixed_parallel_row("HCPA-OPT-FLEX",
                         "HCPA-OPT that takes fewer processors where that starts earlier and ends no later", k_ispdc,
                         schedule_hcpa_opt_flex, k_hcpa_parameters),
      mixed_parallel_row("M-HEFT", "HEFT for moldable tasks: least finish over all clusters and sizes",
                         "Casanova, Desprez, Suter, Euro-Par 2004", schedule_m_heft, {}, k_any_law),
      mixed_parallel_row("M-HEFT-IMP", "M-HEFT that adds a processor only for a large enough gain in time", k_ispdc,
                         schedule_m_heft_imp, k_imp_parameters, k_any_law),
      mixed_parallel_row("M-HEFT-EFF", "M-HEFT that keeps the parallel efficiency of every task", k_ispdc,
                         schedule_m_heft_eff, k_eff_parameters),
      mixed_parallel_row("M-HEFT-MAX", "M-HEFT that gives a task at most a fraction of a cluster", k_ispdc,
                         schedule_m_heft_max, k_max_parameters, k_any_law),
  };
  return rows;
}

}  // namespace palio
