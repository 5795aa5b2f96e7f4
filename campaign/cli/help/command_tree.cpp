#include "campaign/cli/help/command_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>

#include "analysis/queries/ready_query.h"
#include "campaign/cli/options/options.h"
#include "core/metrics.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> study_names() {
  std::vector<std::string> names;
  for (const std::string& file : shipped_studies()) names.push_back(std::filesystem::path(file).stem().string());
  return names;
}

std::vector<std::string> query_names() {
  std::vector<std::string> names;
  for (const ReadyQuery& query : ready_queries()) names.push_back("@" + query.name);
  return names;
}

// Values that are known by the name of the argument that takes them.
struct KnownValue {
  std::string_view argument;
  std::vector<std::string> (*words)();
  std::string_view files;
};

std::span<const KnownValue> known_values() {
  static const auto values = std::to_array<KnownValue>({
      {"study", study_names, ".toml"},
      {"--like", study_names, ".toml"},
      {"--strategy", [] { return listed_names("strategies"); }, ""},
      {"--platform", [] { return listed_names("platforms"); }, ".json"},
      {"--workload", [] { return listed_names("workloads"); }, ".json"},
      {"--metric", [] { return listed_names("metrics"); }, ""},
      {"sql", query_names, ""},
      {"database", nullptr, ".db"},
      {"a", nullptr, ".db"},
      {"b", nullptr, ".db"},
      {"--db", nullptr, ".db"},
      {"--claims", nullptr, ".sql"},
  });
  return values;
}

}  // namespace

std::vector<OptionSyntax> dashed_options(const CommandSyntax& command) {
  std::vector<OptionSyntax> options = command.options();
  std::erase_if(options, [](const OptionSyntax& option) { return option.is_positional(); });
  return options;
}

std::vector<OptionSyntax> positional_options(const CommandSyntax& command) {
  std::vector<OptionSyntax> options = command.options();
  std::erase_if(options, [](const OptionSyntax& option) { return !option.is_positional(); });
  return options;
}

std::vector<std::string> listed_names(std::string_view what) {
  if (what == "platforms") return names_of(platform_families());
  if (what == "workloads") return names_of(workload_families());
  if (what == "strategies") return names_of(strategies());
  if (what == "metrics") return names_of(metric_table());
  if (what == "studies") return study_names();
  return {};
}

Candidates candidates(const CommandSyntax& app, const OptionSyntax& option) {
  Candidates found{option.offered(), ""};
  const std::string name = option.name();
  if (name == "command")
    for (const CommandSyntax& other : app.subcommands()) found.words.push_back(other.name());
  const std::span<const KnownValue> values = known_values();
  const auto known = std::ranges::find(values, std::string_view(name), &KnownValue::argument);
  if (known == values.end()) return found;
  if (known->words != nullptr) found.words = known->words();
  found.files = known->files;
  return found;
}

}  // namespace palio
