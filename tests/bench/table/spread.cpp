#include "tests/bench/table/spread.h"

#include <algorithm>
#include <stdexcept>

namespace palio::bench {

Spread spread(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("a spread of no values");
  std::ranges::sort(values);
  const std::size_t upper = values.size() / 2;
  const std::size_t lower = (values.size() - 1) / 2;
  return {(values[lower] + values[upper]) / 2, values.front(), values.back()};
}

}  // namespace palio::bench
