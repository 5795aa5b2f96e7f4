#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "storage/file/rows.h"
#include "storage/sql/row_source.h"

namespace palio {

/// A table of platforms, workloads or strategies: a few fixed columns, then one per parameter.
struct DimensionTable {
  std::string_view name;
  std::string_view kind_column;  // "family" or "name": where Recipe::name goes
};

inline constexpr DimensionTable k_platform_table{"platform", "family"};
inline constexpr DimensionTable k_workload_table{"workload", "family"};
inline constexpr DimensionTable k_strategy_table{"strategy", "name"};

/// A column for a parameter. It has the parameter's name, unless the first parameter of that name in this file has
/// another type, or the table itself uses the name: then it is `name:type`, as in "width:text".
struct ParameterColumn {
  std::string name;
  ParameterType type = ParameterType::real;

  std::string parameter() const { return name.substr(0, name.find(':')); }
  /// Whether the values of a parameter go into this column; integers fit into a column of reals.
  bool holds(std::string_view wanted, ParameterType wanted_type) const;
};

/// The type that a column for such a parameter is declared with: "REAL".
std::string_view column_type(ParameterType type);

/// The parameter columns of a table, sorted by name. `schema`: which file of the connection.
std::vector<ParameterColumn> parameter_columns(const RowSource& rows, const DimensionTable& table,
                                               std::string_view schema = "main");

/// Whether a column of such a table is none of a parameter.
bool is_fixed(std::string_view column);

/// The name of a parameter's column; adds it if it is missing, inside the caller's transaction.
std::string column_for(SQLite::Database& database, const DimensionTable& table, std::vector<ParameterColumn>& columns,
                       std::string_view parameter, ParameterType type);

/// Ids of the rows; adds rows, columns and input files that are missing, inside the caller's transaction.
std::vector<std::int64_t> add_dimension_rows(SQLite::Database& database, const DimensionTable& table,
                                             std::span<const DimensionRow> rows);

}  // namespace palio
