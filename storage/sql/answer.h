#pragma once

#include <sqlite3.h>

#include "storage/sql/sql_value.h"

namespace palio {

/// Hands a value to SQLite as the value of a function or a column; NaN becomes NULL.
struct Answer {
  sqlite3_context* context;

  void operator()(std::monostate) const { sqlite3_result_null(context); }
  void operator()(std::int64_t value) const { sqlite3_result_int64(context, value); }
  void operator()(double value) const { sqlite3_result_double(context, value); }
  void operator()(const std::string& value) const {
    sqlite3_result_text64(context, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
};

}  // namespace palio
