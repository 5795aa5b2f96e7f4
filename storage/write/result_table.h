#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "storage/write/result_store.h"

namespace palio {

/// Inserts results with prepared statements, inside the caller's transaction. One thread.
class ResultTable {
public:
  explicit ResultTable(SQLite::Database& database);

  /// Stores the batch with its applications, realizations and failures. A scenario that is stored already is replaced,
  /// unless the stored attempt is later; failures of earlier attempts stay.
  void write(std::span<const StoredResult> batch, std::int64_t session);

private:
  void write_chunk(std::span<const StoredResult> rows, std::int64_t session);
  void write_row(const StoredResult& row, std::int64_t session);
  void write_details(const StoredResult& row);
  void write_failure(const StoredResult& row);
  void write_applications(const StoredResult& row);
  void write_realizations(const StoredResult& row);

  SQLite::Database& database_;
  std::vector<std::uint64_t> metric_hashes_;  // of their names, in the order of the metric table
  SQLite::Statement insert_chunk_, replace_, delete_applications_, insert_application_, insert_failure_;
  std::optional<SQLite::Statement> delete_realizations_, insert_realization_;  // none: they are not kept
};

/// As ResultStore::fill. Inside the caller's transaction.
void fill_metrics(SQLite::Database& database, std::span<const std::string_view> names,
                  std::span<const FilledMetrics> batch);

/// Marks stored results that are not wanted as stale, and the others as not. Inside the caller's transaction.
void mark_stale_results(SQLite::Database& database, const WantedScenarios& wanted);

/// Deletes the stale results and all rows that only they use, and records that. Inside the caller's transaction.
PrunedResults prune_stale_results(SQLite::Database& database, const KeptDimensions& kept);

}  // namespace palio
