#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "storage/file/rows.h"
#include "storage/merge/part_merge.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// New ids by old ones.
using IdMap = std::unordered_map<std::int64_t, std::int64_t>;

/// What a row refers to by an id of its own campaign.
enum class Reference { platform, workload, strategy, session };

/// Two SQL functions of a connection for rows on their way from a part into the whole, which live as long as this:
/// - moved_id(reference, id): the id there;
/// - moved_checksum(stored, computed, applications, platform, workload, strategy, session, attempt): the checksum there
///   of a row with so many applications, once the stored one is found to match the row. Session is NULL for what is no
///   result, attempt for what is not counted.
/// Both fail if the part is damaged, the second also if the watch says to stop.
class MovedRows {
public:
  MovedRows(SQLite::Database& database, const MergeWatch& watch);
  ~MovedRows();
  MovedRows(const MovedRows&) = delete;
  MovedRows& operator=(const MovedRows&) = delete;

  void set(Reference reference, IdMap ids);
  std::int64_t moved(Reference reference, std::int64_t id) const;
  ScenarioId moved(const ScenarioId& id) const;
  /// Whether platforms, workloads and strategies have the same ids in both.
  bool same_scenarios() const;

  // Of the results that were counted.
  std::int64_t results() const;
  std::int64_t attempts() const;

  enum class Trouble { none, changed_row, dangling_id, stopped };
  /// Why a statement with these functions failed, and at which row.
  Trouble trouble() const;
  ScenarioId troubled() const;

  struct State;

private:
  SQLite::Database& database_;
  std::unique_ptr<State> state_;
};

/// The columns of a table of the part that move as they are, with commas between them: all but ids and checksum.
std::string own_columns(SQLite::Database& database, std::string_view table);

}  // namespace palio
