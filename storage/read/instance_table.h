#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "storage/read/result_columns.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A column of the table of instances: a metric of the strategy with this label.
struct InstanceColumn {
  std::string name;
  std::string metric;
  std::string strategy;
};

/// Gives the values of expressions over the columns of `result`.
using ReadResults = std::function<ResultColumns(std::span<const std::string> expressions)>;

/// Makes the temporary view `instance` with platform_id, workload_id and these columns, and a row for each instance
/// that all of their strategies completed: a self-join of `result` for each strategy, held in memory. Throws UserError
/// for an unknown metric and for a name that comes twice. `file` is for messages.
void make_instance_table(SQLite::Database& database, const std::filesystem::path& file,
                         std::span<const InstanceColumn> columns, const ReadResults& results);

}  // namespace palio
