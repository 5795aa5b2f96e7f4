#include "analysis/report/charts/json_builder.h"

#include <fmt/format.h>

#include "core/text/json_text.h"
#include "storage/read/value_text.h"

namespace palio {

std::string json_object(std::initializer_list<JsonMember> members) {
  std::string text = "{";
  for (const auto& [name, value] : members) {
    if (value.empty()) continue;
    if (text.size() > 1) text += ", ";
    text += fmt::format("{}: {}", json_quoted(name), value);
  }
  return text + '}';
}

std::string json_array(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) {
    if (item.empty()) continue;
    if (text.size() > 1) text += ", ";
    text += item;
  }
  return text + ']';
}

std::string json_value(const SqlValue& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string json_for_page(std::string_view json) {
  std::string safe;
  for (const char c : json) {
    if (c == '<')
      safe += "\\u003c";  // outside strings JSON has no '<'
    else
      safe += c;
  }
  return safe;
}

}  // namespace palio
