#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "storage/file/connection.h"
#include "storage/file/rows.h"
#include "storage/file/session_table.h"
#include "storage/merge/part_merge.h"

namespace palio {

/// Whether the present study wants a scenario; an empty function: it wants everything stored.
using WantedScenarios = std::function<bool(const ScenarioId&)>;

/// Ids of the platforms, workloads and strategies of the present study; 0 where one is not stored.
struct KeptDimensions {
  std::vector<std::int64_t> platforms, workloads, strategies;
};

/// The single writer of a campaign file: one process, one connection, used by one thread at a time. The destructor
/// releases the lock.
class ResultStore {
public:
  /// Opens or creates a campaign: a new file holds its study and request from its first transaction on.
  /// From then on a campaign that is asked to keep realizations takes results with them.
  /// Takes the run lock, which the kernel releases when the process ends. Throws UserError:
  /// not a campaign of this study that can be written, or in use by another run (names its pid and host). Every
  /// transaction waits up to `patience` for another program that holds the file, then throws LockedFile.
  ResultStore(const std::filesystem::path& file, CampaignInfo info, CampaignRequest request = {},
              Kept kept = Kept::metrics, std::chrono::milliseconds patience = LockWait::k_usual);
  ~ResultStore();

  /// Ids of the rows, adding those that are missing, with a column for each parameter not seen before. One transaction
  /// each. Rows are matched by the canonical text of their recipe.
  std::vector<std::int64_t> add_platforms(std::span<const DimensionRow> rows);
  std::vector<std::int64_t> add_workloads(std::span<const DimensionRow> rows);
  std::vector<std::int64_t> add_strategies(std::span<const DimensionRow> rows);

  /// Switches the campaign to the given study and request, in one transaction: writes both, marks the stored results
  /// that the study does not want as stale, and those that it wants again as not stale, and begins a session.
  void begin_session(const SessionInfo& info, const WantedScenarios& wanted = {});
  /// How the session ended: "finished" or "interrupted". A session without an end was killed.
  void end_session(std::string_view how);

  /// Writes a batch in one transaction: all of it is durable when the call returns, or none.
  /// A scenario that is stored already is replaced by its later attempt. `pace`: the numbers from which the end of the
  /// session is now forecast; empty: the previous ones stay.
  void write(std::span<const StoredResult> batch, const std::string& pace = {});

  /// Adds what another campaign of the same study holds and this one does not, with its sessions, in one transaction;
  /// writes nothing if there is nothing to add. The first part that adds something starts the session `merge`, which
  /// stays the last one, with the request of this store. Throws like merge_part().
  MergedPart merge(const PartToMerge& part, const SessionInfo& merge, const MergeWatch& watch);
  /// Ends the session of a merge, if one was started; `stored`: how many of the wanted scenarios are now stored.
  void end_merge(std::string_view how, std::int64_t stored);

  /// How many stored results the study of the last session does not want.
  std::int64_t stale() const;
  /// Drops the results that the study does not want, and all rows that only they use. One transaction.
  PrunedResults prune(const WantedScenarios& wanted, const KeptDimensions& kept);
  /// Returns unused space to the file system; needs as much space again while it works.
  void shrink();

  /// How it waits for another program from now on.
  LockWait& lock_wait();

  /// Moves the write-ahead log into the file, so that the campaign is one plain file again.
  void checkpoint();

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio
