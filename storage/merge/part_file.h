#pragma once

#include <filesystem>
#include <optional>

#include "core/text/new_file.h"
#include "storage/file/campaign_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A file in a private folder; both are removed with this object.
class TemporaryFile {
public:
  TemporaryFile() = default;
  ~TemporaryFile() { remove(); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void make();
  void remove() noexcept;
  const std::filesystem::path& path() const { return path_; }  // empty: there is none

private:
  std::optional<ScratchSpace> folder_;
  std::filesystem::path path_;
};

/// A campaign that is read for a merge and never written: one with an older schema, or left in write-ahead mode, is
/// read from a temporary copy, which is removed with this object. Declare it before what reads it.
class PartFile {
public:
  /// Throws UserError: no such file, not a Palio campaign, empty, cut off, a newer schema. What reads it checks the
  /// rest of its schema.
  explicit PartFile(const std::filesystem::path& file);

  /// What to read.
  const std::filesystem::path& readable() const { return copy_.path().empty() ? file_.path() : copy_.path(); }

private:
  CampaignFile file_;
  TemporaryFile copy_;  // none: the part itself is read
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
