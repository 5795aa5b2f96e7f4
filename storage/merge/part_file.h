#pragma once

#include <filesystem>
#include <optional>

#include "core/text/new_file.h"
#include "storage/file/campaign_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A campaign that is read for a merge and never written: one with an older schema, or left in write-ahead mode, is
/// read from a temporary copy, which is removed with this object. Declare it before what reads it.
class PartFile {
public:
  /// Throws UserError: no such file, not a Palio campaign, empty, cut off, a newer schema. What reads it checks the
  /// rest of its schema.
  explicit PartFile(const std::filesystem::path& file);

  /// What to read.
  std::filesystem::path readable() const { return folder_ ? folder_->path() / "part.db" : file_.path(); }

private:
  CampaignFile file_;
  // Of the copy; private because SQLite makes files with predictable names next to a database.
  std::optional<ScratchSpace> folder_;  // none: the part itself is read
};

/// A part attached as `part` to the writing connection of the whole while this object lives: create and destroy it
/// outside of transactions. References between tables are not checked meanwhile; every id that is written was looked
/// up.
class AttachedPart {
public:
  AttachedPart(SQLite::Database& whole, const std::filesystem::path& file);
  ~AttachedPart();

  /// Whether all pages of the part are intact; reads all of them.
  bool is_whole() const;

private:
  PartFile file_;  // outlives the connection to it
  SQLite::Database& whole_;
};

}  // namespace palio
