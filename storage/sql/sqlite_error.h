#pragma once

#include <filesystem>
#include <string_view>

#include "core/shortage.h"

namespace palio {

/// A campaign file that is not as Palio left it: nothing in it can be trusted.
class DamagedFile : public UserError {
public:
  using UserError::UserError;
};

/// Another program holds the campaign, and not only for a moment.
class LockedFile : public Hindrance {
public:
  using Hindrance::Hindrance;
};

/// Extended codes keep the primary one in the low byte.
constexpr int primary_code(int code) { return code & 0xff; }

/// Inside a catch block: rethrows an exception of SQLite as Shortage (no space, memory or descriptors), DamagedFile,
/// LockedFile, UserError (read-only, a failing disk) or InternalError (a wrong statement of Palio's), naming the
/// file; other exceptions pass unchanged. `doing` completes "cannot ... FILE: reason": "write results to".
[[noreturn]] void rethrow_sqlite_error(const std::filesystem::path& file, std::string_view doing);

/// Calls `body` and rethrows SQLite's exceptions like that.
template <class Body>
decltype(auto) with_clear_errors(const std::filesystem::path& file, std::string_view doing, const Body& body) {
  try {
    return body();
  } catch (...) {
    rethrow_sqlite_error(file, doing);
  }
}

}  // namespace palio
