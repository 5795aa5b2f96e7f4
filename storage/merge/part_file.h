#pragma once

#include <filesystem>

#include "storage/file/campaign_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A campaign that is read to be merged, and never written: one of an older schema, or left in write-ahead mode, is
/// read from a copy among the temporary files, which goes with this object. Declare it before what reads it.
class PartFile {
public:
  /// Throws UserError: no such file, not a Palio campaign, empty, cut off, a newer schema.
  explicit PartFile(const std::filesystem::path& file);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// What to read.
  const std::filesystem::path& readable() const { return copy_.empty() ? file_.path() : copy_; }

private:
  void copy_where_needed();
  void remove_copy() noexcept;

  CampaignFile file_;
  std::filesystem::path copy_;  // empty: it is read itself
};

/// A part attached as `part` to the writing connection of the whole, while this lives: outside of transactions.
/// References between tables are not checked meanwhile; every id that is written was looked up.
class AttachedPart {
public:
  AttachedPart(SQLite::Database& whole, const std::filesystem::path& file);
  ~AttachedPart();
  AttachedPart(const AttachedPart&) = delete;
  AttachedPart& operator=(const AttachedPart&) = delete;

  /// Whether the pages of the part are whole; takes a look at all of them.
  bool is_whole() const;

private:
  PartFile file_;  // outlives the connection to it
  SQLite::Database& whole_;
};

}  // namespace palio
