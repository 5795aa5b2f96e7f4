#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "storage/file/rows.h"
#include "storage/merge/part_merge.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

// The steps of a merge, all inside the caller's transaction, from the file attached as `part`.

/// Two SQL functions of a connection for rows on their way from a part into the whole. They exist while this does.
/// - moved_session(id): the session's id in the whole;
/// - checked(stored, computed, platform, workload, strategy, attempt): the stored checksum, which must match the
/// computed
///   one; counts the row as a result where attempt is not NULL.
/// Both fail if the part is damaged, the second also if the watch asks to stop.
class MovedRows {
public:
  MovedRows(SQLite::Database& database, const MergeWatch& watch);
  ~MovedRows();
  MovedRows(const MovedRows&) = delete;
  MovedRows& operator=(const MovedRows&) = delete;

  /// What results may refer to: the ids of platforms, workloads and strategies of the whole.
  void know_dimensions();
  void set_sessions(std::unordered_map<std::int64_t, std::int64_t> sessions) { state_.sessions = std::move(sessions); }
  /// Counts results from here on, without telling the watch again of those that it knows.
  void count_again();

  enum class Trouble { none, changed_row, dangling_id, stopped };
  struct State {
    const MergeWatch& watch;
    std::array<std::unordered_set<std::int64_t>, 3> dimensions = {};  // ids
    std::unordered_map<std::int64_t, std::int64_t> sessions = {};     // ids in the whole by those in the part
    std::int64_t results = 0, attempts = 0;                           // of the results that were counted
    std::int64_t told = 0;                                            // results of which the watch knows
    Trouble trouble = Trouble::none;                                  // why a statement with these functions failed
    ScenarioId troubled = {};                                         // at which row
  };
  const State& state() const { return state_; }

private:
  SQLite::Database& database_;
  State state_;
};

/// The columns of a table of the part without these ones, with commas between them.
std::string columns_but(SQLite::Database& database, std::string_view table,
                        std::initializer_list<std::string_view> without);

/// Throws PartError where a row of one of the small tables is not as it was stored.
void refuse_changed_rows(SQLite::Database& database, const PartToMerge& part);

/// Adds platforms, workloads, strategies and input files that are missing. Throws PartError for a changed input file,
/// and where an id is that of another row in the whole.
void merge_dimensions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part);

/// The growth of the counts of attempts.
struct Growth {
  std::int64_t attempts = 0;
  std::int64_t failures = 0;  // of those
  bool changed = false;       // anything at all
};

/// Adds missing sessions with their requests, and what known sessions have done since, even if only their end. Throws
/// PartError for results of another engine.
Growth merge_sessions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part);

struct ResultGrowth {
  std::int64_t results = 0;
  std::int64_t attempts = 0;  // at them
  std::int64_t failures = 0;  // of those attempts
};

/// Copies the results that the whole lacks with all that belongs to them; MovedRows checks all results of the part. If
/// the whole has any, the temporary table `known` lists them.
ResultGrowth merge_results(SQLite::Database& database, MovedRows& rows, KnownResults known);

/// Copies one result of the part, which the whole lacks.
void merge_result(SQLite::Database& database, const ScenarioId& id);

/// Settles every scenario of the temporary table `known` for which the whole and the part hold different attempts or
/// values, as `--retry-failed` would have: a completed result beats a failure, a later failure an earlier one, and all
/// failed attempts are kept. Two completed results with different values contradict each other: the stored one stays.
/// Counts in `merged`.
Growth settle_disputes(SQLite::Database& database, MergedPart& merged);

}  // namespace palio
