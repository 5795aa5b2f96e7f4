#pragma once

#include "strategies/ptg/cluster_batch/allocation_parameters.h"
#include "strategies/registry.h"

namespace palio {

/// A row of the tables of batches on one cluster: planned without communication, held against CPA alone.
constexpr Strategy cluster_batch_row(std::string_view name, std::string_view summary, std::string_view source,
                                     decltype(Strategy::schedule) schedule,
                                     std::span<const ParameterSpec> parameters = k_allocation_parameters) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .platform_need = PlatformNeed::one_cluster,
          .batch_need = BatchNeed::any,
          .parameters = parameters,
          .schedule = schedule,
          .communication = PlannedCommunication::ignored,
          .dedicated = "CPA"};
}

inline constexpr std::string_view k_jpdc = "Casanova, Desprez, Suter, JPDC 70(12), 2010";

}  // namespace palio
