#pragma once

#include <string>
#include <string_view>

#include "analysis/statistics/intervals/intervals.h"

namespace palio {

/// The decimals that leave two significant digits of a margin (half an interval, not negative), 6 at most; 0 for an
/// infinite one.
int margin_decimals(double margin);

/// "-22.8 % [-26.1, -19.4]": a value and its interval, both with the decimals that leave its width two digits; a unit
/// may be empty. The value alone, with six digits, where it is exact: the interval is no wider than rounding.
std::string interval_text(double value, const Interval& interval, std::string_view unit);

}  // namespace palio
