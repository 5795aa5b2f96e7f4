#pragma once

#include <cstdint>

#include "campaign/cli/output/table.h"
#include "campaign/plan/explanation.h"

namespace palio {

/// How many scenarios would run or be skipped, by reason.
void print_reasons(const Explanation& explanation, Format format);

/// The first `count` scenarios with their reasons: the wanted ones in their order, then the others in the study's.
void print_reasons(const Study& study, const Selection& selection, const Explanation& explanation, std::uint64_t count,
                   Format format);

}  // namespace palio
