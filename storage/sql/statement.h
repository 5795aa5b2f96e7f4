#pragma once

#include <sqlite3.h>

#include <cstddef>
#include <limits>
#include <memory>

#include "core/error.h"
#include "storage/sql/sql_value.h"

namespace palio {

// Compiled statements of SQLite itself: what they are given and what their rows hold.

struct StatementFinalizer {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementHandle = std::unique_ptr<sqlite3_stmt, StatementFinalizer>;

/// The value of a column in the current row.
inline SqlValue value_at(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL: return std::monostate{};
    case SQLITE_INTEGER: return std::int64_t{sqlite3_column_int64(row, column)};
    case SQLITE_FLOAT: return sqlite3_column_double(row, column);
    default: {
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
      return bytes == nullptr ? std::string() : std::string(bytes, size);
    }
  }
}

/// The same as a number; NULL is NaN. SQLite reads NULL as 0, so only zeros are asked for their type.
inline double number_at(sqlite3_stmt* row, int column) {
  const double number = sqlite3_column_double(row, column);
  return number == 0 && sqlite3_column_type(row, column) == SQLITE_NULL ? std::numeric_limits<double>::quiet_NaN()
                                                                        : number;
}

/// Binds a value to the parameter `place`, from 1; the value must live until the statement has run.
inline void bind_value(sqlite3_stmt* statement, int place, const SqlValue& value) {
  int code = SQLITE_OK;
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    code = sqlite3_bind_int64(statement, place, *whole);
  else if (const auto* real = std::get_if<double>(&value))
    code = sqlite3_bind_double(statement, place, *real);
  else if (const auto* text = std::get_if<std::string>(&value))
    code = sqlite3_bind_text64(statement, place, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
  else
    code = sqlite3_bind_null(statement, place);
  if (code != SQLITE_OK) throw InternalError("a statement does not take value {}: {}", place, sqlite3_sql(statement));
}

}  // namespace palio
