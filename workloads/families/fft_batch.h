#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "fft-batch": task graphs of the recursive fast Fourier transform (Cormen, Leiserson, Rivest, Introduction to
/// Algorithms; used by N'Takpe, Suter, INRIA RR-6774, section 2). With k points, k = 2^m: a binary tree of recursive
/// calls, levels of 1, 2, 4, ... k tasks, then m butterfly levels of k tasks, where task j of butterfly b = 0, 1, ...
/// has the parents j and j xor 2^b of the level above. 2k - 1 + k m tasks on 2m + 1 levels, numbered level by level.
/// All tasks of a level have the same costs. Graph i has two streams of its own:
///   "type/i"   an integer that chooses from `points`, one that chooses from `complexities`
///   "costs/i"  draw_task_costs() for each level, from the root down
/// The batch size shapes the draws. A draw from a list of one value takes nothing from its stream.
std::span<const ParameterSpec> fft_batch_parameters();
Workload build_fft_batch(const Recipe& recipe, std::string_view definition);

}  // namespace palio
