#pragma once

#include <cstdint>

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Compares the write-ahead log of a connection with what SQLite knows about it, so that a log that was truncated or
/// overwritten is not moved into the campaign. For a connection in write-ahead mode, inside a write transaction: then
/// no other connection can restart the log. Formats: https://www.sqlite.org/walformat.html
class WriteAheadLog {
public:
  explicit WriteAheadLog(SQLite::Database& database) : database_(database) {}

  /// Pages in the log, including those already moved into the file. Works outside of transactions, too.
  std::uint32_t frames() const;
  /// Whether header, length and last frame are as they were written: 1 us.
  bool ends_as_written() const;
  /// Whether every frame is, by the chain of checksums: 2 ms for 4 MiB. A log that was moved completely does not
  /// matter.
  bool is_as_written() const;
  /// For a damaged log: clears it if its intact part is older than the file, with which SQLite would mix it; otherwise
  /// the next connection continues from there.
  void give_up() const;

private:
  SQLite::Database& database_;
};

}  // namespace palio
