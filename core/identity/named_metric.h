#pragma once

#include <string_view>

#include "core/metrics.h"

namespace palio {

/// The metric of that name. Throws UserError that names the nearest.
const MetricInfo& metric_named(std::string_view name);

/// Throws UserError for a metric that ranks no strategies: neither less nor more of it is better.
void refuse_unranked(const MetricInfo& metric);

}  // namespace palio
