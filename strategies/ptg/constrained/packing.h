#pragma once

#include "strategies/ptg/list_mapping.h"

namespace palio {

/// Allocation packing (N'Takpe, Suter, INRIA RR-6774, section 5): of all candidates with fewer processors of the same
/// cluster that start earlier than `full` and finish no later, the one that finishes first (ties: more processors);
/// `full` itself if there is none.
Candidate packed(const ListMapping& mapping, int task, const Candidate& full, const ListMapping::DataReady& ready);

}  // namespace palio
