#pragma once

#include "core/metrics.h"

namespace palio {

/// What no value of the metric is above, but by rounding, as `least` is what none is below: 1 of shares, else infinity.
double most_of(const MetricInfo& metric);

}  // namespace palio
