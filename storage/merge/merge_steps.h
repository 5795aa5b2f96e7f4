#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "storage/file/rows.h"
#include "storage/merge/part_merge.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

// The steps of a merge, all inside the caller's transaction, from the file attached as `part`.

/// New ids by old ones.
class IdMap {
public:
  IdMap() = default;
  /// The ids from 1 to `last` stay.
  explicit IdMap(std::int64_t last) : last_kept_(last) {}

  void add(std::int64_t id, std::int64_t moved) { moved_.emplace(id, moved); }
  std::optional<std::int64_t> find(std::int64_t id) const {
    if (id >= 1 && id <= last_kept_) return id;
    const auto found = moved_.find(id);
    return found == moved_.end() ? std::nullopt : std::optional(found->second);
  }
  bool keeps_all() const {
    return std::ranges::all_of(moved_, [](const auto& pair) { return pair.first == pair.second; });
  }

private:
  std::int64_t last_kept_ = 0;
  std::unordered_map<std::int64_t, std::int64_t> moved_;  // of the others
};

/// What a row refers to by an id within its campaign.
enum class Reference { platform, workload, strategy, session };

/// Two SQL functions of a connection for rows on their way from a part into the whole. They exist while this does.
/// - moved_id(reference, id): the row's id in the whole;
/// - moved_checksum(stored, computed, applications, platform, workload, strategy, session, attempt): the row's checksum
///   in the whole; `applications` is how many it has. It first checks that the stored checksum matches the row. Session
///   is NULL for anything but a result, attempt for what is not counted.
/// Both fail if the part is damaged, the second also if the watch asks to stop.
class MovedRows {
public:
  MovedRows(SQLite::Database& database, const MergeWatch& watch);
  ~MovedRows();
  MovedRows(const MovedRows&) = delete;
  MovedRows& operator=(const MovedRows&) = delete;

  void set(Reference reference, IdMap ids);
  const IdMap& ids(Reference reference) const { return state_.ids.at(static_cast<std::size_t>(reference)); }
  ScenarioId moved(const ScenarioId& id) const;
  /// Whether platforms, workloads and strategies have the same ids in both.
  bool same_scenarios() const;

  enum class Trouble { none, changed_row, dangling_id, stopped };
  struct State {
    const MergeWatch& watch;
    std::array<IdMap, 4> ids = {};           // by Reference
    std::int64_t results = 0, attempts = 0;  // of the results that were counted
    std::int64_t untold = 0;                 // results not yet reported to the watch
    Trouble trouble = Trouble::none;         // why a statement with these functions failed
    ScenarioId troubled = {};                // at which row
  };
  const State& state() const { return state_; }

private:
  SQLite::Database& database_;
  State state_;
};

/// The columns of a table of the part that are copied unchanged, with commas between them: all but ids and checksum.
std::string own_columns(SQLite::Database& database, std::string_view table);

/// Throws PartError where a row of one of the small tables is not as it was stored.
void refuse_changed_rows(SQLite::Database& database, const PartToMerge& part);

/// Adds platforms, workloads, strategies and input files that are missing. Throws PartError for a changed input file.
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
  std::int64_t last = 0;      // rowid of the last result of before
};

/// Copies the results that the whole lacks, with applications, failures and realizations, for which the whole gets the
/// table if it has none; MovedRows checks all results of the part.
/// Where none should be known they go in the order of the whole's index, so that each of its pages is changed once.
ResultGrowth merge_results(SQLite::Database& database, const MovedRows& rows, KnownResults known);

/// Copies one result of the part, which the whole lacks.
void merge_result(SQLite::Database& database, const MovedRows& rows, const ScenarioId& part_id);

/// Settles every scenario that the whole, up to the row `last`, and the part hold with different attempts or values, as
/// `--retry-failed` would have: a completed result beats a failure, a later failure an earlier one, and all failed
/// attempts are kept. Of two completed results with the same values the one whose session knew more metrics stays. Two
/// with different values contradict each other: the stored one stays. Counts in `merged`.
Growth settle_disputes(SQLite::Database& database, const MovedRows& rows, std::int64_t last, MergedPart& merged);

}  // namespace palio
