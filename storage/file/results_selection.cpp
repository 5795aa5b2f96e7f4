// The texts of the views of results, and the columns they are made of; also compiled into the extension, which has no
// SQLiteCpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "core/metrics.h"
#include "storage/file/dimension_table.h"
#include "storage/file/metric_tables.h"
#include "storage/file/results_view.h"
#include "storage/file/scenario_id.h"
#include "storage/file/trimmed_results.h"

namespace palio {
namespace {

constexpr auto k_no_parameters =
    std::to_array<std::string_view>({"id", "key", "canonical", "label", "family", "name", "checksum"});

ParameterType type_of_column(std::string_view declared) {
  if (declared == "INTEGER") return ParameterType::integer;
  return declared == "REAL" ? ParameterType::real : ParameterType::text;
}

struct FixedColumn {
  std::string_view expression;
  std::string_view name;
};

constexpr auto k_identity = std::to_array<FixedColumn>({
    {"platform.key || '-' || workload.key || '-' || strategy.key", "scenario"},
    {k_instance, "instance"},
    {"strategy.label", "strategy"},
    {"platform.label", "platform"},
    {"workload.label", "workload"},
    {"platform.family", "platform_family"},
    {"workload.family", "workload_family"},
    {"strategy.name", "strategy_name"},
});

// Of the view realizations, in place of what follows in the others.
constexpr std::array<FixedColumn, 3> k_of_realization{
    {{"realization.r", "r"}, {"realization.makespan", "makespan"}, {"realization.replans", "replans"}}};

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

constexpr std::string_view k_without_stale = "\nWHERE NOT result.stale";
// Only in all_results.
constexpr FixedColumn k_stale{"result.stale", "stale"};

constexpr std::array<std::string_view, 3> k_view_names{"results", "all_results", "realizations"};  // by ResultsView

struct JoinedTable {
  std::string_view name, condition;
};
// LEFT JOIN, although every row has its partners: WHERE on a column of platform then starts there, not with a scan of
// all results (1.8 million: 2 ms instead of 184 ms), and nothing else gets slower.
constexpr auto k_joined = std::to_array<JoinedTable>({
    {"platform", "platform.id = result.platform_id"},
    {"workload", "workload.id = result.workload_id"},
    {"strategy", "strategy.id = result.strategy_id"},
    {"session", "session.id = result.session_id"},
    {"failure",
     "result.outcome <> 'completed' AND failure.platform_id = result.platform_id AND\n"
     "  failure.workload_id = result.workload_id AND failure.strategy_id = result.strategy_id AND\n"
     "  failure.attempt = result.attempt"},
});

std::set<std::string> fixed_names() {
  std::set<std::string> names;
  for (const FixedColumn& column : k_identity) names.emplace(column.name);
  for (const FixedColumn& column : k_ending) names.emplace(column.name);
  for (const FixedColumn& column : k_provenance) names.emplace(column.name);
  names.emplace(k_stale.name);
  for (const MetricInfo& metric : metric_table()) names.emplace(metric.name);
  return names;
}

// All parameter columns of the view, in their order.
std::vector<ViewColumn> parameter_columns_of_view(const RowSource& rows, std::string_view schema = "main") {
  std::set<std::string> taken = fixed_names();
  std::vector<ViewColumn> columns;
  for (const DimensionTable& table : {k_platform_table, k_workload_table, k_strategy_table}) {
    for (const ParameterColumn& parameter : parameter_columns(rows, table, schema)) {
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

std::string in_schema(std::string_view schema, std::string_view table) {
  return schema.empty() ? std::string(table) : fmt::format("{0}.{1} AS {1}", schema, table);
}

// The tables that these expressions name, or all of them.
std::string joins(std::string_view schema, std::optional<std::string_view> expressions) {
  std::string joins;
  for (const auto& [name, condition] : k_joined)
    if (!expressions || expressions->find(fmt::format("{}.", name)) != std::string_view::npos)
      joins += fmt::format("\nLEFT JOIN {} ON {}", in_schema(schema, name), condition);
  return joins;
}

// The columns of the view that are `wanted`.
template <class Wanted>
std::string selected_columns(const RowSource& rows, ResultsView view, std::string_view schema, const Wanted& wanted) {
  std::string columns;
  const auto add = [&](std::string_view expression, std::string_view name) {
    if (wanted(name))
      columns += fmt::format("{}\n  {} AS {}", columns.empty() ? "" : ",", expression, quoted_name(name));
  };
  for (const FixedColumn& column : k_identity) add(column.expression, column.name);
  const std::span<const FixedColumn> own = view == ResultsView::realizations
                                               ? std::span<const FixedColumn>(k_of_realization)
                                               : std::span<const FixedColumn>();
  for (const ViewColumn& column : parameter_columns_of_view(rows, schema)) {
    const bool taken = std::ranges::find(own, column.name, &FixedColumn::name) != own.end();
    add(fmt::format("{}.{}", column.table, quoted_name(column.source)),
        taken ? fmt::format("{}_{}", column.table, column.name) : column.name);
  }
  for (const FixedColumn& column : own) add(column.expression, column.name);
  if (view == ResultsView::realizations) return columns;
  for (const FixedColumn& column : k_ending) add(column.expression, column.name);
  for (const MetricInfo& metric : metric_table()) add(fmt::format("result.{}", metric.name), metric.name);
  for (const FixedColumn& column : k_provenance) add(column.expression, column.name);
  if (view == ResultsView::all_results) add(k_stale.expression, k_stale.name);
  return columns;
}

}  // namespace

bool is_fixed(std::string_view column) { return std::ranges::find(k_no_parameters, column) != k_no_parameters.end(); }

std::vector<ParameterColumn> parameter_columns(const RowSource& rows, const DimensionTable& table,
                                               std::string_view schema) {
  std::vector<ParameterColumn> columns;
  rows.run(fmt::format("SELECT name, type FROM pragma_table_info('{}', '{}') ORDER BY name", table.name, schema),
           [&](const auto& row) {
             if (!is_fixed(text_at(row, 0))) columns.push_back({text_at(row, 0), type_of_column(text_at(row, 1))});
           });
  return columns;
}

std::string results_selection(const RowSource& rows, ResultsView view, std::string_view table,
                              std::string_view schema) {
  const auto all = [](std::string_view) { return true; };
  const std::string columns = selected_columns(rows, view, schema, all);
  const std::string_view where = view == ResultsView::all_results ? "" : k_without_stale;
  if (view != ResultsView::realizations)
    return fmt::format("SELECT{}\nFROM {}{}{}", columns, table, joins("", std::nullopt), where);
  // CROSS JOIN: the realizations of a result are neighbours. SQLite would look up the result of each.
  return fmt::format("SELECT{}\nFROM {}\nCROSS JOIN realization ON {}{}{}", columns, table,
                     same_scenario("realization", "result"), joins("", columns), where);
}

std::string results_view_definition(const RowSource& rows, ResultsView view, std::string_view schema) {
  return fmt::format("CREATE VIEW {} AS {}", name_of(view),
                     results_selection(rows, view, "measured AS result", schema));
}

std::string trimmed_results(const RowSource& rows, const std::set<std::string>& columns) {
  const auto wanted = [&](std::string_view name) { return columns.contains(std::string(name)); };
  const std::string selected = selected_columns(rows, ResultsView::results, "main", wanted);
  const bool plain = std::ranges::all_of(
      metric_table(), [&](const MetricInfo& metric) { return is_plain(metric) || !wanted(metric.name); });
  return fmt::format("SELECT{}\nFROM main.{} AS result{}{}", selected, plain ? "plain_result" : "measured",
                     joins("main", selected), k_without_stale);
}

std::string united_results(const RowSource& rows, ResultsView view) {
  std::string select = results_selection(rows, view, "measured AS result", "temp");
  return select.insert(select.find("SELECT") + 6, "\n  result.campaign AS campaign,");
}

std::string_view name_of(ResultsView view) { return k_view_names.at(static_cast<std::size_t>(view)); }

bool is_results_view(std::string_view name) { return std::ranges::find(k_view_names, name) != k_view_names.end(); }

std::vector<ViewColumn> results_scenario_columns(const RowSource& rows, std::string_view schema) {
  std::vector<ViewColumn> columns;
  for (const FixedColumn& column : k_identity) {
    const std::size_t dot = column.expression.find('.');
    if (column.expression.find(' ') != std::string_view::npos) continue;  // the scenario itself: built from keys
    columns.push_back({std::string(column.expression.substr(0, dot)), std::string(column.expression.substr(dot + 1)),
                       std::string(column.name)});
  }
  const std::vector<ViewColumn> parameters = parameter_columns_of_view(rows, schema);
  columns.insert(columns.end(), parameters.begin(), parameters.end());
  return columns;
}

}  // namespace palio
