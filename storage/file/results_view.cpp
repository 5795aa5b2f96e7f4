#include "storage/file/results_view.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "storage/file/dimension_table.h"
#include "storage/file/metric_columns.h"

namespace palio {
namespace {

struct FixedColumn {
  std::string_view expression;
  std::string_view name;
};

constexpr auto k_identity = std::to_array<FixedColumn>({
    {"platform.key || '-' || workload.key || '-' || strategy.key", "scenario"},
    {"strategy.label", "strategy"},
    {"platform.label", "platform"},
    {"workload.label", "workload"},
    {"platform.family", "platform_family"},
    {"workload.family", "workload_family"},
    {"strategy.name", "strategy_name"},
});

constexpr std::array<FixedColumn, 2> k_ending{{{"result.outcome", "outcome"}, {"result.attempt", "attempt"}}};

constexpr auto k_provenance = std::to_array<FixedColumn>({
    {"result.schedule_time", "schedule_time"},
    {"result.simulation_time", "simulation_time"},
    {"result.total_time", "total_time"},
    {"result.peak_memory", "peak_memory"},
    {"result.lp_time", "lp_time"},
    {"result.engine_difference", "engine_difference"},
    {"result.session_id", "session"},
    {"session.engine", "engine"},
    {"session.engine_version", "engine_version"},
    {"failure.kind", "failure_kind"},
    {"failure.signal", "failure_signal"},
    {"failure.message", "failure_message"},
});

// Of all_results alone.
constexpr FixedColumn k_stale{"result.stale", "stale"};

constexpr std::array<std::string_view, 2> k_view_names{"results", "all_results"};  // by ResultsView

// LEFT JOIN, though every row has its partners: WHERE on a column of platform then starts there, not with a scan of all
// results (1.8 million: 2 ms against 184 ms), and nothing else gets slower.
constexpr std::string_view k_joins = R"(
LEFT JOIN platform ON platform.id = result.platform_id
LEFT JOIN workload ON workload.id = result.workload_id
LEFT JOIN strategy ON strategy.id = result.strategy_id
LEFT JOIN session ON session.id = result.session_id
LEFT JOIN failure ON result.outcome <> 'completed' AND failure.platform_id = result.platform_id AND
  failure.workload_id = result.workload_id AND failure.strategy_id = result.strategy_id AND
  failure.attempt = result.attempt)";

std::string_view name_of(ResultsView view) { return k_view_names.at(static_cast<std::size_t>(view)); }

std::set<std::string> fixed_names(SQLite::Database& database) {
  std::set<std::string> names;
  for (const FixedColumn& column : k_identity) names.emplace(column.name);
  for (const FixedColumn& column : k_ending) names.emplace(column.name);
  for (const FixedColumn& column : k_provenance) names.emplace(column.name);
  names.emplace(k_stale.name);
  for (const MetricColumn& metric : metric_columns(database)) names.insert(metric.name);
  return names;
}

void refresh_view(SQLite::Database& database, ResultsView view) {
  const std::string definition = results_view_definition(database, view);
  const std::string name(name_of(view));
  SQLite::Statement stored(database, "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?");
  stored.bind(1, name);
  if (stored.executeStep() && stored.getColumn(0).getString() == definition) return;
  stored.reset();
  database.exec("DROP VIEW IF EXISTS " + name);
  database.exec(definition);
}

// What the view selects; `more_metrics` stand behind those of the file, which `table` has.
std::string selection(SQLite::Database& database, ResultsView view, std::string_view more_metrics,
                      std::string_view table) {
  std::string columns;
  const auto add = [&](std::string_view expression, std::string_view name) {
    columns += fmt::format("{}\n  {} AS {}", columns.empty() ? "" : ",", expression, quoted_name(name));
  };
  for (const FixedColumn& column : k_identity) add(column.expression, column.name);
  for (const ViewColumn& column : results_parameter_columns(database))
    add(fmt::format("{}.{}", column.table, quoted_name(column.source)), column.name);
  for (const FixedColumn& column : k_ending) add(column.expression, column.name);
  for (const MetricColumn& metric : metric_columns(database))
    add(fmt::format("result.{}", quoted_name(metric.name)), metric.name);
  columns += more_metrics;
  for (const FixedColumn& column : k_provenance) add(column.expression, column.name);
  if (view == ResultsView::all_results) add(k_stale.expression, k_stale.name);
  return fmt::format("SELECT{}\nFROM {}{}{}", columns, table, k_joins,
                     view == ResultsView::results ? "\nWHERE NOT result.stale" : "");
}

}  // namespace

std::string results_view_definition(SQLite::Database& database, ResultsView view) {
  return fmt::format("CREATE VIEW {} AS {}", name_of(view), selection(database, view, "", "result"));
}

void complete_results(SQLite::Database& database) {
  const std::string missing = missing_as_null(database);
  if (missing.empty()) return;
  for (const ResultsView view : {ResultsView::results, ResultsView::all_results})
    database.exec(
        fmt::format("CREATE TEMP VIEW {} AS {}", name_of(view), selection(database, view, missing, "main.result")));
  database.exec(fmt::format("CREATE TEMP VIEW result AS SELECT *{} FROM main.result", missing));
}

std::optional<ResultsView> results_view(std::string_view name) {
  const auto* const found = std::ranges::find(k_view_names, name);
  if (found == k_view_names.end()) return std::nullopt;
  return static_cast<ResultsView>(found - k_view_names.begin());
}

std::vector<ViewColumn> results_parameter_columns(SQLite::Database& database) {
  std::set<std::string> taken = fixed_names(database);
  std::vector<ViewColumn> columns;
  for (const DimensionTable& table : {k_platform_table, k_workload_table, k_strategy_table}) {
    for (const ParameterColumn& parameter : parameter_columns(database, table)) {
      std::string name = parameter.name;
      std::ranges::replace(name, ':', '_');
      const bool prefixed = role_of(name) != ParameterRole::plain;
      if (prefixed || taken.contains(name)) name = fmt::format("{}_{}", table.name, name);
      while (!taken.insert(name).second) name += '_';
      columns.push_back({std::string(table.name), parameter.name, name, parameter.type});
    }
  }
  return columns;
}

std::vector<ViewColumn> results_scenario_columns(SQLite::Database& database) {
  std::vector<ViewColumn> columns;
  for (const FixedColumn& column : k_identity) {
    const std::size_t dot = column.expression.find('.');
    if (column.expression.find(' ') != std::string_view::npos) continue;  // the scenario itself: put together of keys
    columns.push_back({std::string(column.expression.substr(0, dot)), std::string(column.expression.substr(dot + 1)),
                       std::string(column.name)});
  }
  const std::vector<ViewColumn> parameters = results_parameter_columns(database);
  columns.insert(columns.end(), parameters.begin(), parameters.end());
  return columns;
}

void refresh_results_views(SQLite::Database& database) {
  refresh_view(database, ResultsView::results);
  refresh_view(database, ResultsView::all_results);
}

}  // namespace palio
