#pragma once

#include <SQLiteCpp/Column.h>

#include "storage/sql/sql_value.h"

namespace palio {

inline SqlValue value_of(const SQLite::Column& cell) {
  if (cell.isNull()) return std::monostate{};
  if (cell.isInteger()) return cell.getInt64();
  if (cell.isFloat()) return cell.getDouble();
  return cell.getString();
}

}  // namespace palio
