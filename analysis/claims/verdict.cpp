#include "analysis/claims/verdict.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace palio {
namespace {

std::string_view without_outer_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::optional<double> number(std::string_view text) {
  text = without_outer_spaces(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

bool AcceptedRange::holds(double value) const {
  const bool above = !low || value > *low || (!open && value == *low);
  const bool below = !high || value < *high || (!open && value == *high);
  return above && below;
}

bool AcceptedRange::holds_none(double from, double to) const {
  if (holds(from) || holds(to)) return false;
  const bool all_below = low && to <= *low;
  const bool all_above = high && from >= *high;
  return all_below || all_above;
}

std::optional<AcceptedRange> parse_range(std::string_view text) {
  text = without_outer_spaces(text);
  if (text.empty()) return std::nullopt;
  if (text.front() == '<' || text.front() == '>') {
    const std::optional<double> bound = number(text.substr(1));
    if (!bound) return std::nullopt;
    return text.front() == '<' ? AcceptedRange{{}, bound, true} : AcceptedRange{bound, {}, true};
  }
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::string_view before = without_outer_spaces(text.substr(0, dots));
  const std::string_view after = without_outer_spaces(text.substr(dots + 2));
  AcceptedRange range{number(before), number(after)};
  const bool malformed = (!before.empty() && !range.low) || (!after.empty() && !range.high);
  if (malformed || (!range.low && !range.high)) return std::nullopt;
  if (range.low && range.high && *range.low > *range.high) return std::nullopt;
  return range;
}

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return "reproduced";
    case Verdict::deviates: return "deviates";
    case Verdict::not_enough_data: break;
  }
  return "not enough data";
}

Verdict judge(const Measurement& measurement, const AcceptedRange& accepted, std::int64_t needed_instances) {
  if (!measurement.measured || measurement.instances < needed_instances) return Verdict::not_enough_data;
  const bool interval = measurement.low && measurement.high;
  if (!interval && !measurement.exact) return Verdict::not_enough_data;
  const double value = *measurement.measured;
  const double low = measurement.low.value_or(value);
  const double high = measurement.high.value_or(value);
  if (accepted.holds_all(low, high)) return Verdict::reproduced;
  if (accepted.holds_none(low, high)) return Verdict::deviates;
  const bool narrower = accepted.low && accepted.high && high - low < *accepted.high - *accepted.low;
  if (!narrower) return Verdict::not_enough_data;
  return accepted.holds(value) ? Verdict::reproduced : Verdict::deviates;
}

}  // namespace palio
