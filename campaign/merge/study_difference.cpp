#include "campaign/merge/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "core/toml/toml_text.h"

namespace palio {
namespace {

// Keys that change no scenario.
constexpr auto k_words_only = std::to_array<std::string_view>(
    {"study.title", "study.source", "study.metric", "study.until", "study.at_most", "study.timeout", "reading"});

std::string toml_text(const toml::node* node) {
  if (node == nullptr) return "nothing";
  std::ostringstream text;
  node->visit([&](const auto& value) { text << value; });
  return text.str();
}

// 8 and 8.0 are one number.
bool is_same_value(const toml::node& a, const toml::node& b) {
  if (a.is_number() && b.is_number()) return a.value<double>() == b.value<double>();
  return a.type() == b.type() && toml_text(&a) == toml_text(&b);
}

std::optional<StudyDifference> difference(const std::string& key, const toml::node* a, const toml::node* b);

std::optional<StudyDifference> table_difference(const std::string& key, const toml::table& a, const toml::table& b) {
  std::set<std::string> names;
  for (const toml::table* table : {&a, &b})
    for (const auto& [name, node] : *table) names.emplace(name.str());
  for (const std::string& name : names)
    if (auto found = difference(key.empty() ? name : fmt::format("{}.{}", key, name), a.get(name), b.get(name)))
      return found;
  return std::nullopt;
}

std::optional<StudyDifference> array_difference(const std::string& key, const toml::array& a, const toml::array& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    if (auto found = difference(fmt::format("{}[{}]", key, i + 1), a.get(i), b.get(i))) return found;
  return std::nullopt;
}

std::optional<StudyDifference> difference(const std::string& key, const toml::node* a, const toml::node* b) {
  if (std::ranges::find(k_words_only, key) != k_words_only.end()) return std::nullopt;
  if (a != nullptr && b != nullptr) {
    if (a->is_table() && b->is_table()) return table_difference(key, *a->as_table(), *b->as_table());
    if (a->is_array() && b->is_array()) return array_difference(key, *a->as_array(), *b->as_array());
    if (is_same_value(*a, *b)) return std::nullopt;
  }
  return StudyDifference{key, toml_text(a), toml_text(b)};
}

}  // namespace

std::optional<StudyDifference> study_difference(std::string_view a, std::string_view b) {
  if (a == b) return std::nullopt;
  return table_difference("", parsed_toml(a), parsed_toml(b));
}

}  // namespace palio
