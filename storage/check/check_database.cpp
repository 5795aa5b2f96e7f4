// The checks of the database itself: pages, schema, references.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <map>

#include "storage/check/check_steps.h"
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

}  // namespace

void check_pages(const CheckContext& context, Finding& finding) {
  SQLite::Statement integrity(context.database, "PRAGMA integrity_check");
  while (integrity.executeStep()) {
    const std::string line = integrity.getColumn(0).getString();
    if (line != "ok") finding.problems.push_back(line);
  }
  if (std::string surplus = surplus_text(context.file); !surplus.empty())
    finding.problems.push_back(std::move(surplus));
  const double size = 1e-6 * static_cast<double>(number_of(context.database, "PRAGMA page_count") *
                                                 number_of(context.database, "PRAGMA page_size"));
  finding.found = fmt::format("{:.1f} MB, every page and index whole, {}", size, log_text(context));
}

void check_schema(const CheckContext& context, Finding& finding) {
  for (const SchemaDifference& difference : schema_differences(context.database))
    finding.problems.push_back(to_text(difference));
  finding.found = fmt::format(
      "version {}, {} tables, indices and views", schema_version(context.database),
      number_of(context.database, "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"));
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
