#include "analysis/report/charts/axis_span.h"

#include <algorithm>
#include <cmath>

namespace palio {
namespace {

constexpr double k_room = 0.04;  // of what the values span, at either end

double place_on(AxisScale scale, double value) { return scale == AxisScale::log ? std::log(value) : value; }
double value_at(AxisScale scale, double place) { return scale == AxisScale::log ? std::exp(place) : place; }

}  // namespace

double AxisSpan::part(double value) const {
  const double from = place_on(scale, least);
  return (place_on(scale, value) - from) / (place_on(scale, greatest) - from);
}

std::optional<AxisSpan> axis_span(const DataTable& data, std::initializer_list<std::string_view> columns,
                                  AxisScale scale) {
  std::optional<AxisSpan> span;
  for (const std::string_view column : columns)
    if (const auto at = data.find(column))
      for (const auto& row : data.rows) {
        const std::optional<double> value = number_of(row[*at]);
        if (!value || !std::isfinite(*value) || (scale == AxisScale::log && *value <= 0)) continue;
        if (!span) span = AxisSpan{*value, *value, scale};
        span->least = std::min(span->least, *value);
        span->greatest = std::max(span->greatest, *value);
      }
  if (!span) return span;
  const double from = place_on(scale, span->least), to = place_on(scale, span->greatest);
  const double alone = scale == AxisScale::log || from == 0 ? 1 : std::abs(from);  // of a single value
  const double room = k_room * (to > from ? to - from : alone);
  const bool starts_at_zero = scale == AxisScale::linear && from >= 0 && from < room;
  return AxisSpan{starts_at_zero ? 0 : value_at(scale, from - room), value_at(scale, to + room), scale};
}

}  // namespace palio
