#include "storage/file/metric_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "storage/sql/columns.h"

namespace palio {
namespace {

std::string_view column_type(MetricType type) { return type == MetricType::integer ? "INTEGER" : "REAL"; }

}  // namespace

std::vector<std::string> missing_metrics(SQLite::Database& database) {
  const std::vector<MetricColumn> columns = metric_columns(database);
  std::vector<std::string> missing;
  for (const MetricInfo& metric : metric_table())
    if (std::ranges::find(columns, metric.name, &MetricColumn::name) == columns.end())
      missing.emplace_back(metric.name);
  return missing;
}

// As for the metrics of the schema: only completed results have any.
void add_metric_column(SQLite::Database& database, const MetricColumn& metric) {
  database.exec(fmt::format("ALTER TABLE main.result ADD COLUMN {0} {1} CHECK (outcome = 'completed' OR {0} IS NULL)",
                            quoted_name(metric.name), column_type(metric.type)));
}

bool add_metric_columns(SQLite::Database& database) {
  const std::vector<std::string> missing = missing_metrics(database);
  for (const std::string& name : missing) add_metric_column(database, {name, find_metric(name)->type});
  return !missing.empty();
}

std::string missing_as_null(SQLite::Database& database) {
  std::string columns;
  for (const std::string& name : missing_metrics(database)) columns += ", NULL AS " + quoted_name(name);
  return columns;
}

std::string known_metrics() {
  std::string names;
  for (const MetricInfo& metric : metric_table()) names += fmt::format("{}{}", names.empty() ? "" : ",", metric.name);
  return names;
}

bool knew_metric(std::string_view known, std::string_view name) {
  return fmt::format(",{},", known).find(fmt::format(",{},", name)) != std::string::npos;
}

}  // namespace palio
