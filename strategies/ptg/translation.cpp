#include "strategies/ptg/translation.h"

#include <algorithm>
#include <cmath>

namespace palio {

double reference_processors(const Platform& platform) {
  const double speed = slowest_speed(platform);
  double processors = 0;
  for (const Cluster& cluster : platform.clusters) processors += cluster.processors * (cluster.speed / speed);
  return processors;
}

ReferenceCluster reference_cluster(const Platform& platform) {
  return {static_cast<int>(std::floor(reference_processors(platform))), slowest_speed(platform)};
}

int translated_allocation(const Task& task, int n, double reference_speed, double speed) {
  const double ratio = speed / reference_speed;
  const double parallel = 1 - task.alpha;
  if (parallel <= 0) return 1;
  const double exact = parallel / (ratio * (task.alpha + parallel / n) - task.alpha);
  // Equal speeds must give n itself, not n+1 from the last bit of the quotient.
  const double rounded = std::ceil(exact * (1 - 1e-12));
  return std::max(1, static_cast<int>(rounded));
}

bool some_cluster_holds(const Platform& platform, const Task& task, int n, double reference_speed) {
  return std::ranges::any_of(platform.clusters, [&](const Cluster& cluster) {
    return translated_allocation(task, n, reference_speed, cluster.speed) <= cluster.processors;
  });
}

// Translations grow with the allocation.
std::vector<int> largest_allocations(const Platform& platform, const TaskGraph& graph,
                                     const ReferenceCluster& reference) {
  std::vector<int> largest;
  for (const Task& task : graph.tasks()) {
    int held = 1;
    int too_many = reference.processors + 1;
    while (too_many - held > 1) {
      const int n = held + (too_many - held) / 2;
      (some_cluster_holds(platform, task, n, reference.speed) ? held : too_many) = n;
    }
    largest.push_back(held);
  }
  return largest;
}

}  // namespace palio
