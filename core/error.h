#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palio {

/// Takes a message, or the arguments of fmt::format() that make one.
class FormattedError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
  template <class First, class... Rest>
  FormattedError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
      : runtime_error(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)) {}
};

/// Something the user gave is wrong: a study, an option, a file, a database.
/// The message names the thing, the value, the place and the next step; exit status 1.
class UserError : public FormattedError {
public:
  using FormattedError::FormattedError;
};

/// Palio itself failed; exit status 3.
class InternalError : public FormattedError {
public:
  using FormattedError::FormattedError;
};

/// Throws an InternalError, or a Shortage if `errno` is one, that ends with the system's message.
[[noreturn]] void throw_errno(const std::string& what);

/// A word of a command that a message suggests: in quotes if a shell needs them, and with nothing hidden: $'a\x0ab'.
std::string brief_shell_word(std::string_view text);
/// A command of such words.
std::string brief_shell_words(const std::vector<std::string>& words);

}  // namespace palio
