#include <array>
#include <vector>

#include "strategies/ptg/cluster_batch/mags/mags.h"
#include "strategies/tables/cluster_batch_row.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

constexpr auto k_mags_parameters =
    std::to_array<ParameterSpec>({k_allocation_parameters[0],
                                  k_allocation_parameters[1],
                                  {.name = "smallest_period",
                                   .unit = "s",
                                   .meaning = "least length of the second period: lambda = max(1, this / first period)",
                                   .min = 0,
                                   .max = 1e9,
                                   .default_value = "0"},
                                  {.name = "slack_precision",
                                   .unit = "",
                                   .meaning = "how closely the smallest slack is searched for",
                                   .min = 1e-9,
                                   .max = 1,
                                   .default_value = "0.01"},
                                  k_filling});

}  // namespace

std::span<const Strategy> mags_strategies() {
  static const std::vector<Strategy> rows{cluster_batch_row(
      "MAGS", "malleable allocations with guaranteed stretch: shares of the cluster by period",
      "Casanova, Desprez, Suter, ICPP 2010", schedule_mags, k_mags_parameters, ReleaseNeed::at_start)};
  return rows;
}

}  // namespace palio
