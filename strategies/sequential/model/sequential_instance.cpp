#include "strategies/sequential/model/sequential_instance.h"

#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/speedup.h"

namespace palio {

SequentialInstance::SequentialInstance(const Platform& platform, const Application& application)
    : graph_(&application.graph), release_date_(application.release_date) {
  check_times(platform, application);
  const auto clusters = static_cast<int>(platform.clusters.size());
  first_host_.push_back(0);
  for (int cluster = 0; cluster < clusters; ++cluster) {
    const int hosts = platform.clusters[cluster].processors;
    cluster_of_.insert(cluster_of_.end(), hosts, cluster);
    first_host_.push_back(first_host_.back() + hosts);
  }
  times_.reserve(graph_->tasks().size() * platform.clusters.size());
  for (const Task& task : graph_->tasks())
    for (int cluster = 0; cluster < clusters; ++cluster)
      times_.push_back(execution_time(task, 1, cluster, platform.clusters[cluster].speed));
  routes_.reserve(platform.clusters.size() * platform.clusters.size());
  for (int source = 0; source < clusters; ++source)
    for (int target = 0; target < clusters; ++target) routes_.push_back(estimated_route(platform, source, target));
}

}  // namespace palio
