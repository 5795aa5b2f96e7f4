#pragma once

#include <utility>
#include <vector>

#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio::test {

/// A one-port star whose workers are given as {speed (flop/s), bandwidth (byte/s)}; no latency, and a master that
/// bounds nothing.
inline Star star(const std::vector<std::pair<double, double>>& workers) {
  Star built{{}, 1e15, PortModel::one_port};
  for (const auto& [speed, bandwidth] : workers) built.workers.push_back({speed, {bandwidth, 0}});
  return built;
}

/// An application of so many tasks of so many flop and bytes.
inline BagOfTasks bag(int tasks, double flop, double bytes, double release_date = 0) {
  return {"", tasks, flop, bytes, release_date};
}

}  // namespace palio::test
