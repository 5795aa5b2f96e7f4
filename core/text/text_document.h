#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// The values of a JSON or YAML document in the order of the text, for JsonReader: an object or an array comes before
/// its parts, a key before its value. All members throw UserError.
class TextDocument {
public:
  enum class Language : std::uint8_t { json, yaml };
  /// YAML has scalars, which are texts or numbers, and aliases, whose text is a name.
  enum class Kind : std::uint8_t { null, boolean, number, text, scalar, alias, array, object };
  struct Value {
    Kind kind;
    std::uint32_t line;      // from 1
    std::uint32_t past = 0;  // number of the first value that is no part of this one
    std::string text = {};
  };

  TextDocument(std::string_view place, Language language) : place_(place), language_(language) {}

  /// Add what comes next. A key that is given twice in one object, nesting deeper than 64 levels and more than
  /// 3,000,000 values are refused.
  void add(Kind kind, std::size_t line, std::string_view text);
  void open(Kind kind, std::size_t line);
  void close();

  Language language() const { return language_; }
  const std::vector<Value>& values() const { return values_; }
  /// Calls visit(number of the key, number of the value) for each member of an object.
  template <class Visit>
  void for_each_member(std::size_t object, Visit visit) const {
    for (std::size_t at = object + 1; at < values_[object].past; at = values_[at + 1].past) visit(at, at + 1);
  }
  /// tasks[2].flops; empty for the whole document.
  std::string path(std::size_t value) const;
  /// "place:line: problem".
  [[noreturn]] void fail(std::size_t line, std::string_view problem) const;

private:
  void check_keys(std::size_t object) const;

  std::string place_;
  Language language_;
  std::vector<Value> values_;
  std::vector<std::size_t> open_;  // numbers of the objects and arrays around the next value
};

}  // namespace palio
