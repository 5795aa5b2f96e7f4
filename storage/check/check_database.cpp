// The checks of the database itself: pages, schema, references and, by the checksum of its row, every value.
#include <map>

#include "storage/check/check_steps.h"
#include "storage/file/row_checksum.h"
#include "storage/file/schema_guard.h"
#include "storage/file/schema_version.h"

namespace palio {
namespace {

std::string log_text(const CampaignFile& file) {
  if (!has_log(file.path())) return "in one plain file";
  if (file.locked()) return "and a write-ahead log: a run is in progress";
  return "and a write-ahead log: copy both files together, or let palio resume tidy up";
}

constexpr std::string_view k_scenario =
    "coalesce((SELECT key FROM platform WHERE id = platform_id), platform_id) || '-' || "
    "coalesce((SELECT key FROM workload WHERE id = workload_id), workload_id) || '-' || "
    "coalesce((SELECT key FROM strategy WHERE id = strategy_id), strategy_id)";

// Returns the number of rows. `place`: SQL that names a row; `what` goes before it. The first changed rows are named.
std::int64_t check_rows(const CheckContext& context, std::string_view table, std::string_view place,
                        std::string_view what, Finding& finding) {
  constexpr std::int64_t shown = 1000;
  SQLite::Statement changed(context.database, fmt::format("SELECT {} FROM {} WHERE checksum IS NOT {}", place, table,
                                                          checksum_expression(context.database, table)));
  std::int64_t count = 0;
  while (changed.executeStep())
    if (++count <= shown)
      add_problem(finding, "{} {} changed after it was stored", what, changed.getColumn(0).getString());
  if (count > shown) add_problem(finding, "{} more rows of {} changed", count - shown, table);
  return whole_number(context.database, fmt::format("SELECT count(*) FROM {}", table));
}

}  // namespace

void check_pages(const CheckContext& context, Finding& finding) {
  SQLite::Statement integrity(context.database, "PRAGMA integrity_check");
  while (integrity.executeStep())
    if (const std::string line = integrity.getColumn(0).getString(); line != "ok") finding.problems.push_back(line);
  if (std::string surplus = surplus_text(context.file); !surplus.empty())
    finding.problems.push_back(std::move(surplus));
  const double size = 1e-6 * static_cast<double>(whole_number(context.database, "PRAGMA page_count") *
                                                 whole_number(context.database, "PRAGMA page_size"));
  finding.found = fmt::format("{:.1f} MB, every page and index whole, {}", size, log_text(context.file));
}

void check_schema(const CheckContext& context, Finding& finding) {
  for (const SchemaDifference& difference : schema_differences(context.database))
    finding.problems.push_back(to_text(difference));
  finding.found =
      fmt::format("version {}, {} tables, indices and views", schema_version(context.database),
                  whole_number(context.database,
                               "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"));
}

void check_references(const CheckContext& context, Finding& finding) {
  std::map<std::pair<std::string, std::string>, std::int64_t> broken;
  SQLite::Statement select(context.database, "PRAGMA foreign_key_check");
  while (select.executeStep()) ++broken[{select.getColumn(0).getString(), select.getColumn(2).getString()}];
  for (const auto& [tables, count] : broken)
    add_problem(finding, "{} rows of {} refer to a {} that is not there", count, tables.first, tables.second);
  finding.found = "every reference has its row";
}

void check_checksums(const CheckContext& context, Finding& finding) {
  std::int64_t rows = check_rows(context, "result", k_scenario, "result, or what belongs to it, of", finding);
  rows +=
      check_rows(context, "failure", fmt::format("{} || ', attempt ' || attempt", k_scenario), "failure of", finding);
  for (const char* table : {"platform", "workload", "strategy", "campaign", "session", "request", "pruning"})
    rows += check_rows(context, table, "id", table, finding);
  rows += check_rows(context, "input_file", "digest", "input file", finding);
  finding.found = fmt::format("{} rows are as they were stored", rows);
}

}  // namespace palio
