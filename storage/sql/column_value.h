#pragma once

#include <SQLiteCpp/Column.h>

#include <limits>

#include "storage/sql/sql_value.h"

namespace palio {

inline SqlValue value_of(const SQLite::Column& cell) {
  if (cell.isNull()) return std::monostate{};
  if (cell.isInteger()) return cell.getInt64();
  if (cell.isFloat()) return cell.getDouble();
  return cell.getString();
}

/// NULL is NaN, and so is a text.
inline double number_of(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace palio
