#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

namespace palio {

/// Inside a catch block: rethrows an exception of SQLite as Shortage (no space, memory or descriptors), UserError
/// (read-only, locked, damaged, a disk that fails) or InternalError (a statement of ours that is wrong), naming the
/// file; other exceptions pass unchanged. `doing` completes "cannot ... FILE: reason": "write results to".
[[noreturn]] void rethrow_sqlite_error(const std::filesystem::path& file, std::string_view doing);

/// Calls `body` with SQLite's exceptions made clear.
template <class Body>
decltype(auto) with_clear_errors(const std::filesystem::path& file, std::string_view doing, Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (...) {
    rethrow_sqlite_error(file, doing);
  }
}

}  // namespace palio
