#pragma once

#include <cstdint>
#include <string>

namespace palio {

/// Counts of completed results that the study wants.
struct FillSummary {
  std::int64_t filled = 0;
  std::int64_t had = 0;  // the metrics already
};

/// Adds what results are held against (hold_against) to results that a Palio without those metrics stored. Builds each
/// instance from its stored recipes and simulates nothing. Results that have the metrics stay as they are; an
/// interrupted fill continues where it was. Throws UserError as ResultStore does, and for a recipe that this Palio does
/// not read as it was written.
FillSummary fill_bounds(const std::string& database);

}  // namespace palio
