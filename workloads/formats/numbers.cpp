#include "workloads/formats/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace palio {

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string number_text(double value) { return fmt::format("{}", value); }

std::size_t line_of(std::string_view text, std::size_t offset) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, std::min(offset, text.size())), '\n')) + 1;
}

}  // namespace palio
