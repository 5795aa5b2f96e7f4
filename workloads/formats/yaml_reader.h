#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace palio {

/// A place in a YAML document: reads values strictly and knows its path, so that every message names the file, the line
/// and the path (tasks[2].flops). Aliases and merge keys are never expanded: where a value is wanted they are refused.
/// Cheap to copy; shares the document. All members throw UserError. One thread.
class YamlReader {
public:
  /// Parses the only document of a text; `place` names the file. Malformed YAML, a key that is given twice in one
  /// mapping, nesting deeper than 64 levels and more than 3,000,000 values are refused.
  static YamlReader parse(std::string_view text, std::string_view place);

  /// Refuses the first unknown key, naming the nearest of these.
  void expect_keys(std::initializer_list<std::string_view> keys) const;
  /// The value of a key that must be there, or may be missing.
  YamlReader member(std::string_view key) const;
  std::optional<YamlReader> optional_member(std::string_view key) const;
  /// The elements of a sequence.
  std::vector<YamlReader> elements() const;

  /// A text that is not empty; quotes make no difference. Valid as long as any reader of the document.
  std::string_view text() const;
  /// A finite decimal number.
  double number() const;

  std::size_t line() const;  // from 1
  /// UserError about this value: "place:line: path problem".
  [[noreturn]] void fail(std::string_view problem) const;
  template <class First, class... Rest>
  [[noreturn]] void fail(fmt::format_string<First, Rest...> problem, First&& first, Rest&&... rest) const {
    fail(fmt::format(problem, std::forward<First>(first), std::forward<Rest>(rest)...));
  }

private:
  struct Document;  // hides the YAML library
  class Parser;

  YamlReader(std::shared_ptr<const Document> document, std::size_t node)
      : document_(std::move(document)), node_(node) {}
  [[noreturn]] void fail_must_be(std::string_view expected) const;
  std::string path() const;

  std::shared_ptr<const Document> document_;
  std::size_t node_;
};

}  // namespace palio
