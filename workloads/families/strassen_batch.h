#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "strassen-batch": one recursion of Strassen's matrix product, always the same 25 tasks, as used by N'Takpe,
/// Suter, INRIA RR-6774, section 2: operand sums S1 to S10 (tasks 0 to 9), products Q1 to Q7 (10 to 16) and the eight
/// additions of the result, U1, U2, C11, C12, C21, U3, U4, C22 (17 to 24). The matrices have q x q elements, so that
/// all tasks work on blocks of e = (q/2)^2: an addition takes a e flop, a product e^(3/2), an edge carries 8 e bytes.
/// Graph i has one stream, "costs/i": draw_side() for q, draw_factor() for a, and a real for the alpha of each task.
/// Where the parameter costs is level or task, each level of additions or each addition has its own a: draw_factor()
/// from a stream "additions/i", in the order of the tasks; where it is operation, a is 1. q and alpha stay what they
/// are. The batch size shapes the draws.
std::span<const ParameterSpec> strassen_batch_parameters();
Workload build_strassen_batch(const Recipe& recipe, std::string_view definition);

}  // namespace palio
