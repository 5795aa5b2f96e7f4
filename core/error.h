#pragma once

#include <stdexcept>
#include <string>

namespace palio {

/// Something the user gave is wrong: a study, an option, a file, a database.
/// The message names the thing, the value, the place and the next step; exit status 1.
class UserError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Palio itself failed; exit status 3.
class InternalError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An InternalError, or a Shortage where `errno` is one, that ends with the system's words for it.
[[noreturn]] void throw_errno(const std::string& what);

}  // namespace palio
