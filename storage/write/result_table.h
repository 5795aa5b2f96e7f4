#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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
    bool own;  // has_own_instance()
  };
  void write_chunk(std::span<const Row> rows, const SessionIds& session);
  void write_row(const Row& row, const SessionIds& session);
  void write_details(const Row& row);
  void write_failure(const StoredResult& row);
  void insert_instance(const ScenarioId& id, const MetricValues& metrics);
  /// Whether its metrics of the instance are others than those that the first stored result gave; stores these.
  bool has_own_instance(const StoredResult& row);

  SQLite::Database& database_;
  Kept kept_;
  SQLite::Statement insert_chunk_, replace_, insert_application_, insert_failure_, insert_realization_,
      insert_instance_, find_instance_;
  std::vector<SQLite::Statement> insert_metrics_;    // into k_metric_tables
  std::vector<SQLite::Statement> delete_details_;    // from k_detail_tables
  std::pair<std::int64_t, std::int64_t> shared_of_;  // the last instance: platform, workload
  std::vector<double> shared_;                       // its metrics
};

/// Marks stored results that are not wanted as stale, and the others as not. Inside the caller's transaction.
void mark_stale_results(SQLite::Database& database, const WantedScenarios& wanted);

/// Deletes the stale results and all rows that only they use, and records that. Inside the caller's transaction.
PrunedResults prune_stale_results(SQLite::Database& database, const KeptDimensions& kept);

}  // namespace palio
