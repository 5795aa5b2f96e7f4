#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// Family "bags-of-tasks": applications of independent tasks that arrive over time, as the experiments of Benoit,
/// Marchal, Pineau, Robert, Vivien, RR 2007-48: sizes and gaps between releases are log-normal. The paper leaves the
/// numbers open; ours: a total lies between its bounds, drawn with their geometric middle as the median and the bounds
/// at two deviations, anew when outside. Three streams, drawn from in the order of the applications:
///   "bytes"  total of each: RandomStream::normal() until it is in [-2, 2]; nothing if the bounds are one value
///   "flop"   the same
///   "gaps"   one normal() per gap z, for e^z
/// A total is split into as many equal tasks as leave each at least min_task_bytes and min_task_flop, at least 1 and at
/// most max_tasks. Releases are places from 0 to 1 for `load` (workloads/model/bag_of_tasks.h). The rules of the split
/// and the load leave the draws alone; the number of applications shapes them.
std::span<const ParameterSpec> random_bags_parameters();
BagBatch build_random_bags(const Recipe& recipe, std::string_view definition);

}  // namespace palio
