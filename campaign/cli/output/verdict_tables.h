#pragma once

#include <span>

#include "analysis/claims/verify.h"
#include "campaign/cli/output/table.h"

namespace palio {

/// Prints the claims.
void print_verdicts(Format format, const std::vector<CheckedClaim>& checked);

/// The claims in one reading of a study.
struct ReadVerdicts {
  std::string name;  // of the reading
  std::vector<CheckedClaim> checked;
};

/// The same claims in several readings. For people: a row for each claim, a column for each reading. As data: a row for
/// each claim in each reading, with all that print_verdicts() has.
void print_readings(TableWriter& table, Format format, std::span<const ReadVerdicts> readings);

}  // namespace palio
