#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/metrics.h"
#include "storage/sql/row_source.h"

namespace palio {

// The metrics of a campaign file. Metrics that are not in the schema's first step get their columns when the file is
// opened for writing: a file of an older Palio lacks some, and one of a newer Palio may have more.

/// A column of table `result` that holds a metric.
struct MetricColumn {
  std::string name;
  MetricType type = MetricType::real;
};

/// All of a file, also metrics that this Palio does not know: the schema's in its order, then the others by name.
/// `schema`: which file of the connection.
std::vector<MetricColumn> metric_columns(const RowSource& rows, std::string_view schema = "main");

/// The rows of the metric table that the file has no column for.
std::vector<std::string> missing_metrics(const RowSource& rows);

/// Adds the column of a metric; inside the caller's transaction.
void add_metric_column(const RowSource& rows, const MetricColumn& metric);

/// Adds the missing columns; inside the caller's transaction. Returns whether there were any.
bool add_metric_columns(const RowSource& rows);

/// The table's definition in a campaign's schema without the columns that add_metric_columns() put there.
std::string without_added_metrics(const std::string& definition);

/// A definition without the columns that `form` makes of a quoted name and a type.
std::string without_columns(std::string definition, std::string (*form)(std::string_view, std::string_view));

/// Columns of NULL for the metrics that the file lacks, as the end of a selection: `, NULL AS "x"`.
std::string missing_as_null(const RowSource& rows);

/// The names in the metric table, as a session stores which metrics it knew.
std::string known_metrics();
/// Whether a metric is one of those.
bool knew_metric(std::string_view known, std::string_view name);

}  // namespace palio
