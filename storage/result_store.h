#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "storage/rows.h"

namespace palio {

/// The single writer of a campaign file: one process, one connection, used by one thread at a time.
/// Everything is committed explicitly; the destructor rolls an open batch back and releases the lock.
class ResultStore {
public:
  /// Opens a campaign or creates it. Takes the run lock of the file (released by the kernel when the process ends,
  /// however it ends) and, when several versions behind, migrates. Throws UserError: not a Palio database, a newer
  /// schema, read-only, in use by another run (names its pid and host), a different study's campaign, no such folder.
  ResultStore(const std::filesystem::path& file, const CampaignInfo& info);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// Ids of the rows, adding those that are missing, with a column for each parameter not seen before. One transaction
  /// each. Rows are matched by the canonical text of their recipe.
  std::vector<std::int64_t> add_platforms(std::span<const DimensionRow> rows);
  std::vector<std::int64_t> add_workloads(std::span<const DimensionRow> rows);
  std::vector<std::int64_t> add_strategies(std::span<const DimensionRow> rows);

  void begin_session(const SessionInfo& info);
  /// How the session ended: "finished" or "interrupted". A session without an end was killed.
  void end_session(std::string_view how);

  /// Writes a batch in one transaction: all of it is durable when the call returns, or none.
  /// A scenario that is stored already is replaced by its later attempt.
  void write(std::span<const StoredResult> batch);

  /// Moves the write-ahead log into the file, so that the campaign is one plain file again.
  void checkpoint();

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio
