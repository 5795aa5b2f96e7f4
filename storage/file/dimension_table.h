#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "storage/file/rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A table of platforms, workloads or strategies: a few fixed columns, then one per parameter.
struct DimensionTable {
  std::string_view name;
  std::string_view kind_column;  // "family" or "name": where Recipe::name goes
};

inline constexpr DimensionTable k_platform_table{"platform", "family"};
inline constexpr DimensionTable k_workload_table{"workload", "family"};
inline constexpr DimensionTable k_strategy_table{"strategy", "name"};

/// Names of the parameter columns of a table, sorted.
std::vector<std::string> parameter_columns(SQLite::Database& database, const DimensionTable& table);

/// Ids of the rows, in their order; adds rows, parameter columns and input files that are missing. Inside the caller's
/// transaction. Throws InternalError for two parameters of one name and different types.
std::vector<std::int64_t> add_dimension_rows(SQLite::Database& database, const DimensionTable& table,
                                             std::span<const DimensionRow> rows);

/// An SQL identifier in double quotes.
std::string quoted_name(std::string_view name);

}  // namespace palio
