#pragma once

#include <fmt/format.h>

#include <toml++/toml.h>
#include <cstdint>
#include <string>

#include "core/error.h"

namespace palio {

/// Says of whatever is wrong with a study file where it is.
class StudyPlace {
public:
  /// `path` is the name that messages give; it must stay.
  explicit StudyPlace(const std::string& path) : path_(path) {}

  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  [[noreturn]] void fail(std::uint32_t line, const std::string& message) const {
    throw UserError(fmt::format("{}:{}: {}", path_, line, message));
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& message) const { fail(line_of(node), message); }

  /// Runs `step` and puts the place before the message of whatever it refuses.
  template <class Step>
  auto at(const toml::node& node, Step step) const {
    try {
      return step();
    } catch (const UserError& error) {
      fail(node, error.what());
    }
  }

private:
  const std::string& path_;
};

}  // namespace palio
