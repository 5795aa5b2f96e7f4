#pragma once

#include <vector>

#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

namespace palio {

/// A job and the processors it gets.
struct ShelvedJob {
  std::size_t job = 0;
  int processors = 0;
};

/// The K shelves of Dutot, Eyraud, Mounie, Trystram (SPAA 2004), each half as long as the next one. With t_min the
/// shortest job on all processors and K = floor(log2(guess / t_min)), shelf k = 0, 1, ... is guess / 2^(K-k) long and
/// takes of the jobs left those whose work is most (knapsack; ties: earlier jobs), each on the least processors with
/// which it fits. Beyond shelf K lengths go on doubling until no job is left. The jobs shelf by shelf, in a shelf by
/// index.
std::vector<ShelvedJob> k_shelves(const MoldableJobs& jobs, double guess);

}  // namespace palio
