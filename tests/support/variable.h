#pragma once

#include <stdlib.h>

#include <optional>
#include <string>

namespace palio::test {

/// Sets a variable of the environment for as long as it lives.
class Variable {
public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace palio::test
