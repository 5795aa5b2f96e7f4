#pragma once

#include <string>
#include <vector>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "strategies/ptg/constrained/concurrent_mapping.h"
#include "strategies/ptg/online/decisions.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "workloads/family.h"

namespace palio::test {

struct RandomBatch {
  Platform platform;
  Workload workload;
};

inline TaskGraph random_graph(RandomStream& random, int sample) {
  const WorkloadFamily& family = workload_family("random-ptg");
  const std::string text =
      "random-ptg:tasks=" + pick(random, {"1", "5", "10", "30"}) + ",width=" + pick(random, {"0.2", "0.5", "0.8"}) +
      ",regularity=" + pick(random, {"0.2", "0.8"}) + ",density=" + pick(random, {"0.2", "0.8"}) +
      ",jump=" + pick(random, {"1", "2", "4"}) + ",complexity=" + pick(random, {"stencil", "sort", "matmul", "mixed"}) +
      ",sample=" + std::to_string(sample) + ",seed=6774";
  return as<Workload>(family.build(parse_recipe(text, family.parameters), "")).applications.front().graph;
}

inline Platform random_platform(RandomStream& random, int sample) {
  const PlatformFamily& family = platform_family("random-multi-cluster");
  const std::string text = "random-multi-cluster:clusters=" + pick(random, {"1", "2", "4"}) +
                           ",min_speed=1e9,heterogeneity=" + pick(random, {"1", "2", "5"}) +
                           ",min_processors=1,max_processors=" + pick(random, {"4", "32", "64"}) +
                           ",backbone_latency=" + pick(random, {"0.0001", "0.05"}) +
                           ",sample=" + std::to_string(sample) + ",seed=6774";
  return as<Platform>(family.build(parse_recipe(text, family.parameters), ""));
}

/// One to five graphs of different types on one to four clusters; every other batch with release dates.
inline RandomBatch random_batch(RandomStream& random, int sample) {
  RandomBatch batch{random_platform(random, sample), {}};
  const auto graphs = static_cast<int>(random.uniform_integer(1, 5));
  for (int i = 0; i < graphs; ++i)
    batch.workload.applications.push_back(
        {"", random_graph(random, 10 * sample + i), sample % 2 == 0 ? 0.0 : random.uniform_real(0, 100)});
  return batch;
}

/// Maps a batch with these allocations, deciding again whenever an application is released or complete.
inline SchedulingResult map_concurrently(const Platform& platform, const Workload& workload,
                                         const ReferenceAllocations& allocations, const MappingOptions& options) {
  ConcurrentMapping mapping(platform, workload, options);
  decide_online(workload, [&](const RemainingBatch& remaining) {
    ReferenceAllocations open;
    for (std::size_t i = 0; i < remaining.application.size(); ++i) {
      std::vector<int>& row = open.emplace_back();
      for (const int task : remaining.task[i]) row.push_back(allocations[remaining.application[i]][task]);
    }
    return mapping.map(remaining, open);
  });
  return mapping.result();
}

}  // namespace palio::test
