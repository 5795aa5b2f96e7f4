#include "storage/file/results_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "storage/file/schema_version.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

void refresh_view(SQLite::Database& database, ResultsView view) {
  const std::string definition = results_view_definition(database, view);
  const std::string_view name = name_of(view);
  const std::string stored = fmt::format("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = '{}'", name);
  if (texts_of(database, stored) == std::vector{definition}) return;
  database.exec(fmt::format("DROP VIEW IF EXISTS main.{}", name));  // a file attached to it may have one
  database.exec(definition);
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
  return fmt::format(" AND strategy_id {}", among);
}

}  // namespace

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

void narrow_to_part(SQLite::Database& database, const CampaignPart& part) {
  const std::string results = results_selection(database, ResultsView::results, "measured AS result");
  const bool keeps = kept_in(database) == Kept::realizations;
  const std::string realizations = keeps ? results_selection(database, ResultsView::realizations, "result") : "";
  const std::string holds = narrow_side(database, "platform", part.platforms) +
                            narrow_side(database, "workload", part.workloads) +
                            narrow_strategies(database, part.strategies);
  const auto narrow = [&](std::string_view name, std::string_view table, std::string_view condition = "1") {
    replace_view(database, name, fmt::format("SELECT * FROM main.{} WHERE {}{}", table, condition, holds));
  };
  narrow("result", "plain_result", "NOT stale");
  narrow("measured", "measured", "NOT stale");
  for (const std::string_view table : {"application_result", "failure", "realization"}) narrow(table, table);
  replace_view(database, "results", results);
  if (keeps) replace_view(database, "realizations", realizations);
}

void refresh_results_views(SQLite::Database& database) {
  refresh_view(database, ResultsView::results);
  refresh_view(database, ResultsView::all_results);
  if (kept_in(database) == Kept::realizations) refresh_view(database, ResultsView::realizations);
}

}  // namespace palio
