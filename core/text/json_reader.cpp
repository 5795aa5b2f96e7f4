#include "core/text/json_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/number.h"
#include "core/text/json_document.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

using Json = nlohmann::json;
using Kind = TextDocument::Kind;

// "line:column" of the character at this offset, both from 1.
std::string position(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("{}:{}", line_of(text, offset), before.size() - line_start + 1);
}

/// Feeds the characters of a text to the parser and counts them.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;  // NOLINT(readability-identifier-naming): the standard library's
  using value_type = char;                            // NOLINT(readability-identifier-naming): the standard library's
  using difference_type = std::ptrdiff_t;             // NOLINT(readability-identifier-naming): the standard library's
  using pointer = const char*;                        // NOLINT(readability-identifier-naming): the standard library's
  using reference = const char&;                      // NOLINT(readability-identifier-naming): the standard library's

  CountingIterator(const char* at, std::size_t& taken) : at_(at), taken_(&taken) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

private:
  const char* at_;
  std::size_t* taken_;
};

/// Turns the parser's events into a document.
class EventTaker : public nlohmann::json_sax<Json> {
public:
  /// `taken`: how many characters the parser has read.
  EventTaker(std::string_view text, const std::size_t& taken, TextDocument& document)
      : text_(text), taken_(taken), document_(document) {}

  bool null() override { return add(Kind::null, "null"); }
  bool boolean(bool value) override { return add(Kind::boolean, value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return add(Kind::number, fmt::format_int(value).c_str()); }
  bool number_unsigned(number_unsigned_t value) override { return add(Kind::number, fmt::format_int(value).c_str()); }
  bool number_float(number_float_t, const string_t& written) override { return add(Kind::number, written); }
  bool string(string_t& value) override { return add(Kind::text, value); }
  bool binary(binary_t&) override { return true; }  // no text has it
  bool key(string_t& name) override { return add(Kind::text, name); }
  bool start_object(std::size_t) override { return open(Kind::object); }
  bool start_array(std::size_t) override { return open(Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    if (const auto* malformed = dynamic_cast<const Json::parse_error*>(&error)) throw Json::parse_error(*malformed);
    throw Json::out_of_range(dynamic_cast<const Json::out_of_range&>(error));  // a number too large for a double
  }

  /// Of the last character that was read: it ends a value or comes after a number.
  std::size_t line() {
    const std::size_t last = std::max(taken_, counted_ + 1) - 1;
    lines_ += static_cast<std::size_t>(std::ranges::count(text_.substr(counted_, last - counted_), '\n'));
    counted_ = last;
    return lines_;
  }

private:
  bool add(Kind kind, std::string_view text) {
    document_.add(kind, line(), text);
    return true;
  }
  bool open(Kind kind) {
    document_.open(kind, line());
    return true;
  }
  bool close() {
    document_.close();
    return true;
  }

  std::string_view text_;
  const std::size_t& taken_;
  TextDocument& document_;
  std::size_t counted_ = 0, lines_ = 1;  // line breaks in front of that character
};

// The library's message without its identifiers and its position.
std::string_view cause(std::string_view what) {
  for (const std::string_view mark : {" - ", ": ", "] "})
    if (const std::size_t at = what.find(mark); at != std::string_view::npos) return what.substr(at + mark.size());
  return what;
}

void read_json(std::string_view text, std::string_view place, TextDocument& document) {
  std::size_t taken = 0;
  EventTaker events(text, taken, document);
  // The library would take a zero byte for the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    throw UserError("{}:{}: malformed JSON: a zero byte", place, position(text, zero));
  try {
    const char* const end = text.data() + text.size();
    Json::sax_parse(CountingIterator(text.data(), taken), CountingIterator(end, taken), &events);
  } catch (const Json::parse_error& error) {
    // `byte` counts from 1 and is 1 past the end at the end of the file.
    const std::size_t at = error.byte == 0 ? 0 : error.byte - 1;
    for (const std::string_view word : {"NaN", "Infinity"})
      if (text.substr(std::min(at, text.size())).starts_with(word))
        throw UserError("{}:{}: malformed JSON: {} is not a JSON number: write one, or leave the value out", place,
                        position(text, at), word);
    throw UserError("{}:{}: malformed JSON: {}", place, position(text, at), cause(error.what()));
  } catch (const Json::exception& error) {  // a number too large for a double
    throw UserError("{}:{}: malformed JSON: {}", place, events.line(), cause(error.what()));
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

JsonReader JsonReader::parse(std::string_view text, std::string_view place) {
  const auto document = std::make_shared<TextDocument>(place, TextDocument::Language::json);
  read_json(text, place, *document);
  return JsonReader(document);
}

void JsonReader::expect_format(std::string_view format, std::int64_t version) const {
  const JsonReader given = member("format");
  if (given.text() != format) given.fail_must_be(fmt::format("\"{}\"", format));
  const JsonReader number = member("version");
  if (number.integer(1, std::numeric_limits<std::int32_t>::max()) != version)
    number.fail_must_be(fmt::format("{}, the version that this Palio reads", version));
}

void JsonReader::expect_keys(std::initializer_list<std::string_view> keys) const {
  expect(Kind::object);
  document_->for_each_member(node_, [&](std::size_t key, std::size_t member) {
    const std::string& name = document_->values()[key].text;
    if (std::ranges::find(keys, name) == keys.end())
      fail_at(document_->values()[member].line,
              fmt::format("has an unknown key {}{}", json_shown(Json(name)), suggestion(name, std::span(keys))));
  });
}

JsonReader JsonReader::member(std::string_view key) const {
  if (auto found = optional_member(key)) return *std::move(found);
  fail("has no \"{}\"", key);
}

std::optional<JsonReader> JsonReader::optional_member(std::string_view key) const {
  expect(Kind::object);
  std::optional<JsonReader> found;
  document_->for_each_member(node_, [&](std::size_t name, std::size_t member) {
    if (document_->values()[name].text == key) found = JsonReader(document_, member);
  });
  return found;
}

std::vector<JsonReader> JsonReader::elements() const {
  expect(Kind::array);
  std::vector<JsonReader> all;
  for (std::size_t at = node_ + 1; at < value().past; at = document_->values()[at].past) all.push_back({document_, at});
  return all;
}

std::vector<std::pair<std::string, std::string>> JsonReader::values() const {
  expect(Kind::object);
  std::vector<std::pair<std::string, std::string>> all;
  document_->for_each_member(node_, [&](std::size_t key, std::size_t member) {
    const auto& [kind, line, past, text] = document_->values()[member];
    if (kind < Kind::array && kind != Kind::null) all.emplace_back(document_->values()[key].text, text);
  });
  return all;
}

double JsonReader::number(JsonRange range) const {
  const auto& [expectation, least, most] = k_ranges.at(static_cast<std::size_t>(range));
  const auto number = is_scalar(Kind::number) ? parsed_number<double>(value().text) : std::nullopt;
  if (value().kind == Kind::scalar && !(number && std::isfinite(*number))) fail_must_be("a finite decimal number");
  if (!number || *number < least || *number > most) fail_must_be(expectation);
  return *number;
}

std::optional<double> JsonReader::optional_number(std::string_view key, JsonRange range) const {
  const auto given = optional_member(key);
  return given ? std::optional(given->number(range)) : std::nullopt;
}

std::int64_t JsonReader::integer(std::int64_t min, std::int64_t max) const {
  const auto number = is_scalar(Kind::number) ? parsed_number<double>(value().text) : std::nullopt;  // 1e3 is one too
  if (!number || std::trunc(*number) != *number || std::abs(*number) > 0x1p53 || *number < static_cast<double>(min) ||
      *number > static_cast<double>(max))
    fail_must_be(fmt::format("an integer from {} to {}", min, max));
  return static_cast<std::int64_t>(*number);
}

std::string JsonReader::text() const {
  if (!is_scalar(Kind::text) || value().text.empty()) fail_must_be("a text that is not empty");
  return value().text;
}

bool JsonReader::is_scalar(Kind of_json) const { return value().kind == of_json || value().kind == Kind::scalar; }

std::string_view JsonReader::called(Kind kind) const {
  const bool json = document_->language() == TextDocument::Language::json;
  return kind == Kind::object ? (json ? "an object" : "a mapping") : json ? "an array" : "a sequence";
}

void JsonReader::expect(Kind kind) const {
  if (value().kind != kind) fail_must_be(called(kind));
}

void JsonReader::fail(std::string_view problem) const { fail_at(line(), problem); }

// Names this line, and the path of this value.
void JsonReader::fail_at(std::size_t line, std::string_view problem) const {
  const std::string path = document_->path(node_);
  document_->fail(line, fmt::format("{} {}", path.empty() ? "the document" : path, problem));
}

void JsonReader::fail_must_be(std::string_view expected) const {
  if (value().kind == Kind::alias)
    fail("is the alias *{}, and aliases are not expanded: write the value out", value().text);
  const auto& [kind, line, past, text] = value();
  fail("is {}, must be {}",
       kind >= Kind::array                          ? std::string(called(kind))
       : kind == Kind::text || kind == Kind::scalar ? json_shown(Json(text))
                                                    : text,
       expected);
}

}  // namespace palio
