#pragma once

#include <vector>

#include "strategies/sequential/model/sequential_instance.h"

namespace palio {

/// A number for each task on each cluster: what schedulers say of pairs of a task and a host, where the hosts of a
/// cluster are alike. 0 at first.
class ClusterTable {
public:
  explicit ClusterTable(const SequentialInstance& instance)
      : clusters_(static_cast<std::size_t>(instance.cluster_count())),
        values_(instance.graph().tasks().size() * clusters_, 0) {}

  double of(int task, int cluster) const { return values_[index(task, cluster)]; }
  double& at(int task, int cluster) { return values_[index(task, cluster)]; }

private:
  std::size_t index(int task, int cluster) const {
    return static_cast<std::size_t>(task) * clusters_ + static_cast<std::size_t>(cluster);
  }

  std::size_t clusters_;
  std::vector<double> values_;
};

}  // namespace palio
