#pragma once

#include "core/identity/random_stream.h"
#include "tests/support/builders.h"

namespace palio::test {

/// An instance for sequential tasks, of a kind that is drawn, too: small whole numbers, so that much is equal, or any
/// numbers; a mesh, or clusters whose processors are hosts; related or unrelated machines; sometimes a release date.
struct RandomExample {
  Platform platform;
  Workload workload;
};

inline double drawn_amount(RandomStream& random, bool is_whole) {
  return is_whole ? static_cast<double>(random.uniform_integer(1, 4)) : random.uniform_real(0.1, 4);
}

inline Platform drawn_hosts(RandomStream& random, int most_hosts, bool is_whole) {
  const bool is_mesh = random.uniform_integer(0, 2) > 0;
  std::vector<double> speeds;
  for (auto left = random.uniform_integer(1, is_mesh ? most_hosts : (most_hosts + 1) / 2); left > 0; --left)
    speeds.push_back(drawn_amount(random, is_whole));
  Platform platform = mesh(speeds);
  for (Link& link : platform.pair_links)
    link = {drawn_amount(random, is_whole), static_cast<double>(random.uniform_integer(0, 1))};
  if (is_mesh) return platform;
  platform.interconnect = Interconnect::backbone;
  platform.backbone = {drawn_amount(random, is_whole), 0};
  for (Cluster& cluster : platform.clusters) {
    cluster.processors = static_cast<int>(random.uniform_integer(1, 2));
    for (Link* link : {&cluster.processor_link, &cluster.cluster_switch, &cluster.uplink})
      *link = {drawn_amount(random, is_whole), static_cast<double>(random.uniform_integer(0, 1))};
  }
  return platform;
}

inline RandomExample drawn_example(RandomStream& random, int most_tasks, int most_hosts) {
  const bool is_whole = random.uniform_integer(0, 1) == 0;
  const bool is_unrelated = random.uniform_integer(0, 2) == 0;
  RandomExample drawn{drawn_hosts(random, most_hosts, is_whole), {}};
  std::vector<Task> tasks;
  std::vector<Edge> edges;
  const double density = random.uniform_real(0, 0.6);
  for (auto count = random.uniform_integer(1, most_tasks); count > 0; --count) {
    Task& task = tasks.emplace_back(Task{drawn_amount(random, is_whole), 1, ""});
    if (is_unrelated)
      for (std::size_t cluster = 0; cluster < drawn.platform.clusters.size(); ++cluster)
        task.times.push_back(drawn_amount(random, is_whole));
    const auto to = static_cast<int>(tasks.size()) - 1;
    for (int from = 0; from < to; ++from)
      if (random.uniform_real(0, 1) < density)
        edges.push_back({from, to, static_cast<double>(random.uniform_integer(0, 1)) * drawn_amount(random, is_whole)});
  }
  drawn.workload = workload({std::move(tasks), std::move(edges)});
  if (random.uniform_integer(0, 3) == 0) drawn.workload.applications.front().release_date = 5;
  return drawn;
}

}  // namespace palio::test
