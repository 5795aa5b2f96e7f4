#include <array>

#include "core/identity/text_parameter.h"
#include "strategies/ptg/cluster_batch/allocation_parameters.h"
#include "strategies/ptg/cluster_batch/lists/cpa.h"
#include "strategies/ptg/mixed_parallel/hcpa.h"
#include "strategies/ptg/mixed_parallel/m_heft.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

// The shared pair, but the area of the first paper by default.
constexpr std::array<ParameterSpec, 2> k_cpa_parameters = [] {
  std::array<ParameterSpec, 2> parameters = k_allocation_parameters;
  parameters[1].default_value = "classic";
  return parameters;
}();

constexpr std::array<std::string_view, 2> k_imp_bases{"step", "sequential"};
constexpr std::array<ParameterSpec, 2> k_imp_parameters{
    {{.name = "threshold",
      .unit = "",
      .meaning = "least relative gain in execution time for one more processor",
      .min = 0,
      .max = 1,
      .default_value = "0.05"},
     text_parameter("imp_base",
                    "gain relative to the time on one processor less (step) or on one processor (sequential)", "step",
                    k_imp_bases)}};

constexpr std::array<std::string_view, 2> k_eff_bases{"reference", "own"};
constexpr std::array<ParameterSpec, 2> k_eff_parameters{
    {{.name = "threshold",
      .unit = "",
      .meaning = "least parallel efficiency of an allocation",
      .min = 0,
      .max = 1,
      .default_value = "0.5"},
     text_parameter("eff_base",
                    "efficiency relative to one processor of the slowest cluster (reference) or of the own cluster",
                    "reference", k_eff_bases)}};

constexpr std::array<ParameterSpec, 1> k_max_parameters{{{.name = "threshold",
                                                          .unit = "",
                                                          .meaning = "largest fraction of a cluster for one task",
                                                          .min = 0,
                                                          .max = 1,
                                                          .default_value = "0.5"}}};

constexpr std::string_view k_ispdc = "N'Takpe, Suter, Casanova, ISPDC 2007";

constexpr std::array<Strategy, 8> k_rows{{
    {"CPA", "critical path and area: allocation, then list scheduling on one cluster",
     "Radulescu, van Gemund, ICPP 2001", PlatformNeed::one_cluster, BatchNeed::one_application, k_cpa_parameters,
     schedule_cpa},
    {"HCPA",
     "CPA on a reference cluster, translated to every cluster",
     k_ispdc,
     PlatformNeed::any,
     BatchNeed::one_application,
     {},
     schedule_hcpa},
    {"HCPA-OPT",
     "HCPA that stops allocating earlier when processors outnumber tasks",
     k_ispdc,
     PlatformNeed::any,
     BatchNeed::one_application,
     {},
     schedule_hcpa_opt},
    {"HCPA-OPT-FLEX",
     "HCPA-OPT that takes fewer processors where that starts earlier and ends no later",
     k_ispdc,
     PlatformNeed::any,
     BatchNeed::one_application,
     {},
     schedule_hcpa_opt_flex},
    {"M-HEFT",
     "HEFT for moldable tasks: least finish over all clusters and sizes",
     "Casanova, Desprez, Suter, Euro-Par 2004",
     PlatformNeed::any,
     BatchNeed::one_application,
     {},
     schedule_m_heft},
    {"M-HEFT-IMP", "M-HEFT that adds a processor only for a large enough gain in time", k_ispdc, PlatformNeed::any,
     BatchNeed::one_application, k_imp_parameters, schedule_m_heft_imp},
    {"M-HEFT-EFF", "M-HEFT that keeps the parallel efficiency of every task", k_ispdc, PlatformNeed::any,
     BatchNeed::one_application, k_eff_parameters, schedule_m_heft_eff},
    {"M-HEFT-MAX", "M-HEFT that gives a task at most a fraction of a cluster", k_ispdc, PlatformNeed::any,
     BatchNeed::one_application, k_max_parameters, schedule_m_heft_max},
}};

}  // namespace

std::span<const Strategy> mixed_parallel_strategies() { return k_rows; }

}  // namespace palio
