#pragma once

#include <vector>

#include "campaign/study/study.h"
#include "storage/file/rows.h"

namespace palio {

/// What the database keeps of a study's platforms, workloads and strategies, in their order.
std::vector<DimensionRow> platform_rows(const std::vector<Spec>& platforms);
std::vector<DimensionRow> workload_rows(const std::vector<Spec>& workloads);
/// Those of somebody's own code come with its manifest.
std::vector<DimensionRow> strategy_rows(const std::vector<Recipe>& strategies, const StrategySet& known);

}  // namespace palio
