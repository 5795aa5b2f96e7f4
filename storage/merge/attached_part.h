#pragma once

#include <string>
#include <string_view>

#include "storage/merge/part_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// A part beside the whole on its writing connection, by the name `part`, while this lives: outside of transactions.
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

/// The columns of a table of the part, with commas between them, but for ids and checksum: these are of its file alone.
std::string own_columns(SQLite::Database& database, std::string_view table);

}  // namespace palio
