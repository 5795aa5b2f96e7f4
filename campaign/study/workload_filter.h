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
#include "core/identity/instance.h"

namespace palio {

/// Reads the key `workloads` of [[strategy]] blocks: the strategies of a block take the workloads that match all
/// conditions of one of its tables. A condition names `family` or a parameter of the study's workload families.
class WorkloadFilterReader {
public:
  static constexpr std::string_view k_key = "workloads";

  WorkloadFilterReader(const StudyPlace& place, std::span<const Ingredient> workloads);

  /// The workloads that the block's strategies take, by position, ascending; nothing without the key: all. Throws
  /// UserError with the place for unknown names, families and values that the study does not have, and tables that no
  /// workload matches.
  std::optional<std::vector<std::uint32_t>> read(const toml::table& block) const;

private:
  // One table of conditions.
  struct WorkloadFilter {
    std::vector<std::string> families;  // one of these
    Filter parameters;
  };
  WorkloadFilter filter_of(const toml::table& table) const;
  std::vector<std::string> families_of(const toml::node& node) const;
  std::string family_of(const toml::node& node) const;
  Axis condition_of(const toml::node& node, std::string_view name, const std::vector<std::string>& families) const;
  void check_name(const toml::node& node, std::string_view name, const std::vector<std::string>& families) const;
  std::vector<std::vector<Value>> spellings_of(const toml::node& node, std::string_view name) const;
  void check_value(const toml::node& node, const Axis& value, const std::vector<std::string>& families) const;
  std::string nearest_text(const std::string& parameter, const std::string& written) const;
  bool matches(const WorkloadFilter& filter, const Recipe& workload) const;

  const StudyPlace& place_;
  std::span<const Ingredient> workloads_;
  std::vector<std::string> families_;  // of the study, each once
};

}  // namespace palio
