#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace palio {

/// The attributes of an element, valid during its handler.
class XmlAttributes {
public:
  explicit XmlAttributes(const char** names_and_values) : all_(names_and_values) {}  // null at the end
  std::optional<std::string_view> find(std::string_view name) const;
  /// Calls visit(name, value) in the order of the file.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const char** each = all_; *each != nullptr; each += 2)
      visit(std::string_view(each[0]), std::string_view(each[1]));
  }

private:
  const char** all_;
};

/// Reports the elements of an untrusted document: it refuses nesting deeper than 64 levels, tags and comments of more
/// than 1 MiB and declared entities; it expands and fetches nothing. All members throw UserError with file and line.
class XmlReader {
public:
  explicit XmlReader(std::string_view place);  // what messages call the file
  virtual ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

protected:
  void parse(std::string_view content);
  std::string_view place() const { return place_; }
  /// Of what is being reported; the first is 1.
  std::size_t line() const;
  /// How many elements are open: 1 in the handler of the root.
  std::size_t depth() const { return depth_; }
  [[noreturn]] void fail(const std::string& problem) const { fail_at(line(), problem); }
  template <class First, class... Rest>
  [[noreturn]] void fail(fmt::format_string<First, Rest...> problem, First&& first, Rest&&... rest) const {
    fail(fmt::format(problem, std::forward<First>(first), std::forward<Rest>(rest)...));
  }
  [[noreturn]] void fail_at(std::size_t line, const std::string& problem) const;

  virtual void start(std::string_view element, const XmlAttributes& attributes) = 0;
  virtual void end(std::string_view /*element*/) {}
  virtual void characters(std::string_view /*text*/) {}
  virtual void document_type() {}

private:
  struct Library;  // hides the XML library

  void parse_part(std::string_view content, std::size_t at);
  void open(std::string_view element, const XmlAttributes& attributes);

  std::string_view place_;
  std::unique_ptr<Library> library_;
  std::size_t depth_ = 0;
};

}  // namespace palio
