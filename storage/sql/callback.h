#pragma once

#include <sqlite3.h>

#include <exception>
#include <new>
#include <string_view>

#include "core/error.h"
#include "storage/sql/sql_value.h"

namespace palio {

// Helpers for functions that SQLite calls.

inline constexpr int k_function_flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

inline void require_success(sqlite3* database, int code) {
  if (code == SQLITE_NOMEM) throw std::bad_alloc();
  if (code != SQLITE_OK) throw InternalError("SQLite does not take a function: {}", sqlite3_errmsg(database));
}

/// Returns a value to SQLite as the value of a function or a column; NaN becomes NULL.
struct Answer {
  sqlite3_context* context;

  void operator()(std::monostate) const { sqlite3_result_null(context); }
  void operator()(std::int64_t value) const { sqlite3_result_int64(context, value); }
  void operator()(double value) const { sqlite3_result_double(context, value); }
  void operator()(const std::string& value) const {
    sqlite3_result_text64(context, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
};

/// The bytes of a text or a blob, valid during the call.
inline std::string_view argument_text(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

/// SQLite is C: an exception becomes an error of the query.
template <class Body>
void guarded(sqlite3_context* context, Body body) {
  try {
    body();
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const std::exception& error) {
    sqlite3_result_error(context, error.what(), -1);
  }
}

/// SQLite's memory for a group of an aggregate: a pointer to ours, null before the first row. The group's first row
/// asks for the `bytes` of a pointer, the others for 0; null if there was no row.
template <class Group>
Group** group_slot(sqlite3_context* context, int bytes = 0) {
  return static_cast<Group**>(sqlite3_aggregate_context(context, bytes));
}

/// The group of a row, which `make` makes before the first one.
template <class Group, class Make>
Group& group_of_row(sqlite3_context* context, const Make& make) {
  Group** slot = group_slot<Group>(context, sizeof(Group*));
  if (slot == nullptr) throw std::bad_alloc();
  if (*slot == nullptr) *slot = make().release();
  return **slot;
}

}  // namespace palio
