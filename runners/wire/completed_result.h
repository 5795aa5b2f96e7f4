#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/metrics.h"
#include "runners/wire/protocol.h"

namespace palio {

/// The JSON of a completed scenario, without its closing brace.
std::string completed_text(const Completed& completed);

/// Whether the metric may have this value: some are whole numbers.
bool is_value_of(const MetricInfo& metric, double value);

/// The end of a request, from a line that is written as encode() does. Empty for any other line.
std::optional<Done> read_done(std::string_view line);

/// The result of a line that is written exactly as encode_result and completed_text do, without a schedule. Empty for
/// any other line, which may be as good. Nearly all lines are such; read as JSON documents they would cost palio a
/// third of all that it does for a result.
std::optional<ResultLine> read_completed(std::string_view line);

}  // namespace palio
