#include "campaign/study/workload_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/identity/nearest.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr std::string_view k_family = "family";

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// The parameters that a study file can name.
std::vector<std::string_view> parameters_of(const std::string& family) {
  std::vector<std::string_view> names;
  for (const ParameterSpec& spec : workload_family(family).parameters)
    if (spec.role != ParameterRole::digest) names.push_back(spec.name);
  return names;
}

}  // namespace

WorkloadFilterReader::WorkloadFilterReader(const StudyPlace& place, std::span<const Ingredient> workloads)
    : place_(place), workloads_(workloads) {
  for (const Ingredient& workload : workloads)
    if (!has(families_, workload.recipe.name)) families_.push_back(workload.recipe.name);
}

std::optional<std::vector<std::uint32_t>> WorkloadFilterReader::read(const toml::table& block) const {
  const toml::node* node = block.get(k_key);
  if (node == nullptr) return std::nullopt;
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty())
    place_.fail(*node, fmt::format("{0} must be a list of tables of conditions, without it the strategy takes all: "
                                   "{0} = [{{ family = \"{1}\" }}]",
                                   k_key, families_.front()));
  std::vector<bool> taken(workloads_.size());
  for (const toml::node& element : *list) {
    const toml::table* table = element.as_table();
    if (table == nullptr || table->empty())
      place_.fail(element, fmt::format("{} must list tables of conditions", k_key));
    const WorkloadFilter filter = filter_of(*table);
    bool any = false;
    for (std::size_t w = 0; w < workloads_.size(); ++w)
      if (matches(filter, workloads_[w].recipe)) any = taken[w] = true;
    if (!any) place_.fail(element, "no workload of this study matches all of these conditions");
  }
  std::vector<std::uint32_t> positions;
  for (std::uint32_t w = 0; w < taken.size(); ++w)
    if (taken[w]) positions.push_back(w);
  return positions;
}

WorkloadFilterReader::WorkloadFilter WorkloadFilterReader::filter_of(const toml::table& table) const {
  const toml::node* family = table.get(k_family);
  WorkloadFilter filter{family == nullptr ? families_ : families_of(*family), {}};
  for (const auto& [name, node] : table)
    if (name.str() != k_family) filter.parameters.conditions.push_back(condition_of(node, name.str(), filter.families));
  return filter;
}

std::vector<std::string> WorkloadFilterReader::families_of(const toml::node& node) const {
  const toml::array* list = node.as_array();
  if (list == nullptr) return {family_of(node)};
  if (list->empty()) place_.fail(node, "family lists no workload family");
  std::vector<std::string> families;
  for (const toml::node& element : *list) families.push_back(family_of(element));
  return families;
}

std::string WorkloadFilterReader::family_of(const toml::node& node) const {
  if (!node.is_string()) place_.fail(node, "family must be the name of a workload family, or a list of them");
  const std::string& name = node.as_string()->get();
  place_.at(node, [&] { workload_family(name); });
  const std::vector<std::string_view> used(families_.begin(), families_.end());
  if (!has(families_, name))
    place_.fail(node, fmt::format("no workload of this study is of family \"{}\"{}", name, suggestion(name, used)));
  return name;
}

Axis WorkloadFilterReader::condition_of(const toml::node& node, std::string_view name,
                                        const std::vector<std::string>& families) const {
  check_name(node, name, families);
  Axis condition{{std::string(name)}, {}};
  const auto add = [&](const toml::node& element) {
    const std::vector<std::vector<Value>> spellings = spellings_of(element, name);
    check_value(element, {condition.names, spellings}, families);
    condition.rows.insert(condition.rows.end(), spellings.begin(), spellings.end());
  };
  const toml::array* list = node.as_array();
  if (list == nullptr) {
    add(node);
  } else {
    if (list->empty()) place_.fail(node, fmt::format("{} lists no value", name));
    for (const toml::node& element : *list) add(element);
  }
  return condition;
}

// 1 and 1.0 mean the same; which of them a workload has is up to its family.
std::vector<std::vector<Value>> WorkloadFilterReader::spellings_of(const toml::node& node,
                                                                   std::string_view name) const {
  if (const auto* text = node.as_string()) return {{text->get()}};
  if (const auto* integer = node.as_integer()) return {{integer->get()}, {static_cast<double>(integer->get())}};
  if (const auto* real = node.as_floating_point()) {
    const double value = real->get();
    if (std::trunc(value) == value && std::abs(value) < 0x1p53) return {{value}, {static_cast<std::int64_t>(value)}};
    return {{value}};
  }
  place_.fail(node, fmt::format("{} must be a number or a text, or a list of them", name));
}

void WorkloadFilterReader::check_name(const toml::node& node, std::string_view name,
                                      const std::vector<std::string>& families) const {
  std::vector<std::string_view> valid{k_family};
  for (const std::string& family : families)
    for (const std::string_view parameter : parameters_of(family)) valid.push_back(parameter);
  if (std::ranges::find(valid, name) != valid.end()) return;
  place_.fail(node, fmt::format("{} {} no parameter \"{}\"{}", fmt::join(families, " and "),
                                families.size() == 1 ? "has" : "have", name, suggestion(name, valid)));
}

// A condition on a value that no workload has is a slip of the pen.
void WorkloadFilterReader::check_value(const toml::node& node, const Axis& value,
                                       const std::vector<std::string>& families) const {
  const WorkloadFilter filter{families, {{value}}};
  if (std::ranges::any_of(workloads_, [&](const Ingredient& workload) { return matches(filter, workload.recipe); }))
    return;
  const std::string written = to_text(value.rows.front().front());
  const std::string meant = nearest_text(value.names.front(), written);
  place_.fail(node, fmt::format("no workload of this study{} has {} = {}{}",
                                families == families_ ? "" : fmt::format(" of family {}", fmt::join(families, " or ")),
                                value.names.front(), written,
                                meant.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", meant)));
}

// Of the texts that workloads have for a parameter, the one that was meant; empty when none is near.
std::string WorkloadFilterReader::nearest_text(const std::string& parameter, const std::string& written) const {
  std::set<std::string_view> texts;
  for (const Ingredient& workload : workloads_) {
    const auto found = workload.recipe.parameters.find(parameter);
    if (found == workload.recipe.parameters.end()) continue;
    if (const auto* text = std::get_if<std::string>(&found->second)) texts.insert(*text);
  }
  return std::string(nearest_name(written, std::vector<std::string_view>(texts.begin(), texts.end())));
}

bool WorkloadFilterReader::matches(const WorkloadFilter& filter, const Recipe& workload) const {
  return has(filter.families, workload.name) && palio::matches(filter.parameters, workload.parameters);
}

}  // namespace palio
