#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/sqlite_forward.h"

namespace palio {

/// The checksum of a row: the sum, modulo 2^48, of a hash of name and value for each column that is not NULL. It knows
/// nothing of the order of columns, and a column that is added later changes none. 48 bits take 6 bytes in the file and
/// miss one change in 2.8e14.
class RowChecksum {
public:
  /// `column`: column_hash of its name.
  void add(std::uint64_t column, std::int64_t value);
  void add(std::uint64_t column, double value);  // NaN is NULL: adds nothing
  void add(std::uint64_t column, std::string_view value);
  /// A row that belongs to this one: an application of a result.
  void add_part(const RowChecksum& part);

  std::int64_t sum() const;

private:
  std::uint64_t sum_ = 0;
};

std::uint64_t column_hash(std::string_view name);

/// Makes row_checksum('a,b', a, b) known to the statements of a connection: the checksum of these columns.
void register_row_checksum(SQLite::Database& database);

/// The checksum of a row of a table as it stands, as SQL; that of a result includes its applications.
std::string checksum_expression(SQLite::Database& database, std::string_view table);

/// Computes the checksums of the rows that meet a condition ("id = 3").
void seal_rows(SQLite::Database& database, std::string_view table, std::string_view condition);

}  // namespace palio
