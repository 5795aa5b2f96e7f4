#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/study/axes.h"
#include "campaign/study/study_place.h"
#include "core/identity/canonical.h"

namespace palio {

enum class SpecSide { platform, workload };

/// Reads the key `platforms` or `workloads` of a block: those of the study that match all conditions of one of its
/// tables. A condition names `family` or a parameter of the study's families.
class SpecFilterReader {
public:
  SpecFilterReader(const StudyPlace& place, SpecSide side, std::span<const Spec> specs);

  /// What is meant, by position, ascending; nothing without the key: all. Throws UserError with the place for unknown
  /// names, families and values that the study does not have, and tables that nothing matches.
  std::optional<std::vector<std::uint32_t>> read(const toml::table& block) const;

  /// One condition, that a parameter has one of some values. Throws as read() does.
  Axis condition(const toml::node& node, std::string_view parameter) const {
    return condition_of(node, parameter, families_);
  }
  /// What a recipe of the study has for a parameter, be it left out as the default; nothing where it has none.
  std::optional<Value> value_of(const Recipe& recipe, std::string_view parameter) const;

private:
  // One table of conditions.
  struct SpecFilter {
    std::vector<std::string> families;  // one of these
    Filter parameters;
  };
  SpecFilter filter_of(const toml::table& table) const;
  std::vector<std::string> families_of(const toml::node& node) const;
  std::string family_of(const toml::node& node) const;
  Axis condition_of(const toml::node& node, std::string_view name, const std::vector<std::string>& families) const;
  void check_name(const toml::node& node, std::string_view name, const std::vector<std::string>& families) const;
  std::vector<std::vector<Value>> spellings_of(const toml::node& node, std::string_view name) const;
  void check_value(const toml::node& node, const Axis& value, const std::vector<std::string>& families) const;
  std::string nearest_text(const std::string& parameter, const std::string& written) const;
  bool matches(const SpecFilter& filter, const Recipe& recipe) const;

  const StudyPlace& place_;
  SpecSide side_;
  std::string_view one_;  // "platform"
  std::string key_;       // "platforms"
  std::span<const Spec> specs_;
  std::vector<std::string> families_;  // of the study, each once
};

}  // namespace palio
