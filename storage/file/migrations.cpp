#include "storage/file/migrations.h"

#include <SQLiteCpp/Savepoint.h>
#include <fmt/format.h>

#include <array>

#include "core/error.h"
#include "storage/file/row_checksum.h"
#include "storage/file/schema/schema_sql.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

// Gives the rows of earlier versions their checksums: later changes are then detected.
void seal_all(SQLite::Database& database) {
  register_row_checksum(database);
  for (const char* table : {"campaign", "request", "session", "platform", "workload", "strategy", "result", "failure"})
    seal_rows(database, table, "true");
}

// A checksum is a sum over the columns: this adds, or takes away, only the part of some, so that earlier changes to a
// row are still detected.
void reseal(SQLite::Database& database, std::string_view table, char sign, std::string_view columns) {
  register_row_checksum(database);
  database.exec(fmt::format("UPDATE {0} SET checksum = (checksum {1} row_checksum('{2}', {2})) & {3}", table, sign,
                            columns, RowChecksum::k_mask));
}

void seal_known_metrics(SQLite::Database& database) { reseal(database, "session", '+', "metrics"); }
void seal_typed_options(SQLite::Database& database) { reseal(database, "request", '+', "options"); }
void unseal_options(SQLite::Database& database) {
  reseal(database, "request", '-', "time_limit,memory_limit,max_failures,engine,audit,isolation");
}

constexpr auto k_migrations = std::to_array<Migration>({
    {1, "campaign, sessions, dimensions, results", k_schema_sql},
    {2, "requests, stale results, checksums", k_schema_2_sql, seal_all},
    {3, "metrics that sessions knew", k_schema_3_sql, seal_known_metrics},
    {4, "audits by a second engine, isolation", k_schema_4_sql},
    {5, "rules of shards", k_schema_5_sql},
    {6, "forecasts of sessions", k_schema_6_sql},
    {7, "instances in views", k_schema_7_sql},
    {8, "typed options", k_schema_8_sql, seal_typed_options, unseal_options},
    {9, "realizations", k_schema_9_sql},
});
static_assert(k_migrations.back().version == schema_with_realizations());

}  // namespace

std::span<const Migration> schema_migrations() { return k_migrations; }

std::span<const Migration> schema_migrations(Kept kept) {
  return kept == Kept::realizations ? schema_migrations() : schema_migrations().first(newest_schema());
}

void migrate(SQLite::Database& database, std::span<const Migration> migrations) {
  for (const Migration& migration : migrations) {
    if (migration.version <= schema_version(database)) continue;
    SQLite::Savepoint step(database, "step");
    if (migration.before != nullptr) migration.before(database);
    database.exec(std::string(migration.sql));
    if (migration.fill != nullptr) migration.fill(database);
    database.exec(fmt::format("PRAGMA user_version = {}", migration.version));
    step.release();
  }
}

void refuse_newer_schema(const std::filesystem::path& file, std::int64_t version) {
  if (version <= schema_with_realizations()) return;
  throw UserError(
      "{} was written by a newer Palio: its schema is version {}, this Palio knows up to {}; use the newer Palio",
      file.string(), version, schema_with_realizations());
}

}  // namespace palio
