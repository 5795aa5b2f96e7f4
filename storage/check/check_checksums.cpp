// The check of every stored value: the checksum of each row as it stands is the one that it was stored with.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <array>

#include "storage/check/check_steps.h"
#include "storage/file/row_checksum.h"

namespace palio {
namespace {

/// A table whose rows have checksums.
struct SealedTable {
  std::string_view name;
  std::string_view place;  // which row it is, as SQL
  std::string_view what;   // of a row that changed
};

constexpr std::string_view k_scenario =
    "coalesce((SELECT key FROM platform WHERE id = platform_id), platform_id) || '-' || "
    "coalesce((SELECT key FROM workload WHERE id = workload_id), workload_id) || '-' || "
    "coalesce((SELECT key FROM strategy WHERE id = strategy_id), strategy_id)";

constexpr auto k_tables = std::to_array<SealedTable>({
    {"result", "", "result or applications of "},
    {"failure", " || ', attempt ' || attempt", "failure of "},
    {"platform", "id", "platform "},
    {"workload", "id", "workload "},
    {"strategy", "id", "strategy "},
    {"campaign", "id", "campaign "},
    {"session", "id", "session "},
    {"request", "id", "request "},
    {"pruning", "id", "pruning "},
});

std::string place_of(const SealedTable& table) {
  if (table.place == "id") return "id";
  return fmt::format("{}{}", k_scenario, table.place);
}

// Returns how many rows there are. A table of which every row changed is told by its first ones.
std::int64_t check_table(const CheckContext& context, const SealedTable& table, Finding& finding) {
  constexpr std::int64_t shown = 1000;
  SQLite::Statement changed(context.database,
                            fmt::format("SELECT {} FROM {} WHERE checksum IS NOT {}", place_of(table), table.name,
                                        checksum_expression(context.database, table.name)));
  std::int64_t count = 0;
  while (changed.executeStep())
    if (++count <= shown)
      finding.problems.push_back(
          fmt::format("{}{} changed after it was stored", table.what, changed.getColumn(0).getString()));
  if (count > shown) finding.problems.push_back(fmt::format("{} more rows of {} changed", count - shown, table.name));
  return number_of(context.database, fmt::format("SELECT count(*) FROM {}", table.name));
}

}  // namespace

void check_checksums(const CheckContext& context, Finding& finding) {
  std::int64_t rows = 0;
  for (const SealedTable& table : k_tables) rows += check_table(context, table, finding);
  finding.found = fmt::format("{} rows are as they were stored", rows);
}

}  // namespace palio
