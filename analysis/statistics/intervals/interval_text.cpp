#include "analysis/statistics/intervals/interval_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace palio {
namespace {

constexpr double k_digit_rounding = 1e-6;  // relative; differences of sums leave as much

std::string with_unit(const std::string& number, std::string_view unit) {
  return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string fixed(double value, int places) {
  const std::string number = fmt::format("{:.{}f}", value, places);
  const bool zero = number.find_first_not_of("-0.") == std::string::npos;
  return zero ? fmt::format("{:.{}f}", 0.0, places) : number;  // -0.0 is none
}

}  // namespace

int margin_decimals(double margin) {
  return static_cast<int>(std::clamp(1 - std::floor(std::log10(margin)), 0.0, 6.0));
}

std::string interval_text(double value, const Interval& interval, std::string_view unit) {
  const double half = (interval.high - interval.low) / 2;
  if (!(half > k_digit_rounding * std::abs(value))) return with_unit(fmt::format("{:.6g}", value), unit);
  const int places = margin_decimals(half);
  return fmt::format("{} [{}, {}]", with_unit(fixed(value, places), unit), fixed(interval.low, places),
                     fixed(interval.high, places));
}

}  // namespace palio
