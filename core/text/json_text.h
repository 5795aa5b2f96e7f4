#pragma once

#include <string>
#include <string_view>

namespace palio {

/// The text as a JSON string, quotes included; bytes that are not UTF-8 become the replacement character.
std::string json_quoted(std::string_view text);

/// The shortest JSON number that reads back as the same bits; null for infinities and NaN, which JSON lacks.
std::string json_number(double value);

/// A list of what `json` makes of each item.
template <class Items, class Json>
std::string json_array(const Items& items, Json json) {
  std::string list = "[";
  for (const auto& item : items) list.append(list.size() > 1 ? "," : "").append(json(item));
  return list + "]";
}

}  // namespace palio
