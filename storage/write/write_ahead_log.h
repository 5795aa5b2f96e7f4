#pragma once

#include <cstdint>

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// The write-ahead log of a connection against what SQLite knows of it, so that a log that something cut or overwrote
/// is not moved into the campaign. For a connection in write-ahead mode, inside a write transaction: no other
/// connection can begin the log anew then. Formats: https://www.sqlite.org/walformat.html
class WriteAheadLog {
public:
  explicit WriteAheadLog(SQLite::Database& database) : database_(database) {}

  /// Pages that are in the log, also those that were moved into the file. Outside of transactions, too.
  std::uint32_t frames() const;
  /// Whether header, length and last frame are as they were written: 1 us.
  bool ends_as_written() const;
  /// Whether every frame is, by the chain of checksums: 2 ms for 4 MiB. A log that is all in the file does not matter.
  bool is_as_written() const;
  /// For one that is not: clears it if what is whole of it is older than the file, with which SQLite would mix it;
  /// otherwise the next connection goes on from there.
  void give_up() const;

private:
  SQLite::Database& database_;
};

}  // namespace palio
