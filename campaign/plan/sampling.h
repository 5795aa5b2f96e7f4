#pragma once

#include <cstdint>
#include <vector>

#include "campaign/plan/plan.h"

namespace palio {

/// The first `count` instances of the study's sampling order, which its seed fixes: a larger sample starts with the
/// smaller one.
///
/// The order is stratified: the instances form a tree whose levels are the axes of platforms and workloads in turn
/// (sample numbers last). Instances that share all draws and differ only in how they are executed (tcp_gamma) are one
/// leaf and follow each other, so that a sample compares them on the same draws. Every prefix of the order holds of
/// each branch its proportional share, to within one instance of the branch's parent. Which of them is left to the hash
/// of the seed and the branch. Memory and time grow with `count`, not with the study.
std::vector<Instance> stratified_sample(const Study& study, std::uint64_t count);

}  // namespace palio
