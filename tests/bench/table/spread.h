#pragma once

#include <vector>

namespace palio::bench {

/// What several rounds of one measurement gave.
struct Spread {
  double median = 0, min = 0, max = 0;
};

/// Throws std::invalid_argument when there is no value.
Spread spread(std::vector<double> values);

}  // namespace palio::bench
