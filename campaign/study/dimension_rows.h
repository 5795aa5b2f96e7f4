#pragma once

#include <vector>

#include "campaign/study/study.h"
#include "storage/file/results_view.h"
#include "storage/file/rows.h"
#include "storage/sql/sql_value.h"

namespace palio {

/// The rows that the database stores for a study's platforms, workloads and strategies, in their order; strategies of
/// custom code come with its manifest.
std::vector<DimensionRow> platform_rows(const std::vector<Spec>& platforms);
std::vector<DimensionRow> workload_rows(const std::vector<Spec>& workloads);
std::vector<DimensionRow> strategy_rows(const std::vector<Recipe>& strategies, const StrategySet& known);

/// The value that the database has in a column of such a row.
SqlValue value_in(const Recipe& recipe, std::string_view label, const ViewColumn& column);

}  // namespace palio
