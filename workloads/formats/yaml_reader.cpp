#include "workloads/formats/yaml_reader.h"

#include <fmt/ranges.h>
#include <yaml.h>

#include <algorithm>
#include <cstdint>
#include <new>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/visible_text.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr std::size_t k_deepest = 64;
constexpr std::size_t k_most_values = 3'000'000;

enum class YamlKind : std::uint8_t { scalar, alias, sequence, mapping };

// Values in the order of the text: a mapping or a sequence comes before its parts, a key before its value.
struct YamlValue {
  YamlKind kind;
  std::uint32_t line;      // from 1
  std::uint32_t past = 0;  // number of the first value that is no part of this one
  std::string text = {};   // of a scalar; the name of an alias
};

[[noreturn]] void fail_at(std::string_view place, std::size_t line, std::string_view problem) {
  throw UserError("{}:{}: {}", place, line, shortened(problem));
}

}  // namespace

struct YamlReader::Document {
  std::string place;
  std::vector<YamlValue> values = {};

  // Calls visit(key, number of the value) for each member of a mapping.
  template <class Visit>
  void for_each_member(std::size_t mapping, Visit visit) const {
    for (std::size_t at = mapping + 1; at < values[mapping].past; at = values[at + 1].past) visit(at, at + 1);
  }
};

// Turns the events of the library into a document.
class YamlReader::Parser {
public:
  Parser(std::string_view text, Document& document) : text_(text), document_(document) {
    if (yaml_parser_initialize(&library_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&library_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&library_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~Parser() { yaml_parser_delete(&library_); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void parse() {
    refuse_tag_directives();
    for (bool is_over = false; !is_over;) {
      const Event event(*this);
      is_over = event.data.type == YAML_STREAM_END_EVENT;
      take(event.data);
    }
    if (document_.values.empty()) fail_at(document_.place, 1, "there is no document");
  }

private:
  struct Event {
    explicit Event(Parser& parser) {
      if (yaml_parser_parse(&parser.library_, &data) == 0) parser.fail_as_library();
    }
    ~Event() { yaml_event_delete(&data); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    yaml_event_t data{};
  };

  // The library compares each with all others before it.
  void refuse_tag_directives() const {
    constexpr std::string_view k_directive = "%TAG";
    for (std::size_t at = text_.find(k_directive); at != std::string_view::npos; at = text_.find(k_directive, at + 1))
      if (at == 0 || static_cast<signed char>(text_[at - 1]) < ' ')  // also after a line break that is not ASCII
        fail_at(document_.place, line_of(text_, at), "the directive %TAG is not supported: remove it");
  }

  [[noreturn]] void fail_as_library() const {
    if (library_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    const std::size_t line =
        library_.error == YAML_READER_ERROR ? line_of(text_, library_.problem_offset) : library_.problem_mark.line + 1;
    fail_at(document_.place, line, fmt::format("malformed YAML: {}", library_.problem));
  }

  void take(const yaml_event_t& event) {
    const std::size_t line = event.start_mark.line + 1;
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (!document_.values.empty()) fail_at(document_.place, line, "there is more than one document");
        return;
      case YAML_SCALAR_EVENT:
        return add(YamlKind::scalar, line,
                   {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length});
      case YAML_ALIAS_EVENT: return add(YamlKind::alias, line, reinterpret_cast<const char*>(event.data.alias.anchor));
      case YAML_SEQUENCE_START_EVENT: return open(YamlKind::sequence, line);
      case YAML_MAPPING_START_EVENT: return open(YamlKind::mapping, line);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: return close();
      default: return;
    }
  }

  void add(YamlKind kind, std::size_t line, std::string_view text) {
    std::vector<YamlValue>& values = document_.values;
    if (values.size() == k_most_values) fail_at(document_.place, line, "there are more than 3,000,000 values");
    values.push_back({kind, static_cast<std::uint32_t>(line), 0, std::string(text)});
    values.back().past = static_cast<std::uint32_t>(values.size());
  }

  void open(YamlKind kind, std::size_t line) {
    if (open_.size() == k_deepest) fail_at(document_.place, line, "the nesting is deeper than 64 levels");
    open_.push_back(document_.values.size());
    add(kind, line, "");
  }

  void close() {
    YamlValue& value = document_.values[open_.back()];
    value.past = static_cast<std::uint32_t>(document_.values.size());
    if (value.kind == YamlKind::mapping) check_keys(open_.back());
    open_.pop_back();
  }

  void check_keys(std::size_t mapping) const {
    std::vector<const YamlValue*> keys;
    document_.for_each_member(mapping, [&](std::size_t key, std::size_t) {
      const YamlValue& value = document_.values[key];
      if (value.kind != YamlKind::scalar) fail_at(document_.place, value.line, "a key must be a text");
      if (value.text == "<<") fail_at(document_.place, value.line, "<< is not supported: write the keys out");
      keys.push_back(&value);
    });
    std::ranges::stable_sort(keys, {}, &YamlValue::text);
    const auto twin = std::ranges::adjacent_find(keys, {}, &YamlValue::text);
    if (twin != keys.end())
      fail_at(document_.place, (*(twin + 1))->line,
              fmt::format("the key \"{}\" is given twice in one mapping", (*twin)->text));
  }

  std::string_view text_;
  Document& document_;
  yaml_parser_t library_{};
  std::vector<std::size_t> open_;  // numbers of the mappings and sequences around the next value
};

YamlReader YamlReader::parse(std::string_view text, std::string_view place) {
  auto document = std::make_shared<Document>(Document{std::string(place)});
  Parser(text, *document).parse();
  return {std::move(document), 0};
}

void YamlReader::expect_keys(std::initializer_list<std::string_view> keys) const {
  if (document_->values[node_].kind != YamlKind::mapping) fail_must_be("a mapping");
  document_->for_each_member(node_, [&](std::size_t key, std::size_t value) {
    const std::string& name = document_->values[key].text;
    if (std::ranges::find(keys, name) == keys.end())
      YamlReader(document_, value).fail("is an unknown key{}", suggestion(name, std::span(keys.begin(), keys.size())));
  });
}

std::optional<YamlReader> YamlReader::optional_member(std::string_view key) const {
  if (document_->values[node_].kind != YamlKind::mapping) fail_must_be("a mapping");
  std::optional<YamlReader> found;
  document_->for_each_member(node_, [&](std::size_t name, std::size_t value) {
    if (document_->values[name].text == key) found = YamlReader(document_, value);
  });
  return found;
}

YamlReader YamlReader::member(std::string_view key) const {
  if (auto found = optional_member(key)) return *std::move(found);
  fail("has no \"{}\"", key);
}

std::vector<YamlReader> YamlReader::elements() const {
  if (document_->values[node_].kind != YamlKind::sequence) fail_must_be("a sequence");
  std::vector<YamlReader> all;
  for (std::size_t at = node_ + 1; at < document_->values[node_].past; at = document_->values[at].past)
    all.push_back({document_, at});
  return all;
}

std::string_view YamlReader::text() const {
  const YamlValue& value = document_->values[node_];
  if (value.kind != YamlKind::scalar || value.text.empty()) fail_must_be("a text that is not empty");
  return value.text;
}

double YamlReader::number() const {
  if (const auto number = number_in(text())) return *number;
  fail("is \"{}\", must be a finite decimal number", text());
}

std::size_t YamlReader::line() const { return document_->values[node_].line; }

void YamlReader::fail(std::string_view problem) const {
  const std::string where = path();
  fail_at(document_->place, line(), fmt::format("{} {}", where.empty() ? "the document" : where, problem));
}

void YamlReader::fail_must_be(std::string_view expected) const {
  const YamlValue& value = document_->values[node_];
  if (value.kind == YamlKind::alias)
    fail("is the alias *{}, and aliases are not expanded: write the value out", value.text);
  fail("must be {}", expected);
}

// From the outermost value inwards.
std::string YamlReader::path() const {
  const std::vector<YamlValue>& values = document_->values;
  std::string path;
  for (std::size_t outer = 0; outer != node_;) {
    const bool is_mapping = values[outer].kind == YamlKind::mapping;
    std::size_t at = outer + (is_mapping ? 2 : 1), number = 0;
    for (; values[at].past <= node_; ++number) at = values[at].past + (is_mapping ? 1 : 0);
    path += is_mapping ? (path.empty() ? "" : ".") + values[at - 1].text : fmt::format("[{}]", number);
    outer = at;
  }
  return path;
}

}  // namespace palio
