#include "core/text/text_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/text/json_text.h"
#include "core/text/visible_text.h"

namespace palio {

void TextDocument::add(Kind kind, std::size_t line, std::string_view text) {
  constexpr std::size_t k_most_values = 3'000'000;
  if (values_.size() == k_most_values) fail(line, "there are more than 3,000,000 values");
  values_.push_back({kind, static_cast<std::uint32_t>(line), 0, std::string(text)});
  values_.back().past = static_cast<std::uint32_t>(values_.size());
}

void TextDocument::open(Kind kind, std::size_t line) {
  constexpr std::size_t k_deepest = 64;
  if (open_.size() == k_deepest) fail(line, "nested deeper than 64 levels");
  open_.push_back(values_.size());
  add(kind, line, "");
}

void TextDocument::close() {
  Value& value = values_[open_.back()];
  value.past = static_cast<std::uint32_t>(values_.size());
  if (value.kind == Kind::object) check_keys(open_.back());
  open_.pop_back();
}

void TextDocument::check_keys(std::size_t object) const {
  std::vector<const Value*> keys;
  for_each_member(object, [&](std::size_t key, std::size_t) {
    const Value& value = values_[key];
    if (value.kind != Kind::text && value.kind != Kind::scalar) fail(value.line, "a key must be a text");
    if (value.kind == Kind::scalar && value.text == "<<") fail(value.line, "<< is not supported: write the keys out");
    keys.push_back(&value);
  });
  std::ranges::stable_sort(keys, {}, &Value::text);
  const auto twin = std::ranges::adjacent_find(keys, {}, &Value::text);
  if (twin != keys.end())
    fail((*(twin + 1))->line, fmt::format("the key {} is given twice in one {}", json_quoted((*twin)->text),
                                          language_ == Language::json ? "object" : "mapping"));
}

// From the outermost value inwards.
std::string TextDocument::path(std::size_t value) const {
  std::string path;
  for (std::size_t outer = 0; outer != value;) {
    const bool is_object = values_[outer].kind == Kind::object;
    std::size_t at = outer + (is_object ? 2 : 1), number = 0;
    for (; values_[at].past <= value; ++number) at = values_[at].past + (is_object ? 1 : 0);
    path += is_object ? (path.empty() ? "" : ".") + values_[at - 1].text : fmt::format("[{}]", number);
    outer = at;
  }
  return path;
}

void TextDocument::fail(std::size_t line, std::string_view problem) const {
  throw UserError("{}:{}: {}", place_, line, shortened(problem));
}

}  // namespace palio
