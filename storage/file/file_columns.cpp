// What a file says of its columns and version; also compiled into the extension, which has no SQLiteCpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "storage/file/dimension_table.h"
#include "storage/file/metric_columns.h"
#include "storage/file/migrations.h"

namespace palio {
namespace {

constexpr auto k_fixed_columns =
    std::to_array<std::string_view>({"id", "key", "canonical", "label", "family", "name", "checksum"});

ParameterType type_of_column(std::string_view declared) {
  if (declared == "INTEGER") return ParameterType::integer;
  return declared == "REAL" ? ParameterType::real : ParameterType::text;
}

// The other columns hold the identity and the costs of a result. Columns after `checksum`, the schema's last, were
// added later.
constexpr std::string_view k_select_columns = R"(
  SELECT name, type FROM pragma_table_info('result', '{0}')
  WHERE name NOT IN ('platform_id', 'workload_id', 'strategy_id', 'outcome', 'attempt', 'session_id', 'schedule_time',
                     'simulation_time', 'total_time', 'peak_memory', 'lp_time', 'engine_difference', 'stale', 'checksum',
                     'campaign')
  ORDER BY iif(cid > (SELECT cid FROM pragma_table_info('result', '{0}') WHERE name = 'checksum'), name, ''), cid)";

}  // namespace

bool is_fixed(std::string_view column) { return std::ranges::find(k_fixed_columns, column) != k_fixed_columns.end(); }

std::vector<ParameterColumn> parameter_columns(const RowSource& rows, const DimensionTable& table,
                                               std::string_view schema) {
  std::vector<ParameterColumn> columns;
  rows.run(fmt::format("SELECT name, type FROM pragma_table_info('{}', '{}') ORDER BY name", table.name, schema),
           [&](const auto& row) {
             if (!is_fixed(text_at(row, 0))) columns.push_back({text_at(row, 0), type_of_column(text_at(row, 1))});
           });
  return columns;
}

std::vector<MetricColumn> metric_columns(const RowSource& rows, std::string_view schema) {
  std::vector<MetricColumn> columns;
  rows.run(fmt::format(k_select_columns, schema), [&](const auto& row) {
    columns.push_back({text_at(row, 0), text_at(row, 1) == "INTEGER" ? MetricType::integer : MetricType::real});
  });
  return columns;
}

std::string without_added_metrics(const std::string& definition) {
  static const std::regex added(
      R"re(, ("[^"]+") (INTEGER|REAL) CHECK \(outcome = 'completed' OR \1 IS NULL\)(?=[,)]))re");
  return std::regex_replace(definition, added, "");
}

std::int64_t schema_version(const RowSource& rows, std::string_view schema) {
  std::int64_t version = 0;
  rows.run(fmt::format("PRAGMA {}.user_version", schema),
           [&](const auto& row) { version = std::get<std::int64_t>(row.at(0)); });
  return version;
}

Kept kept_in(const RowSource& rows, std::string_view schema) {
  return schema_version(rows, schema) < schema_with_realizations() ? Kept::metrics : Kept::realizations;
}

}  // namespace palio
