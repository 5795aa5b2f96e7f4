#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "storage/file/row_checksum.h"
#include "storage/write/result_store.h"

namespace palio {

/// Inserts results with prepared statements, inside the caller's transaction. One thread.
class ResultTable {
public:
  explicit ResultTable(SQLite::Database& database);

  /// Stores the batch with its applications, realizations and failures. A scenario that is stored already is replaced,
  /// unless the stored attempt is later; failures of earlier attempts stay.
  void write(std::span<const StoredResult> batch, const SessionIds& session);

private:
  struct Row {
    const StoredResult* result;
    bool own = false;        // columns of its row
    std::int64_t kinds = 0;  // likewise
    RowChecksum instance{};  // of its metrics of the instance
  };
  static void bind(SQLite::Statement& statement, const Row& row, const SessionIds& session, int index);
  void write_chunk(std::span<const Row> rows, const SessionIds& session);
  void write_row(const Row& row, const SessionIds& session);
  void write_details(const Row& row);
  void write_failure(const StoredResult& row);
  /// Returns false if there is one already.
  bool insert_instance(const ScenarioId& id, const MetricValues& metrics);
  /// It is its own if its metrics of the instance are others than those that the first stored result gave; stores
  /// these.
  void set_parts(Row& row, const Completed& completed);
  void set_shared(const Row& row, const MetricValues& metrics);

  SQLite::Database& database_;
  Kept kept_;
  SQLite::Statement insert_chunk_, replace_, insert_application_, insert_failure_, insert_realization_,
      insert_instance_, find_instance_;
  std::vector<SQLite::Statement> insert_metrics_;    // into k_metric_tables
  std::vector<SQLite::Statement> delete_details_;    // from k_detail_tables
  std::pair<std::int64_t, std::int64_t> shared_of_;  // the last instance: platform, workload
  MetricValues shared_;                              // its metrics
  RowChecksum shared_sum_;                           // of them
};

/// Marks stored results that are not wanted as stale, and the others as not. Inside the caller's transaction.
void mark_stale_results(SQLite::Database& database, const WantedScenarios& wanted);

/// Deletes the stale results and all rows that only they use, and records that. Inside the caller's transaction.
PrunedResults prune_stale_results(SQLite::Database& database, const KeptDimensions& kept);

}  // namespace palio
