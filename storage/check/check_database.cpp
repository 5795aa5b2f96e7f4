// The checks of the database itself: pages, schema, references.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>

#include "storage/check/check_steps.h"
#include "storage/file/dimension_table.h"
#include "storage/file/metric_columns.h"
#include "storage/file/migrations.h"
#include "storage/file/schema_guard.h"

namespace palio {
namespace {

std::string log_text(const CheckContext& context) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(context.file.path().string() + "-wal", ignored);
  if (ignored || size == 0) return "in one plain file";
  if (context.file.locked()) return "and a write-ahead log: a run is in progress";
  return "and a write-ahead log: copy both files together, or let palio resume tidy up";
}

// Type and definition of all tables, indices and views by name, without those that SQLite makes by itself.
std::map<std::string, std::string> definitions(SQLite::Database& database) {
  std::map<std::string, std::string> found;
  SQLite::Statement select(database, "SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'");
  while (select.executeStep())
    found.emplace(select.getColumn(0).getString(),
                  select.getColumn(1).getString() + ' ' + select.getColumn(2).getString());
  return found;
}

// What a new campaign has.
std::map<std::string, std::string> expected_definitions() {
  SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(fresh, schema_migrations());
  return definitions(fresh);
}

// Dimension tables grow a column per parameter, at any place between those of the schema's steps, and `result` one per
// metric that came later.
std::string without_grown_columns(const std::string& name, const std::string& definition) {
  if (name == "result") return without_added_metrics(definition);
  constexpr std::array tables{k_platform_table.name, k_workload_table.name, k_strategy_table.name};
  if (std::ranges::find(tables, name) == tables.end()) return definition;
  static const std::regex parameter(R"re(, "[^"]+" (INTEGER|REAL|TEXT)(?=[,)]))re");
  return std::regex_replace(definition, parameter, "");
}

}  // namespace

void check_pages(const CheckContext& context, Finding& finding) {
  SQLite::Statement integrity(context.database, "PRAGMA integrity_check");
  while (integrity.executeStep()) {
    const std::string line = integrity.getColumn(0).getString();
    if (line != "ok") finding.problems.push_back(line);
  }
  const double size = 1e-6 * static_cast<double>(number_of(context.database, "PRAGMA page_count") *
                                                 number_of(context.database, "PRAGMA page_size"));
  finding.found = fmt::format("{:.1f} MB, every page and index whole, {}", size, log_text(context));
}

void check_schema(const CheckContext& context, Finding& finding) {
  const auto found = definitions(context.database);
  const auto expected = expected_definitions();
  for (const auto& [name, definition] : expected) {
    const auto there = found.find(name);
    if (there == found.end())
      finding.problems.push_back(fmt::format("{} is missing", name));
    else if (without_grown_columns(name, there->second) != definition)
      finding.problems.push_back(fmt::format("{} was altered", name));
  }
  for (const char* view : {"results", "all_results"})
    if (!found.contains(view)) finding.problems.push_back(fmt::format("the view {} is missing", view));
  for (const ForeignObject& object : foreign_objects(context.database))
    if (!expected.contains(object.name))  // else it is said above
      finding.problems.push_back(fmt::format("the {} \"{}\" was not made by Palio", object.type, object.name));
  finding.found =
      fmt::format("version {}, {} tables, indices and views", schema_version(context.database), found.size());
}

void check_references(const CheckContext& context, Finding& finding) {
  std::map<std::pair<std::string, std::string>, std::int64_t> broken;
  SQLite::Statement select(context.database, "PRAGMA foreign_key_check");
  while (select.executeStep()) ++broken[{select.getColumn(0).getString(), select.getColumn(2).getString()}];
  for (const auto& [tables, count] : broken)
    finding.problems.push_back(
        fmt::format("{} rows of {} refer to a {} that is not there", count, tables.first, tables.second));
  finding.found = "every reference has its row";
}

}  // namespace palio
