#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/list_mapping.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// The homogeneous cluster that HCPA allocates on (ISPDC 2007, section 3.1): processors of the slowest speed, as many
/// as have the platform's power, rounded down.
struct ReferenceCluster {
  int processors = 0;
  double speed = 0;  // flop/s
};

/// The same number of processors before rounding: the power of the platform over its slowest speed.
double reference_processors(const Platform& platform);

ReferenceCluster reference_cluster(const Platform& platform);

/// The smallest number of processors of speed `speed` on which the task is no slower than on n reference processors
/// of speed `reference_speed` <= `speed`. At least 1.
int translated_allocation(const Task& task, int n, double reference_speed, double speed);

/// Whether some cluster has enough processors for the translation of n reference processors.
bool some_cluster_holds(const Platform& platform, const Task& task, int n, double reference_speed);

/// By task, the most reference processors whose translation some cluster has.
std::vector<int> largest_allocations(const Platform& platform, const TaskGraph& graph,
                                     const ReferenceCluster& reference);

/// Whether a task takes fewer processors than its translation where that pays.
enum class Packing { off, on };

/// Where a task goes.
struct TranslatedChoice {
  Candidate candidate{.cluster = -1};  // -1: no cluster holds the translation
  bool is_packed = false;
};

/// The best of the translations of n processors of `reference_speed` to the clusters, not before `earliest` (s).
/// `pack` makes of a translation what is compared: (Candidate, DataReady) -> Candidate.
template <class Pack>
TranslatedChoice best_translation(const ListMapping& mapping, int task, int n, double reference_speed, double earliest,
                                  Pack pack) {
  TranslatedChoice best;
  for (int k = 0; k < static_cast<int>(mapping.platform().clusters.size()); ++k) {
    const Cluster& cluster = mapping.platform().clusters[k];
    const int translated = translated_allocation(mapping.graph().task(task), n, reference_speed, cluster.speed);
    if (translated > cluster.processors) continue;
    const ListMapping::DataReady ready = mapping.data_ready(task, k, earliest);
    const Candidate full = mapping.candidate(task, k, translated, ready);
    const Candidate chosen = pack(full, ready);
    if (best.candidate.cluster < 0 || better(chosen, best.candidate)) best = {chosen, chosen.n < full.n};
  }
  return best;
}

}  // namespace palio
