#include "storage/read/united_campaigns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "core/error.h"
#include "storage/file/connection.h"
#include "storage/file/dimension_table.h"
#include "storage/file/metric_columns.h"
#include "storage/file/migrations.h"
#include "storage/file/results_view.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

// One of the campaigns.
struct Side {
  std::string name;    // the file, as an SQL text
  std::string schema;  // of the connection
  std::size_t number;
  std::int64_t sessions_before = 0;  // ids of sessions that earlier ones take
};

constexpr std::array k_dimensions{k_platform_table, k_workload_table, k_strategy_table};

std::vector<std::string> columns_of(SQLite::Database& database, std::string_view table, std::string_view schema) {
  return texts_of(database, fmt::format("SELECT name FROM pragma_table_info('{}', '{}') ORDER BY cid", table, schema));
}

// Makes the temporary tables and views.
class Union {
public:
  Union(SQLite::Database& database, std::vector<Side> sides) : database_(database), sides_(std::move(sides)) {}

  void make() {
    for (const char* view : {"result", "wanted_result", "results", "all_results"})
      database_.exec(fmt::format("DROP VIEW IF EXISTS temp.{}", view));
    for (const DimensionTable& table : k_dimensions) unite(table);
    for (const std::int64_t strategy : ambiguous_strategies()) keep_apart(strategy);
    make_tables();
    make_views();
  }

private:
  using OfSide = std::function<std::string(const Side& side)>;

  // A temporary view of the rows of all campaigns that have any.
  void view(std::string_view name, const OfSide& select) {
    std::string text;
    for (const Side& side : sides_)
      if (const std::string rows = select(side); !rows.empty())
        text += fmt::format("{}{}", text.empty() ? "" : "\nUNION ALL ", rows);
    database_.exec(fmt::format("CREATE TEMP VIEW {} AS {}", name, text));
  }

  // The table, with each identity once, and for each campaign its ids there: platform_of.
  void unite(const DimensionTable& table) {
    const auto& [name, kind] = table;
    database_.exec(fmt::format(
        "CREATE TEMP TABLE {0} (id INTEGER PRIMARY KEY, key TEXT, canonical TEXT, label TEXT, {1} TEXT);"
        "CREATE INDEX temp.{0}_by_identity ON {0} (canonical);"
        "CREATE TEMP TABLE {0}_of (side INTEGER, own INTEGER, id INTEGER, PRIMARY KEY (side, own)) WITHOUT ROWID",
        name, kind));
    std::vector<ParameterColumn> columns;
    for (const Side& side : sides_) {
      std::string into = fmt::format("key, canonical, label, {}", kind), from = into;
      for (const ParameterColumn& own : parameter_columns(database_, table, side.schema)) {
        into += ", " + quoted_name(column_for(database_, table, columns, own.parameter(), own.type));
        from += ", " + quoted_name(own.name);
      }
      database_.exec(
          fmt::format("INSERT INTO temp.{0} ({1}) SELECT {2} FROM {3}.{0} WHERE "
                      "id IN (SELECT {0}_id FROM {3}.result WHERE NOT stale) AND "
                      "canonical NOT IN (SELECT canonical FROM temp.{0}) ORDER BY id;"
                      "INSERT INTO temp.{0}_of SELECT {4}, own.id, one.id FROM {3}.{0} AS own "
                      "JOIN temp.{0} AS one USING (canonical)",
                      name, into, from, side.schema, side.number));
    }
  }

  // `columns` of a table that belongs to scenarios, with the ids that these have now.
  std::string moved(const Side& side, std::string_view table, std::string_view columns) {
    return fmt::format(
        "SELECT p.id AS platform_id, w.id AS workload_id, s.id AS strategy_id, {0} FROM {1}.{2} AS r "
        "CROSS JOIN temp.platform_of AS p ON p.side = {3} AND p.own = r.platform_id "
        "CROSS JOIN temp.workload_of AS w ON w.side = {3} AND w.own = r.workload_id "
        "CROSS JOIN temp.strategy_of AS s ON s.side = {3} AND s.own = r.strategy_id",
        columns, side.schema, table, side.number);
  }

  // Those with a scenario in several campaigns, or with another's label.
  std::vector<std::int64_t> ambiguous_strategies() {
    std::string scenarios;
    for (const Side& side : sides_)
      scenarios +=
          fmt::format("{}{} WHERE NOT r.stale", scenarios.empty() ? "" : " UNION ALL ", moved(side, "result", "1"));
    std::vector<std::int64_t> found;
    SQLite::Statement select(database_,
                             fmt::format("SELECT strategy_id FROM ({}) GROUP BY platform_id, workload_id, strategy_id "
                                         "HAVING count(*) > 1 UNION SELECT id FROM temp.strategy WHERE label IN "
                                         "(SELECT label FROM temp.strategy GROUP BY label HAVING count(*) > 1)",
                                         scenarios));
    while (select.executeStep()) found.push_back(select.getColumn(0).getInt64());
    return found;
  }

  void keep_apart(std::int64_t strategy) {
    std::vector<std::string> columns = columns_of(database_, "strategy", "temp");
    std::erase_if(columns, [](const std::string& name) { return name == "id" || name == "label"; });
    const std::string others = listed(columns, quoted_name);
    for (const Side& side : sides_) {
      const std::string of_side = fmt::format("side = {} AND id = {}", side.number, strategy);
      database_.exec(
          fmt::format("INSERT INTO temp.strategy (label, {0}) SELECT label || ' in ' || {1}, {0} FROM "
                      "temp.strategy WHERE id = {2} AND EXISTS (SELECT 1 FROM temp.strategy_of WHERE {3});"
                      "UPDATE temp.strategy_of SET id = (SELECT max(id) FROM temp.strategy) WHERE {3}",
                      others, side.name, strategy, of_side));
    }
    database_.exec(fmt::format("DELETE FROM temp.strategy WHERE id = {}", strategy));
  }

  // The metrics of all campaigns, and all that Palio knows.
  std::vector<std::string> metrics() {
    std::vector<std::string> names;
    const auto add = [&](std::string_view name) {
      if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
    };
    for (const Side& side : sides_)
      for (const MetricColumn& metric : metric_columns(database_, side.schema)) add(metric.name);
    for (const MetricInfo& metric : metric_table()) add(metric.name);
    return names;
  }

  bool keeps_realizations(const Side& side) { return kept_in(database_, side.schema) == Kept::realizations; }
  bool keeps_realizations() {
    return std::ranges::any_of(sides_, [this](const Side& side) { return keeps_realizations(side); });
  }

  void make_tables() {
    const std::vector<std::string> all = metrics();
    view("wanted_result", [&](const Side& side) {
      std::string columns = fmt::format(
          "{} AS campaign, r.outcome, r.attempt, r.session_id + {} AS session_id, r.schedule_time, r.simulation_time, "
          "r.total_time, r.peak_memory, r.lp_time, r.engine_difference, r.stale",
          side.name, side.sessions_before);
      const std::vector<MetricColumn> own = metric_columns(database_, side.schema);
      for (const std::string& name : all) {
        const bool has = std::ranges::find(own, name, &MetricColumn::name) != own.end();
        columns += fmt::format(", {}{}", has ? "r." + quoted_name(name) : "NULL AS ", has ? "" : quoted_name(name));
      }
      return moved(side, "result", columns) + " WHERE NOT r.stale";
    });
    database_.exec("CREATE TEMP VIEW result AS SELECT * FROM wanted_result");
    view("failure", [&](const Side& side) {
      return moved(side, "failure", "r.attempt, r.kind, r.signal, r.message, r.stderr_tail");
    });
    view("application_result", [&](const Side& side) {
      return moved(side, "application_result",
                   "r.application, r.release_date, r.start, r.finish, r.dedicated_makespan");
    });
    if (keeps_realizations())
      view("realization", [&](const Side& side) {
        return keeps_realizations(side) ? moved(side, "realization", "r.r, r.makespan, r.replans") : "";
      });
    std::vector<std::string> session = columns_of(database_, "session", "main");
    std::erase(session, "id");
    view("session", [&](const Side& side) {
      return fmt::format("SELECT {} AS campaign, id + {} AS id, {} FROM {}.session", side.name, side.sessions_before,
                         listed(session, quoted_name), side.schema);
    });
  }

  // A view of the first campaign resolves the tables of that campaign; as a temporary one, those of all.
  void make_views() {
    database_.exec("CREATE TEMP VIEW results AS " + united_results(database_, ResultsView::results));
    if (keeps_realizations())
      database_.exec("CREATE TEMP VIEW realizations AS " + united_results(database_, ResultsView::realizations));
    database_.exec(fmt::format("CREATE TEMP VIEW all_results AS SELECT * FROM {}", k_no_all_results));
    for (const char* name : {"failures", "applications", "relative_makespans"}) {
      std::string sql =
          texts_of(database_, fmt::format("SELECT sql FROM main.sqlite_schema WHERE name = '{}'", name)).at(0);
      sql.insert(sql.find("VIEW"), "TEMP ");
      if (sql.find("JOIN result r ") != std::string::npos) sql.insert(sql.find("SELECT ") + 7, "r.campaign, ");
      database_.exec(sql);
    }
    view("campaign", [](const Side& side) {
      return fmt::format("SELECT {} AS campaign, * FROM {}.campaign", side.name, side.schema);
    });
  }

  SQLite::Database& database_;
  std::vector<Side> sides_;
};

}  // namespace

UnitedCampaigns::UnitedCampaigns(SQLite::Database& database, const std::filesystem::path& first,
                                 std::span<const std::filesystem::path> others) {
  const int most = sqlite3_limit(database.getHandle(), SQLITE_LIMIT_ATTACHED, -1);
  if (std::ssize(others) > most)
    throw UserError(
        "{} campaigns are too many to be read as one: SQLite takes {}; palio merge makes one of the parts of "
        "a study",
        others.size() + 1, most + 1);
  std::vector<std::filesystem::path> seen{first};
  std::vector<Side> sides;
  const auto add = [&](const std::filesystem::path& path, std::string schema) {
    const std::int64_t before =
        sides.empty() ? 0
                      : sides.back().sessions_before +
                            whole_number(database, fmt::format("SELECT max(id) FROM {}.session", sides.back().schema));
    sides.push_back({in_quotes(path.string(), '\''), std::move(schema), sides.size(), before});
  };
  add(first, "main");
  for (const std::filesystem::path& other : others) {
    { const ReadableCampaign checked(other); }  // and migrated
    files_.push_back(std::make_unique<CampaignFile>(other, CampaignFile::Access::read));
    for (const std::filesystem::path& one : seen)
      if (std::filesystem::equivalent(one, other)) throw UserError("{} is given twice", other.string());
    seen.push_back(other);
    const std::string schema = fmt::format("campaign_{}", seen.size());
    execute(database, "ATTACH ? AS " + schema, readable_uri(other));
    add(other, schema);
  }
  Union(database, std::move(sides)).make();
}

}  // namespace palio
