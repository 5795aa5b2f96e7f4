#pragma once

#include <utility>

#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// A row of the tables of batches on one cluster: planned without communication, held against CPA alone.
inline Strategy cluster_batch_row(std::string_view name, std::string_view summary, std::string_view source,
                                  ScheduleGraphs schedule,
                                  std::span<const ParameterSpec> parameters = k_allocation_parameters,
                                  ReleaseNeed releases = ReleaseNeed::any) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .parameters = parameters,
          .method = std::make_shared<GraphMethod>(std::move(schedule),
                                                  GraphTerms{.clusters = ClusterNeed::one_cluster,
                                                             .releases = releases,
                                                             .communication = PlannedCommunication::ignored,
                                                             .dedicated = "CPA"})};
}

inline constexpr std::string_view k_jpdc = "Casanova, Desprez, Suter, JPDC 70(12), 2010";

}  // namespace palio
