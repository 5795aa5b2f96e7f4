#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace palio {

/// A share as it is typed: 0.05 from "5%"; nothing for what is none or lies outside of 0 % to 100 %.
inline std::optional<double> share_of(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  const char* const end = text.data() + text.size() - 1;
  double percent = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, percent, std::chars_format::fixed);
  if (error != std::errc{} || rest != end || !(percent >= 0 && percent <= 100)) return std::nullopt;
  return percent / 100;
}

/// A number of scenarios, or a share of them; 0 is neither.
struct NumberOrShare {
  std::uint64_t number = 0;  // 0: a share
  double share = 0;
};
inline std::optional<NumberOrShare> number_or_share(std::string_view text) {
  if (const std::optional<double> share = share_of(text))
    return *share > 0 ? std::optional(NumberOrShare{0, *share}) : std::nullopt;
  NumberOrShare read;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, read.number);
  if (error != std::errc{} || rest != end || read.number == 0) return std::nullopt;
  return read;
}

}  // namespace palio
