#include "core/text/json_reader.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_document.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

using Json = nlohmann::json;

const Json& json(const void* node) { return *static_cast<const Json*>(node); }

// "line:column" of the character at this offset, both from 1.
std::string position(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("{}:{}", line_of(text, offset), before.size() - line_start + 1);
}

/// Finds the place of a value of a parsed document in its text, by walking both together.
class ValueFinder {
public:
  ValueFinder(std::string_view text, const Json& wanted) : text_(text), wanted_(wanted) {}

  /// Whether it is `value` or a part of it, which then begins at offset(); otherwise offset() is past the value.
  bool find(const Json& value) {
    skip_blanks();
    if (&value == &wanted_) return true;
    if (text_[at_] == '{') return find_in_object(value);
    if (text_[at_] == '[') return find_in_array(value);
    if (text_[at_] == '"')
      take_text();
    else
      at_ = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
    return false;
  }
  std::size_t offset() const { return at_; }
  /// applications[0].tasks[2].flop; empty for the whole document.
  std::string path() const { return fmt::format("{}", fmt::join(steps_, "")); }

private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  // Takes this character and blanks around it, if it is the next one.
  bool take(char c) {
    skip_blanks();
    if (text_[at_] != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }
  std::string_view take_text() {
    const std::size_t begin = at_++;
    while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    return text_.substr(begin, ++at_ - begin);
  }

  bool find_in_object(const Json& object) {
    take('{');
    while (!take('}')) {
      const auto key = Json::parse(take_text()).get<std::string>();
      take(':');
      steps_.push_back(steps_.empty() ? key : '.' + key);
      if (find(object.at(key))) return true;
      steps_.pop_back();
      take(',');
    }
    return false;
  }
  bool find_in_array(const Json& array) {
    take('[');
    for (std::size_t i = 0; !take(']'); ++i) {
      steps_.push_back(fmt::format("[{}]", i));
      if (find(array.at(i))) return true;
      steps_.pop_back();
      take(',');
    }
    return false;
  }

  std::string_view text_;
  const Json& wanted_;
  std::size_t at_ = 0;
  std::vector<std::string> steps_;  // to where it is
};

// The library's message without its identifiers and its position.
std::string_view cause(std::string_view what) {
  for (const std::string_view mark : {" - ", ": ", "] "})
    if (const std::size_t at = what.find(mark); at != std::string_view::npos) return what.substr(at + mark.size());
  return what;
}

// A level costs the library far more memory than its one character, and a stack frame to copy or print; a value takes
// up to 200 bytes.
constexpr JsonLimits k_limits{.deepest = 64, .most_values = 3'000'000};

Json parsed(std::string_view text, std::string_view place) {
  std::size_t taken = 0;
  const auto line = [&] { return line_of(text, taken == 0 ? 0 : taken - 1); };
  // The library would take a zero byte for the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    throw UserError("{}:{}: malformed JSON: a zero byte", place, position(text, zero));
  try {
    return json_document(text, k_limits, taken);
  } catch (const Json::parse_error& error) {
    // `byte` counts from 1 and is 1 past the end at the end of the file.
    const std::size_t at = error.byte == 0 ? 0 : error.byte - 1;
    for (const std::string_view word : {"NaN", "Infinity"})
      if (text.substr(std::min(at, text.size())).starts_with(word))
        throw UserError("{}:{}: malformed JSON: {} is not a JSON number: write one, or leave the value out", place,
                        position(text, at), word);
    throw UserError("{}:{}: malformed JSON: {}", place, position(text, at), cause(error.what()));
  } catch (const Json::exception& error) {  // a number too large for a double
    throw UserError("{}:{}: malformed JSON: {}", place, line(), cause(error.what()));
  } catch (const UserError& error) {
    throw UserError("{}:{}: {}", place, line(), error.what());
  }
}

struct NumberRange {
  std::string_view expectation;
  double least, most;
};

constexpr double k_largest = std::numeric_limits<double>::max();

// In the order of JsonRange.
constexpr auto k_ranges = std::to_array<NumberRange>({
    {"a number", -k_largest, k_largest},
    {"a number that is not negative", 0, k_largest},
    {"a positive number", std::numeric_limits<double>::denorm_min(), k_largest},
    {"a number from 0 to 1", 0, 1},
});

}  // namespace

struct JsonReader::Document {
  std::string place;
  std::string text;
  Json root;
};

JsonReader::JsonReader(std::shared_ptr<const Document> document, const void* node)
    : document_(std::move(document)), node_(node) {}

JsonReader JsonReader::parse(std::string_view text, std::string_view place) {
  // Parentheses, not braces, around the value: braces would make an array of it.
  auto document =
      std::make_shared<Document>(Document{std::string(place), std::string(text), Json(parsed(text, place))});
  const void* root = &document->root;
  return {std::move(document), root};
}

void JsonReader::expect_format(std::string_view format, std::int64_t version) const {
  const JsonReader given = member("format");
  if (given.text() != format) given.fail_must_be(fmt::format("\"{}\"", format));
  const JsonReader number = member("version");
  if (number.integer(1, std::numeric_limits<std::int32_t>::max()) != version)
    number.fail_must_be(fmt::format("{}, the version that this Palio reads", version));
}

void JsonReader::expect_keys(std::initializer_list<std::string_view> keys) const {
  if (!json(node_).is_object()) fail_must_be("an object");
  for (const auto& item : json(node_).items())
    if (std::ranges::find(keys, item.key()) == keys.end())
      fail_at(&item.value(), fmt::format("has an unknown key {}{}", json_shown(Json(item.key())),
                                         suggestion(item.key(), std::span(keys))));
}

JsonReader JsonReader::member(std::string_view key) const {
  if (auto found = optional_member(key)) return *std::move(found);
  fail("has no \"{}\"", key);
}

std::optional<JsonReader> JsonReader::optional_member(std::string_view key) const {
  if (!json(node_).is_object()) fail_must_be("an object");
  const auto found = json(node_).find(key);
  if (found == json(node_).end()) return std::nullopt;
  return JsonReader(document_, &*found);
}

std::vector<JsonReader> JsonReader::elements() const {
  if (!json(node_).is_array()) fail_must_be("an array");
  std::vector<JsonReader> all;
  all.reserve(json(node_).size());
  for (const Json& element : json(node_)) all.push_back({document_, &element});
  return all;
}

std::vector<std::pair<std::string, std::string>> JsonReader::values() const {
  if (!json(node_).is_object()) fail_must_be("an object");
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [key, value] : json(node_).items())
    if (value.is_primitive() && !value.is_null())
      all.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  return all;
}

double JsonReader::number(JsonRange range) const {
  const auto& [expectation, least, most] = k_ranges.at(static_cast<std::size_t>(range));
  if (!json(node_).is_number()) fail_must_be(expectation);
  const auto value = json(node_).get<double>();
  if (value < least || value > most) fail_must_be(expectation);
  return value;
}

std::optional<double> JsonReader::optional_number(std::string_view key, JsonRange range) const {
  const auto given = optional_member(key);
  return given ? std::optional(given->number(range)) : std::nullopt;
}

std::int64_t JsonReader::integer(std::int64_t min, std::int64_t max) const {
  const std::string expected = fmt::format("an integer from {} to {}", min, max);
  if (!json(node_).is_number()) fail_must_be(expected);
  const auto value = json(node_).get<double>();  // 1e3 is an integer too
  if (std::trunc(value) != value || std::abs(value) > 0x1p53 || value < static_cast<double>(min) ||
      value > static_cast<double>(max))
    fail_must_be(expected);
  return static_cast<std::int64_t>(value);
}

std::string JsonReader::text() const {
  if (!json(node_).is_string() || json(node_).get_ref<const std::string&>().empty())
    fail_must_be("a text that is not empty");
  return json(node_).get<std::string>();
}

void JsonReader::fail(std::string_view problem) const { fail_at(node_, problem); }

// Names the line of a value inside this one, and the path of this one.
void JsonReader::fail_at(const void* node, std::string_view problem) const {
  ValueFinder here(document_->text, json(node_)), finder(document_->text, json(node));
  here.find(document_->root);
  finder.find(document_->root);
  const std::string path = here.path();
  throw UserError("{}:{}: {} {}", document_->place, line_of(document_->text, finder.offset()),
                  path.empty() ? "the document" : path, problem);
}

void JsonReader::fail_must_be(std::string_view expected) const {
  fail("is {}, must be {}", json_shown(json(node_)), expected);
}

}  // namespace palio
