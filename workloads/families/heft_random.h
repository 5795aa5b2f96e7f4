#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "heft-random" (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 5.1): random graphs of sequential tasks on
/// unrelated machines. Draws in this order:
///   shape  an integer for the number of levels, of mean sqrt(tasks)/shape; an integer for the width of each level, of
///          mean shape x sqrt(tasks); an integer for each task that no level has yet, so that they get them by width;
///          for each task, from the first level on, its children among all tasks of later levels; for each task that
///          then has no parent in the level above it, one
///   costs  for each task its mean time, from 0 to 2 mean_time, and a factor for each host, from 1 - heterogeneity/2 to
///          1 + heterogeneity/2; for each edge its time, from 0 to 2 ccr mean_time
std::span<const ParameterSpec> heft_random_parameters();
Workload build_heft_random(const Recipe& recipe, std::string_view definition);

}  // namespace palio
