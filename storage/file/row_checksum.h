#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/outcome.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// The checksum of a row: the sum, modulo 2^31, of a hash of name and value for each column that is not NULL, in any
/// order. 31 bits take 4 bytes in the file and miss one change
/// in 2.1e9.
class RowChecksum {
public:
  /// `column`: column_hash of its name.
  void add(std::uint64_t column, std::int64_t value) { sum_ += mixed(static_cast<std::uint64_t>(value) ^ column); }
  /// NaN is NULL: adds nothing. SQLite stores the negative zero as zero.
  void add(std::uint64_t column, double value) {
    if (!std::isnan(value)) sum_ += mixed(std::bit_cast<std::uint64_t>(value + 0.0) ^ (column + 1));
  }
  void add(std::uint64_t column, std::string_view value);
  /// A row that belongs to this one: an application of a result.
  void add_part(const RowChecksum& part) { sum_ += static_cast<std::uint64_t>(part.sum()); }

  std::int64_t sum() const { return static_cast<std::int64_t>(sum_ & k_mask); }

  static constexpr std::uint64_t k_mask = 0x7FFFFFFF;

private:
  // Every bit of the number flips half of the bits of the result (the finalizer of MurmurHash3, Appleby 2011).
  static std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ number >> 33U) * 0xFF51AFD7ED558CCDU;
    number = (number ^ number >> 33U) * 0xC4CEB9FE1A85EC53U;
    return number ^ number >> 33U;
  }

  std::uint64_t sum_ = 0;
};

std::uint64_t column_hash(std::string_view name);

/// Of realization r; no makespan changes its place unnoticed.
RowChecksum realization_checksum(std::int64_t r, const RealizationMetrics& realization);

/// Adds row_checksum('a,b', a, b), the checksum of these columns, and realization_checksum(r, makespan, replans) to the
/// functions of a connection.
void register_row_checksum(SQLite::Database& database);

/// The checksum of a table's row in its present state, as SQL for the caller's transaction; a result's includes the
/// rows that belong to it. `schema`: which file of the connection.
std::string checksum_expression(SQLite::Database& database, std::string_view table, std::string_view schema = "main");

/// Computes the checksums of the rows that meet a condition ("id = 3").
void seal_rows(SQLite::Database& database, std::string_view table, std::string_view condition);

}  // namespace palio
