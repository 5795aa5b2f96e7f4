#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/text_document.h"

namespace palio {

/// Which numbers a value may be; always finite.
enum class JsonRange { any, not_negative, positive, fraction };  // fraction: 0 to 1, both included

/// A place in a document of JSON, or of YAML (workloads/formats/yaml_document.h): reads values strictly and knows its
/// path, so that every message names the file, the line, the path (applications[0].tasks[2].flop), the value and what
/// it must be. Cheap to copy; shares the document. All members throw UserError. One thread.
class JsonReader {
public:
  /// Parses JSON; `place` names the file. Malformed JSON is reported with line and column.
  static JsonReader parse(std::string_view text, std::string_view place);
  /// A document that has values.
  explicit JsonReader(std::shared_ptr<const TextDocument> document) : JsonReader(std::move(document), 0) {}

  /// Refuses any other "format" and "version".
  void expect_format(std::string_view format, std::int64_t version) const;
  /// Refuses the first unknown key, naming the nearest of these; refuses what is not an object.
  void expect_keys(std::initializer_list<std::string_view> keys) const;

  /// The value of a key that must be there, or may be missing.
  JsonReader member(std::string_view key) const;
  std::optional<JsonReader> optional_member(std::string_view key) const;
  /// The elements of an array.
  std::vector<JsonReader> elements() const;

  /// The members of an object that are texts, numbers or booleans, as texts.
  std::vector<std::pair<std::string, std::string>> values() const;

  double number(JsonRange range = JsonRange::any) const;
  std::optional<double> optional_number(std::string_view key, JsonRange range) const;
  std::int64_t integer(std::int64_t min, std::int64_t max) const;
  /// A text that is not empty.
  std::string text() const;

  std::size_t line() const { return value().line; }  // from 1
  /// UserError about this value: "place:line: path problem".
  [[noreturn]] void fail(std::string_view problem) const;
  template <class First, class... Rest>
  [[noreturn]] void fail(fmt::format_string<First, Rest...> problem, First&& first, Rest&&... rest) const {
    fail(fmt::format(problem, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

private:
  JsonReader(std::shared_ptr<const TextDocument> document, std::size_t node)
      : document_(std::move(document)), node_(node) {}
  const TextDocument::Value& value() const { return document_->values()[node_]; }
  bool is_scalar(TextDocument::Kind of_json) const;
  std::string_view called(TextDocument::Kind kind) const;  // an object or an array
  void expect(TextDocument::Kind kind) const;
  [[noreturn]] void fail_at(std::size_t line, std::string_view problem) const;
  [[noreturn]] void fail_must_be(std::string_view expected) const;

  std::shared_ptr<const TextDocument> document_;
  std::size_t node_;  // number of the value
};

}  // namespace palio
