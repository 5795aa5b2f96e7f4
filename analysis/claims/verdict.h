#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace palio {

/// Where a claim holds: from `low` to `high`, each counted in unless it is open. An absent bound is infinite.
struct AcceptedRange {
  std::optional<double> low, high;
  bool open = false;  // `> low` or `< high`

  bool holds(double value) const;
  /// Whether every value from `from` to `to` is accepted, or none is.
  bool holds_all(double from, double to) const { return holds(from) && holds(to); }
  bool holds_none(double from, double to) const;
};

/// "1 .. 2", ".. 2", "1 ..", "> 1" or "< 2"; nothing for any other text.
std::optional<AcceptedRange> parse_range(std::string_view text);

/// What the query of a claim answers.
struct Measurement {
  std::optional<double> measured;    // absent: nothing to measure
  std::optional<double> low, high;   // 95 % interval
  bool exact = false;                // the claim is not about a mean: there is no interval to ask for
  std::int64_t instances = 0;        // that it was measured on
  std::optional<std::string> shown;  // text for people instead of the number
};

enum class Verdict { reproduced, deviates, not_enough_data };

/// "reproduced", "deviates", "not enough data".
std::string_view word(Verdict verdict);

/// The whole interval inside the range: reproduced; outside: deviates. An interval across a bound tells as much as the
/// measured value if it is narrower than the range, else it is not enough data; nor is an interval that is not known.
Verdict judge(const Measurement& measurement, const AcceptedRange& accepted, std::int64_t needed_instances);

}  // namespace palio
