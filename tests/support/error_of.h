#pragma once

#include <string>

#include "core/error.h"

namespace palio::test {

/// What the error says that `action` throws; "no error" if it throws none.
template <class Error = UserError, class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace palio::test
