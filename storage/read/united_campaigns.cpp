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
#include "storage/file/results_view.h"
#include "storage/file/scenario_id.h"
#include "storage/file/schema_version.h"
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

constexpr std::int64_t k_beyond_ids = std::int64_t{1} << 48;

constexpr std::array k_dimensions{k_platform_table, k_workload_table, k_strategy_table};

std::vector<std::string> columns_of(SQLite::Database& database, std::string_view table, std::string_view schema) {
  return texts_of(database, fmt::format("SELECT name FROM pragma_table_info('{}', '{}') ORDER BY cid", table, schema));
}

// Makes the temporary tables and views. Ids are the same in all campaigns.
class Union {
public:
  Union(SQLite::Database& database, std::vector<Side> sides) : database_(database), sides_(std::move(sides)) {}

  void make() {
    for (const char* view : {"result", "measured", "wanted_result", "results", "all_results"})
      database_.exec(fmt::format("DROP VIEW IF EXISTS temp.{}", view));
    for (const DimensionTable& table : k_dimensions) unite(table);
    database_.exec(
        "CREATE TEMP TABLE strategy_of (side INTEGER, own INTEGER, id INTEGER, PRIMARY KEY (side, own)) WITHOUT ROWID");
    for (const std::int64_t strategy : ambiguous_strategies()) keep_apart(strategy);
    make_tables();
    make_views();
  }

private:
  using OfSide = std::function<std::string(const Side& side)>;

  std::string of_all(const OfSide& select) {
    std::string text;
    for (const Side& side : sides_) text += fmt::format("{}{}", text.empty() ? "" : "\nUNION ALL ", select(side));
    return text;
  }
  // A temporary view of the rows of all campaigns.
  void view(std::string_view name, const OfSide& select) {
    database_.exec(fmt::format("CREATE TEMP VIEW {} AS {}", name, of_all(select)));
  }

  // The table, with each identity once.
  void unite(const DimensionTable& table) {
    const auto& [name, kind] = table;
    database_.exec(fmt::format(
        "CREATE TEMP TABLE {0} (id INTEGER PRIMARY KEY, key TEXT, canonical TEXT, label TEXT, {1} TEXT)", name, kind));
    std::vector<ParameterColumn> columns;
    for (const Side& side : sides_) {
      refuse_other_texts(side, name);
      std::string into = fmt::format("id, key, canonical, label, {}", kind), from = into;
      for (const ParameterColumn& own : parameter_columns(database_, table, side.schema)) {
        into += ", " + quoted_name(column_for(database_, table, columns, own.parameter(), own.type));
        from += ", " + quoted_name(own.name);
      }
      database_.exec(
          fmt::format("INSERT OR IGNORE INTO temp.{0} ({1}) SELECT {2} FROM {3}.{0} WHERE "
                      "id IN (SELECT {0}_id FROM {3}.result WHERE NOT stale)",
                      name, into, from, side.schema));
    }
  }

  // Two campaigns can give one id to two texts, or two to one, where a third text has or had the first key.
  void refuse_other_texts(const Side& side, std::string_view table) {
    const std::vector<std::string> texts = texts_of(
        database_, fmt::format("SELECT a.canonical || ' and ' || b.canonical FROM temp.{0} a JOIN {1}.{0} b USING (id) "
                               "WHERE a.canonical <> b.canonical UNION ALL SELECT a.canonical || ' and another text' "
                               "FROM temp.{0} a JOIN {1}.{0} b ON b.label IN (a.label, a.canonical) WHERE a.canonical "
                               "= b.canonical AND a.id <> b.id LIMIT 1",
                               table, side.schema));
    if (!texts.empty())
      throw UserError("{} uses one key for {}: read it alone, or run its study into the file of the others", side.name,
                      texts.front());
  }

  // `columns` of a table that belongs to scenarios, with the strategy that is meant in the union.
  std::string moved(const Side& side, std::string_view table, std::string_view columns) {
    return fmt::format(
        "SELECT platform_id, workload_id, coalesce((SELECT id FROM temp.strategy_of WHERE side = {3} AND own = "
        "r.strategy_id), r.strategy_id) AS strategy_id, {0} FROM {1}.{2} AS r",
        columns, side.schema, table, side.number);
  }

  // Those with a scenario in several campaigns, or with another's label.
  std::vector<std::int64_t> ambiguous_strategies() {
    const std::string scenarios = of_all([](const Side& side) {
      return fmt::format("SELECT {} FROM {}.result WHERE NOT stale", k_scenario_columns, side.schema);
    });
    std::vector<std::int64_t> found;
    SQLite::Statement select(database_, fmt::format("SELECT strategy_id FROM ({}) GROUP BY {} HAVING count(*) > 1 "
                                                    "UNION SELECT id FROM temp.strategy WHERE label IN (SELECT label "
                                                    "FROM temp.strategy GROUP BY label HAVING count(*) > 1)",
                                                    scenarios, k_scenario_columns));
    while (select.executeStep()) found.push_back(select.getColumn(0).getInt64());
    return found;
  }

  // A strategy of each campaign that has it, with an id that no text has.
  void keep_apart(std::int64_t strategy) {
    std::vector<std::string> columns = columns_of(database_, "strategy", "temp");
    std::erase_if(columns, [](const std::string& name) { return name == "id" || name == "label"; });
    const std::string others = listed(columns, quoted_name);
    for (const Side& side : sides_) {
      if (whole_number(database_, fmt::format("SELECT count(*) FROM {}.result WHERE strategy_id = {} AND NOT stale",
                                              side.schema, strategy)) == 0)
        continue;
      const std::int64_t id = k_beyond_ids + ++apart_;
      database_.exec(
          fmt::format("INSERT INTO temp.strategy (id, label, {0}) SELECT {1}, label || ' in ' || {2}, {0} "
                      "FROM temp.strategy WHERE id = {3}; INSERT INTO temp.strategy_of VALUES ({4}, {3}, {1})",
                      others, id, side.name, strategy, side.number));
    }
    database_.exec(fmt::format("DELETE FROM temp.strategy WHERE id = {}", strategy));
  }

  bool keeps_realizations() {
    return std::ranges::any_of(
        sides_, [this](const Side& side) { return kept_in(database_, side.schema) == Kept::realizations; });
  }

  std::string columns_but_ids(std::string_view table) {
    std::vector<std::string> columns = columns_of(database_, table, "main");
    constexpr std::array<std::string_view, 5> k_other{"platform_id", "workload_id", "strategy_id", "session_id",
                                                      "checksum"};
    std::erase_if(columns, [&](const std::string& name) { return std::ranges::find(k_other, name) != k_other.end(); });
    return listed(columns, quoted_name);
  }

  void make_tables() {
    const auto results = [&](std::string_view name, std::string_view source) {
      view(name, [&, columns = columns_but_ids(source)](const Side& side) {
        return moved(side, source,
                     fmt::format("{} AS campaign, session_id + {} AS session_id, {}", side.name, side.sessions_before,
                                 columns)) +
               " WHERE NOT r.stale";
      });
    };
    results("wanted_result", "measured");
    results("result", "plain_result");
    database_.exec("CREATE TEMP VIEW measured AS SELECT * FROM wanted_result");
    for (const char* table : {"failure", "application_result", "realization"}) {
      const std::string columns = columns_but_ids(table);
      view(table, [&](const Side& side) { return moved(side, table, columns); });
    }
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
      if (sql.find("JOIN measured r ") != std::string::npos) sql.insert(sql.find("SELECT ") + 7, "r.campaign, ");
      database_.exec(sql);
    }
    view("campaign", [](const Side& side) {
      return fmt::format("SELECT {} AS campaign, * FROM {}.campaign", side.name, side.schema);
    });
  }

  SQLite::Database& database_;
  std::vector<Side> sides_;
  std::int64_t apart_ = 0;  // strategies
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
    { const ReadableCampaign checked(other); }
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
