#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>

namespace palio {

/// A whole number with thousands separators: "1,814,400".
template <std::integral Count>
std::string count_text(Count count) {
  std::string text = fmt::to_string(count);
  const std::size_t first = text.front() == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

}  // namespace palio
