#include "storage/file/results_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "storage/file/dimension_table.h"
#include "storage/file/metric_columns.h"
#include "storage/file/migrations.h"
#include "storage/file/scenario_id.h"
#include "storage/file/trimmed_results.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

struct FixedColumn {
  std::string_view expression;
  std::string_view name;
};

// SQLite cannot index an expression over two tables; index_instances() makes a table for joins.
constexpr std::string_view k_instance = "platform.key || '-' || workload.key";

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

std::set<std::string> fixed_names(SQLite::Database& database, std::string_view schema) {
  std::set<std::string> names;
  for (const FixedColumn& column : k_identity) names.emplace(column.name);
  for (const FixedColumn& column : k_ending) names.emplace(column.name);
  for (const FixedColumn& column : k_provenance) names.emplace(column.name);
  names.emplace(k_stale.name);
  for (const MetricColumn& metric : metric_columns(database, schema)) names.insert(metric.name);
  return names;
}

// All parameter columns of the view, in their order.
std::vector<ViewColumn> parameter_columns_of_view(SQLite::Database& database, std::string_view schema = "main") {
  std::set<std::string> taken = fixed_names(database, schema);
  std::vector<ViewColumn> columns;
  for (const DimensionTable& table : {k_platform_table, k_workload_table, k_strategy_table}) {
    for (const ParameterColumn& parameter : parameter_columns(database, table, schema)) {
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

void refresh_view(SQLite::Database& database, ResultsView view) {
  const std::string definition = results_view_definition(database, view);
  const std::string_view name = name_of(view);
  const std::string stored = fmt::format("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = '{}'", name);
  if (texts_of(database, stored) == std::vector{definition}) return;
  database.exec(fmt::format("DROP VIEW IF EXISTS main.{}", name));  // a file attached to it may have one
  database.exec(definition);
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

// The columns of the view that are `wanted`; `more_metrics` follow the metrics of `schema`.
template <class Wanted>
std::string selected_columns(SQLite::Database& database, ResultsView view, std::string_view more_metrics,
                             std::string_view schema, const Wanted& wanted) {
  std::string columns;
  const auto add = [&](std::string_view expression, std::string_view name) {
    if (wanted(name))
      columns += fmt::format("{}\n  {} AS {}", columns.empty() ? "" : ",", expression, quoted_name(name));
  };
  for (const FixedColumn& column : k_identity) add(column.expression, column.name);
  const std::span<const FixedColumn> own = view == ResultsView::realizations
                                               ? std::span<const FixedColumn>(k_of_realization)
                                               : std::span<const FixedColumn>();
  for (const ViewColumn& column : parameter_columns_of_view(database, schema)) {
    const bool taken = std::ranges::find(own, column.name, &FixedColumn::name) != own.end();
    add(fmt::format("{}.{}", column.table, quoted_name(column.source)),
        taken ? fmt::format("{}_{}", column.table, column.name) : column.name);
  }
  for (const FixedColumn& column : own) add(column.expression, column.name);
  if (view == ResultsView::realizations) return columns;
  for (const FixedColumn& column : k_ending) add(column.expression, column.name);
  for (const MetricColumn& metric : metric_columns(database, schema))
    add(fmt::format("result.{}", quoted_name(metric.name)), metric.name);
  columns += more_metrics;
  for (const FixedColumn& column : k_provenance) add(column.expression, column.name);
  if (view == ResultsView::all_results) add(k_stale.expression, k_stale.name);
  return columns;
}

// The SELECT of the view; `more_metrics` follow the metrics of `schema`, which are in `table`.
std::string selection(SQLite::Database& database, ResultsView view, std::string_view more_metrics,
                      std::string_view table, std::string_view schema = "main") {
  const auto all = [](std::string_view) { return true; };
  const std::string columns = selected_columns(database, view, more_metrics, schema, all);
  const std::string_view where = view == ResultsView::all_results ? "" : k_without_stale;
  if (view != ResultsView::realizations)
    return fmt::format("SELECT{}\nFROM {}{}{}", columns, table, joins("", std::nullopt), where);
  // CROSS JOIN: the realizations of a result are neighbours. SQLite would look up the result of each.
  return fmt::format("SELECT{}\nFROM {}\nCROSS JOIN realization ON {}{}{}", columns, table,
                     same_scenario("realization", "result"), joins("", columns), where);
}

void replace_view(SQLite::Database& database, std::string_view name, std::string_view selection) {
  database.exec(fmt::format("DROP VIEW IF EXISTS temp.{}", name));
  database.exec(fmt::format("CREATE TEMP VIEW {} AS {}", name, selection));
}

// Narrows the table of platforms or workloads to these ids; returns the matching condition on results. A table holds
// the ids, as their number in a statement is limited. The plus sign keeps SQLite from looking up every single result.
std::string narrow_side(SQLite::Database& database, std::string_view side, const std::vector<std::int64_t>& ids) {
  if (std::ssize(ids) == whole_number(database, fmt::format("SELECT count(*) FROM main.{}", side))) return "";
  database.exec(fmt::format("CREATE TEMP TABLE part_{} (id INTEGER PRIMARY KEY)", side));
  SQLite::Statement insert(database, fmt::format("INSERT INTO temp.part_{} VALUES (?)", side));
  for (const std::int64_t id : ids) execute(insert, id);
  replace_view(database, side, fmt::format("SELECT * FROM main.{0} WHERE id IN (SELECT id FROM part_{0})", side));
  return fmt::format(" AND +{0}_id IN (SELECT id FROM part_{0})", side);
}

// "id BETWEEN 1 AND 4 OR id BETWEEN 8 AND 10" of ascending numbers: faster than a list, in which SQLite searches.
std::string ranges_of(std::string_view name, const std::vector<std::int64_t>& numbers) {
  std::string ranges;
  for (std::size_t begin = 0, end = 0; begin < numbers.size(); begin = end) {
    while (end < numbers.size() && numbers[end] - numbers[begin] == static_cast<std::int64_t>(end - begin)) ++end;
    ranges +=
        fmt::format("{}{} BETWEEN {} AND {}", ranges.empty() ? "" : " OR ", name, numbers[begin], numbers[end - 1]);
  }
  return ranges.empty() ? "0" : ranges;
}

// The same for strategies.
std::string narrow_strategies(SQLite::Database& database, const std::map<std::int64_t, std::string>& labels) {
  const std::vector<std::string> others =
      texts_of(database, "SELECT name FROM pragma_table_info('strategy', 'main') WHERE name <> 'label' ORDER BY cid");
  std::string label = "CASE id WHEN 0 THEN ''";  // no id: there may be no strategy
  std::vector<std::int64_t> ids;
  for (const auto& [id, text] : labels) {
    ids.push_back(id);
    label += fmt::format(" WHEN {} THEN {}", id, in_quotes(text, '\''));
  }
  const std::string among = fmt::format("IN ({})", fmt::join(ids, ", "));
  replace_view(database, "strategy",
               fmt::format("SELECT {} END AS label, {} FROM main.strategy WHERE id {}", label,
                           listed(others, quoted_name), among));
  return fmt::format(" AND ({})", ranges_of("strategy_id", ids));
}

}  // namespace

std::string results_view_definition(SQLite::Database& database, ResultsView view, std::string_view schema) {
  return fmt::format("CREATE VIEW {} AS {}", name_of(view), selection(database, view, "", "result", schema));
}

std::string trimmed_results(SQLite::Database& database, const std::set<std::string>& columns, StaleResults stale) {
  const auto wanted = [&](std::string_view name) { return columns.contains(std::string(name)); };
  const std::string selected = selected_columns(database, ResultsView::results, "", "main", wanted);
  return fmt::format("SELECT{}\nFROM {}{}{}", selected, in_schema("main", "result"), joins("main", selected),
                     stale == StaleResults::left_out ? k_without_stale : "");
}

std::string united_results(SQLite::Database& database, ResultsView view) {
  std::string select = selection(database, view, "", "result", "temp");
  return select.insert(select.find("SELECT") + 6, "\n  result.campaign AS campaign,");
}

void index_instances(SQLite::Database& database) {
  database.exec(R"(
    CREATE TEMP TABLE instance_key (
      platform_id INTEGER, workload_id INTEGER, key TEXT UNIQUE,
      PRIMARY KEY (platform_id, workload_id)) WITHOUT ROWID;
    INSERT INTO instance_key SELECT platform.id, workload.id, platform.key || '-' || workload.key
    FROM (SELECT DISTINCT platform_id, workload_id FROM result)
    JOIN platform ON platform.id = platform_id JOIN workload ON workload.id = workload_id)");
  for (const std::string_view name : {"results", "realizations"}) {
    const std::vector<std::string> made =
        texts_of(database, fmt::format("SELECT sql FROM temp.sqlite_schema WHERE name = '{0}' UNION ALL "
                                       "SELECT sql FROM main.sqlite_schema WHERE name = '{0}'",
                                       name));
    if (made.empty()) continue;  // no realizations are kept
    std::string view = made.front();
    view.replace(view.find(k_instance, view.find("AS \"scenario\"")), k_instance.size(), "instance_key.key");
    view.insert(view.find("\nLEFT JOIN"), "\nLEFT JOIN instance_key USING (platform_id, workload_id)");
    replace_view(database, name, std::string_view(view).substr(view.find("SELECT")));
  }
}

void complete_results(SQLite::Database& database) {
  const std::string missing = missing_as_null(database);
  if (missing.empty()) return;
  for (const ResultsView view : {ResultsView::results, ResultsView::all_results})
    database.exec(
        fmt::format("CREATE TEMP VIEW {} AS {}", name_of(view), selection(database, view, missing, "main.result")));
  database.exec(fmt::format("CREATE TEMP VIEW result AS SELECT *{} FROM main.result", missing));
}

void narrow_to_part(SQLite::Database& database, const CampaignPart& part) {
  const std::string missing = missing_as_null(database);
  const std::string results = selection(database, ResultsView::results, missing, "result");
  const bool keeps = kept_in(database) == Kept::realizations;
  const std::string realizations = keeps ? selection(database, ResultsView::realizations, "", "result") : "";
  const std::string holds = narrow_side(database, "platform", part.platforms) +
                            narrow_side(database, "workload", part.workloads) +
                            narrow_strategies(database, part.strategies);
  // `stale`, one of the last columns, takes longer to read than the ids.
  replace_view(database, "result", fmt::format("SELECT *{} FROM main.result WHERE 1{} AND NOT stale", missing, holds));
  const auto narrow = [&](std::string_view table) {
    replace_view(database, table, fmt::format("SELECT * FROM main.{} WHERE 1{}", table, holds));
  };
  narrow("application_result");
  narrow("failure");
  replace_view(database, "results", results);
  if (!keeps) return;
  narrow("realization");
  replace_view(database, "realizations", realizations);
}

std::string_view name_of(ResultsView view) { return k_view_names.at(static_cast<std::size_t>(view)); }

bool is_results_view(std::string_view name) { return std::ranges::find(k_view_names, name) != k_view_names.end(); }

std::vector<ViewColumn> results_scenario_columns(SQLite::Database& database, std::string_view schema) {
  std::vector<ViewColumn> columns;
  for (const FixedColumn& column : k_identity) {
    const std::size_t dot = column.expression.find('.');
    if (column.expression.find(' ') != std::string_view::npos) continue;  // the scenario itself: built from keys
    columns.push_back({std::string(column.expression.substr(0, dot)), std::string(column.expression.substr(dot + 1)),
                       std::string(column.name)});
  }
  const std::vector<ViewColumn> parameters = parameter_columns_of_view(database, schema);
  columns.insert(columns.end(), parameters.begin(), parameters.end());
  return columns;
}

void refresh_results_views(SQLite::Database& database) {
  refresh_view(database, ResultsView::results);
  refresh_view(database, ResultsView::all_results);
  if (kept_in(database) == Kept::realizations) refresh_view(database, ResultsView::realizations);
}

}  // namespace palio
