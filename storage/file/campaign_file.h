#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "storage/file/companions.h"

namespace palio {

/// The header of a file, read without SQLite: a file that is not ours is never touched.
struct FileHeader {
  enum class Kind { empty, sqlite, other };
  Kind kind = Kind::empty;
  std::uint32_t application_id = 0;
  std::uint32_t schema_version = 0;
  bool write_ahead = false;        // else it is one plain file
  std::int64_t database_size = 0;  // byte; 0: it does not say

  bool operator==(const FileHeader&) const = default;
};

/// The campaign file below SQLite: its header and its run lock. Closing any descriptor of a file drops all POSIX locks
/// that the process holds on it (fcntl(2)), SQLite's included, and another process could then delete a write-ahead log
/// in use. So all objects of one file share one descriptor, which is closed with the last of them: declare a
/// CampaignFile before the connection. Construction and destruction are thread-safe; one object belongs to one thread.
class CampaignFile {
public:
  enum class Access { read, write };

  /// Access::write creates an empty file if there is none. Throws UserError.
  CampaignFile(const std::filesystem::path& file, Access access);
  ~CampaignFile();
  CampaignFile(const CampaignFile&) = delete;
  CampaignFile& operator=(const CampaignFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  FileHeader header() const;

  /// Takes the run lock until this object is destroyed or the process ends in any way; false if another holds it.
  bool try_lock();
  /// Whether a store, of this or another process, holds the run lock.
  bool locked() const;
  /// False if the file was deleted, moved or replaced since it was opened.
  bool in_place() const;
  /// Whether the file is shorter than this object has seen it: a campaign never shrinks by itself.
  bool is_cut_off();
  /// Bytes after the end of the database; negative: so many are missing from it. 0 while something writes the file.
  std::int64_t surplus() const;
  /// Throws UserError for a journal or log next to it that is not Palio's. Before SQLite reads the file.
  void refuse_foreign_companions() const;

private:
  struct Shared;

  std::filesystem::path path_;
  Shared* shared_;  // in the process-wide table of open files
  bool owns_lock_ = false;
  std::int64_t largest_ = 0;  // byte; at the calls of is_cut_off()
};

/// Throws UserError unless the file is empty or holds a whole campaign that this version of Palio can read.
void refuse_foreign_file(const CampaignFile& file);

/// A message about bytes after the end of the database, and how to remove them; empty: there are none.
std::string surplus_text(const CampaignFile& file);

}  // namespace palio
