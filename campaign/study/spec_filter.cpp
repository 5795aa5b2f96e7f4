#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "campaign/study/study_reader.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr std::string_view k_family_key = "family";

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::span<const ParameterSpec> specs_of(SpecSide side, std::string_view family) {
  return side == SpecSide::platform ? platform_family(family).parameters : workload_family(family).parameters;
}

}  // namespace

SpecFilterReader::SpecFilterReader(const StudyPlace& place, SpecSide side, std::span<const Spec> specs)
    : place_(place),
      side_(side),
      one_(side == SpecSide::platform ? "platform" : "workload"),
      key_(fmt::format("{}s", one_)),
      specs_(specs) {
  for (const Spec& spec : specs)
    if (!has(families_, spec.recipe.name)) families_.push_back(spec.recipe.name);
}

std::optional<std::vector<std::uint32_t>> SpecFilterReader::read(const toml::table& block) const {
  const toml::node* node = block.get(key_);
  if (node == nullptr) return std::nullopt;
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty())
    place_.fail(*node, fmt::format("{0} must be a list of tables of conditions, without it all are meant: "
                                   "{0} = [{{ family = \"{1}\" }}]",
                                   key_, families_.front()));
  std::vector<bool> taken(specs_.size());
  for (const toml::node& element : *list) {
    const toml::table* table = element.as_table();
    if (table == nullptr || table->empty())
      place_.fail(element, fmt::format("{} must list tables of conditions", key_));
    const SpecFilter filter = filter_of(*table);
    bool any = false;
    for (std::size_t i = 0; i < specs_.size(); ++i)
      if (matches(filter, specs_[i].recipe)) any = taken[i] = true;
    if (!any) place_.fail(element, fmt::format("no {} of this study matches all of these conditions", one_));
  }
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i < taken.size(); ++i)
    if (taken[i]) positions.push_back(i);
  return positions;
}

SpecFilterReader::SpecFilter SpecFilterReader::filter_of(const toml::table& table) const {
  const toml::node* family = table.get(k_family_key);
  SpecFilter filter{family == nullptr ? families_ : families_of(*family), {}};
  for (const auto& [name, node] : table)
    if (name.str() != k_family_key) filter.parameters.push_back(condition(node, name.str(), filter.families));
  return filter;
}

std::vector<std::string> SpecFilterReader::families_of(const toml::node& node) const {
  const toml::array* list = node.as_array();
  if (list == nullptr) return {family_of(node)};
  if (list->empty()) place_.fail(node, fmt::format("family lists no {} family", one_));
  std::vector<std::string> families;
  for (const toml::node& element : *list) families.push_back(family_of(element));
  return families;
}

std::string SpecFilterReader::family_of(const toml::node& node) const {
  if (!node.is_string())
    place_.fail(node, fmt::format("family must be the name of a {} family, or a list of them", one_));
  const std::string& name = node.as_string()->get();
  place_.at(node, [&] { specs_of(side_, name); });
  const std::vector<std::string_view> used(families_.begin(), families_.end());
  if (!has(families_, name))
    place_.fail(node, fmt::format("no {} of this study is of family \"{}\"{}", one_, name, suggestion(name, used)));
  return name;
}

Axis SpecFilterReader::condition(const toml::node& node, std::string_view name,
                                 const std::vector<std::string>& families) const {
  check_name(node, name, families);
  Axis made{{std::string(name)}, {}};
  const auto add = [&](const toml::node& element) {
    const std::vector<std::vector<Value>> spellings = spellings_of(element, name);
    check_value(element, {made.names, spellings}, families);
    made.rows.insert(made.rows.end(), spellings.begin(), spellings.end());
  };
  const toml::array* list = node.as_array();
  if (list == nullptr) {
    add(node);
  } else {
    if (list->empty()) place_.fail(node, fmt::format("{} lists no value", name));
    for (const toml::node& element : *list) add(element);
  }
  return made;
}

// 1 and 1.0 mean the same; which of them a recipe has is up to its family.
std::vector<std::vector<Value>> SpecFilterReader::spellings_of(const toml::node& node, std::string_view name) const {
  if (const auto* text = node.as_string()) return {{text->get()}};
  if (const auto* integer = node.as_integer()) return {{integer->get()}, {static_cast<double>(integer->get())}};
  if (const auto* real = node.as_floating_point()) {
    const double value = real->get();
    if (std::trunc(value) == value && std::abs(value) < 0x1p53) return {{value}, {static_cast<std::int64_t>(value)}};
    return {{value}};
  }
  place_.fail(node, fmt::format("{} must be a number or a text, or a list of them", name));
}

void SpecFilterReader::check_name(const toml::node& node, std::string_view name,
                                  const std::vector<std::string>& families) const {
  std::vector<std::string_view> valid{k_family_key};
  for (const std::string& family : families)
    for (const ParameterSpec& spec : specs_of(side_, family))
      if (spec.role != ParameterRole::digest) valid.push_back(spec.name);  // no study file names a digest
  if (std::ranges::find(valid, name) != valid.end()) return;
  place_.fail(node, fmt::format("{} {} no parameter \"{}\"{}", fmt::join(families, " and "),
                                families.size() == 1 ? "has" : "have", name, suggestion(name, valid)));
}

// A condition on a value that nothing has is a mistake.
void SpecFilterReader::check_value(const toml::node& node, const Axis& value,
                                   const std::vector<std::string>& families) const {
  const SpecFilter filter{families, {value}};
  if (std::ranges::any_of(specs_, [&](const Spec& one) { return matches(filter, one.recipe); })) return;
  const std::string written = to_text(value.rows.front().front());
  const std::string meant = nearest_text(value.names.front(), written);
  place_.fail(node, fmt::format("no {} of this study{} has {} = {}{}", one_,
                                families == families_ ? "" : fmt::format(" of family {}", fmt::join(families, " or ")),
                                value.names.front(), written,
                                meant.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", meant)));
}

// The nearest of the texts that a parameter has; empty where none is near.
std::string SpecFilterReader::nearest_text(const std::string& parameter, const std::string& written) const {
  std::set<std::string_view> texts;
  for (const Spec& spec : specs_)
    if (const auto found = spec.recipe.parameters.find(parameter); found != spec.recipe.parameters.end())
      if (const auto* text = std::get_if<std::string>(&found->second)) texts.insert(*text);
  return std::string(nearest_name(written, std::vector<std::string_view>(texts.begin(), texts.end())));
}

std::optional<Value> SpecFilterReader::value_of(const Recipe& recipe, std::string_view parameter) const {
  if (const auto found = recipe.parameters.find(parameter); found != recipe.parameters.end()) return found->second;
  const std::span<const ParameterSpec> specs = specs_of(side_, recipe.name);
  const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
  if (spec == specs.end() || spec->default_value.empty()) return std::nullopt;
  return parse_value(recipe.name, *spec, spec->default_value);
}

bool SpecFilterReader::matches(const SpecFilter& filter, const Recipe& recipe) const {
  if (!has(filter.families, recipe.name)) return false;
  Parameters values;
  for (const Axis& condition : filter.parameters)
    if (const std::optional<Value> value = value_of(recipe, condition.names.front()))
      values.emplace(condition.names.front(), *value);
  return palio::matches(filter.parameters, values);
}

}  // namespace palio
