#pragma once

#include <string>
#include <vector>

#include "storage/sqlite_forward.h"

namespace palio {

/// Brings the view `results` up to date with the parameter columns; inside the caller's transaction.
///
/// A parameter's column has the parameter's name, with exceptions that depend only on which columns exist, never on the
/// order in which studies brought them:
/// - `sample`, `seed`, `path` and `digest` always begin with their table's name: platform_seed, workload_seed;
/// - so does a name that the view uses itself (`processors` is a metric), and a name that an earlier table of
///   platform, workload, strategy has too.
void refresh_results_view(SQLite::Database& database);

/// A column of the view that comes from a platform, a workload or a strategy.
struct ViewColumn {
  std::string table;      // "platform", "workload" or "strategy"
  std::string parameter;  // column of that table
  std::string name;       // column of the view
};

/// All parameter columns of the view, in their order.
std::vector<ViewColumn> results_parameter_columns(SQLite::Database& database);

/// All columns of the view that say which scenario a row is: labels, families, names and parameters.
std::vector<ViewColumn> results_scenario_columns(SQLite::Database& database);

}  // namespace palio
