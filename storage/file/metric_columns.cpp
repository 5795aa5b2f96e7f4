// Also compiled into the extension, which has no SQLiteCpp.
#include "storage/file/metric_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace palio {
namespace {

// The other columns hold the identity and the costs of a result. Columns after `checksum`, the schema's last, were
// added later.
constexpr std::string_view k_select_columns = R"(
  SELECT name, type FROM pragma_table_info('result', '{0}')
  WHERE name NOT IN ('platform_id', 'workload_id', 'strategy_id', 'outcome', 'attempt', 'session_id', 'schedule_time',
                     'simulation_time', 'total_time', 'peak_memory', 'lp_time', 'engine_difference', 'stale', 'checksum',
                     'campaign')
  ORDER BY iif(cid > (SELECT cid FROM pragma_table_info('result', '{0}') WHERE name = 'checksum'), name, ''), cid)";

std::string_view column_type(MetricType type) { return type == MetricType::integer ? "INTEGER" : "REAL"; }

// As for the metrics of the schema: only completed results have any.
std::string definition_of(std::string_view quoted, std::string_view type) {
  return fmt::format("{0} {1} CHECK (outcome = 'completed' OR {0} IS NULL)", quoted, type);
}

}  // namespace

std::vector<MetricColumn> metric_columns(const RowSource& rows, std::string_view schema) {
  std::vector<MetricColumn> columns;
  rows.run(fmt::format(k_select_columns, schema), [&](const auto& row) {
    columns.push_back({text_at(row, 0), text_at(row, 1) == "INTEGER" ? MetricType::integer : MetricType::real});
  });
  return columns;
}

std::vector<std::string> missing_metrics(const RowSource& rows) {
  const std::vector<MetricColumn> columns = metric_columns(rows);
  std::vector<std::string> missing;
  for (const MetricInfo& metric : metric_table())
    if (std::ranges::find(columns, metric.name, &MetricColumn::name) == columns.end())
      missing.emplace_back(metric.name);
  return missing;
}

void add_metric_column(const RowSource& rows, const MetricColumn& metric) {
  rows.run(fmt::format("ALTER TABLE main.result ADD COLUMN {}",
                       definition_of(quoted_name(metric.name), column_type(metric.type))));
}

bool add_metric_columns(const RowSource& rows) {
  const std::vector<std::string> missing = missing_metrics(rows);
  for (const std::string& name : missing) add_metric_column(rows, {name, find_metric(name)->type});
  return !missing.empty();
}

std::string without_columns(std::string definition, std::string (*form)(std::string_view, std::string_view)) {
  constexpr auto k_types = std::to_array<std::string_view>({"INTEGER", "REAL", "TEXT"});
  for (std::size_t at = 0; (at = definition.find(", \"", at)) != std::string::npos;) {
    const std::string_view rest = std::string_view(definition).substr(at + 2);
    const std::string_view name = rest.substr(0, rest.find('"', 1) + 1);
    std::size_t size = 0;
    for (const std::string_view type : k_types)
      if (const std::string column = form(name, type); name.size() > 2 && rest.starts_with(column) &&
                                                       rest.size() > column.size() &&
                                                       (rest[column.size()] == ',' || rest[column.size()] == ')'))
        size = column.size() + 2;
    definition.erase(at, size);
    at += size == 0 ? 1 : 0;
  }
  return definition;
}

std::string without_added_metrics(const std::string& definition) {
  return without_columns(definition, [](std::string_view quoted, std::string_view type) {
    return type == "TEXT" ? "" : definition_of(quoted, type);
  });
}

std::string missing_as_null(const RowSource& rows) {
  std::string columns;
  for (const std::string& name : missing_metrics(rows)) columns += ", NULL AS " + quoted_name(name);
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
