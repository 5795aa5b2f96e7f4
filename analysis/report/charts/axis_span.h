#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "analysis/report/parts/figure.h"

namespace palio {

/// What an axis shows.
struct AxisSpan {
  double least = 0, greatest = 1;
  AxisScale scale = AxisScale::linear;

  /// Where a value is, as a part of the axis from its least end.
  double part(double value) const;
};

/// All values of these columns that can be drawn, with room at both ends so that no mark lies on the edge; nothing
/// where there are none.
std::optional<AxisSpan> axis_span(const DataTable& data, std::initializer_list<std::string_view> columns,
                                  AxisScale scale);

}  // namespace palio
