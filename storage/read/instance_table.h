#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A column of the table of instances: a metric of the strategy with this label.
struct InstanceColumn {
  std::string name;
  std::string metric;
  std::string strategy;
};

/// Makes the temporary table `instance` with platform_id, workload_id and these columns, and a row for each instance
/// that all of their strategies completed: a self-join of `result` for each strategy, in one pass. Throws UserError for
/// an unknown metric and for a duplicate name. `file` is for messages.
void make_instance_table(SQLite::Database& database, const std::filesystem::path& file,
                         std::span<const InstanceColumn> columns);

}  // namespace palio
