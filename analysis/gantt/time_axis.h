#pragma once

#include <string>
#include <vector>

namespace palio {

/// Where a time axis from 0 has its marks, in a unit that keeps their numbers short.
struct TimeAxis {
  std::string unit;           // "s", "ms", "h", ...
  double unit_seconds = 1;    // s
  double step = 0;            // s between two marks: 1, 2 or 5 times a power of ten in the unit
  std::vector<double> marks;  // s

  /// The number at a mark.
  std::string text(double date) const;
};

/// At most `most_marks` marks from 0 to `last` > 0, a step of 1, 2 or 5 times a power of ten apart.
std::vector<double> even_marks(double last, int most_marks);

/// At most `most_marks` marks up to the date `last` (s), which need not be positive.
TimeAxis time_axis(double last, int most_marks);

}  // namespace palio
