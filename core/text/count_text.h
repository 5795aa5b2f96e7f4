#pragma once

#include <concepts>
#include <cstdint>
#include <string>

namespace palio {

/// A whole number with its thousands apart: "1,814,400".
template <std::integral Count>
std::string count_text(Count count) {
  return count_text(static_cast<std::int64_t>(count));
}
template <>
std::string count_text(std::int64_t count);

}  // namespace palio
