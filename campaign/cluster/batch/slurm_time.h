#pragma once

#include <cstdint>
#include <string_view>

namespace palio {

/// The seconds of a time limit as sbatch takes it: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
/// days-hours:minutes or days-hours:minutes:seconds. Throws UserError for anything else, and for 0.
std::int64_t slurm_seconds(std::string_view typed);

}  // namespace palio
