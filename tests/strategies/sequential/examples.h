#pragma once

#include <fmt/format.h>

#include <ostream>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "strategies/sequential/model/host_schedule.h"
#include "tests/support/builders.h"

namespace palio::test {

/// Unrelated machines: a row of times (s) per task, one for each host of a mesh without latencies, where a byte takes
/// 1 s from any host to any other one. A solution deals the tasks to the hosts in turn.
struct HostExample {
  std::vector<std::vector<double>> times;
  std::vector<Edge> edges = {};

  Platform platform() const {
    Platform built = mesh(std::vector<double>(times.front().size(), 1));
    built.pair_links.assign(built.pair_links.size(), {1, 0});
    return built;
  }

  Workload workload() const {
    std::vector<Task> tasks;
    for (const std::vector<double>& of_task : times)
      tasks.push_back({0, 1, "", of_task, {}, {static_cast<int>(tasks.size() % of_task.size())}});
    return test::workload({std::move(tasks), edges});
  }
};

/// An example as schedulers see it.
struct HostInstance {
  explicit HostInstance(const HostExample& example) : platform(example.platform()), workload(example.workload()) {}

  Platform platform;
  Workload workload;
  SequentialInstance instance{platform, workload};
};

/// Where and when a task runs, in the form of the expected values: host, start, finish.
struct Run {
  int host;
  double start, finish;  // s

  bool operator==(const Run&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Run& run) {
  return out << fmt::format("{{{}, {}, {}}}", run.host, run.start, run.finish);
}

/// By task. `parameters`: those that are not at their defaults.
inline std::vector<Run> runs(std::string_view name, const Platform& platform, const Workload& workload,
                             const Parameters& parameters = {}) {
  const Strategy& chosen = strategy(name);
  const SchedulingResult result = method_for<GraphMethod>(chosen, platform, workload)
                                      .schedule(platform, workload, resolve(name, chosen.parameters, parameters));
  std::vector<Run> runs;
  for (const Placement& placed : result.schedule.placements.front())
    runs.push_back({placed.processors.front(), placed.start, placed.finish});
  return runs;
}

inline std::vector<Run> runs(std::string_view name, const HostExample& example, const Parameters& parameters = {}) {
  return runs(name, example.platform(), example.workload(), parameters);
}

using Runs = std::vector<Run>;

/// Four independent tasks on two hosts.
inline const HostExample k_independent{{{4, 6}, {3, 8}, {3, 2}, {6, 7}}};

/// Two hosts; task 0 sends 2 bytes each to 1 and 2, and these 2 bytes each to 3. Mean times are 2.5, 3.5, 4 and 2, a
/// mean transfer takes 2 s. Longest ways to the exit: 8.5, 5.5, 6, 2 s in mean times alone; with transfers, which are
/// upward ranks, 12.5, 7.5, 8, 2 s.
inline const HostExample k_diamond{{{2, 3}, {4, 3}, {3, 5}, {2, 2}}, {{0, 1, 2}, {0, 2, 2}, {1, 3, 2}, {2, 3, 2}}};

// clang-format off
/// The ten tasks on three hosts of Topcuoglu, Hariri, Wu, TPDS 2002, figure 2 and table 1.
inline const HostExample k_heft_paper{
    {{14, 16, 9}, {13, 19, 18}, {11, 13, 19}, {13, 8, 17}, {12, 13, 10},
     {13, 16, 9}, {7, 15, 11}, {5, 11, 14}, {18, 12, 20}, {21, 7, 16}},
    {{0, 1, 18}, {0, 2, 12}, {0, 3, 9}, {0, 4, 11}, {0, 5, 14}, {1, 7, 19}, {1, 8, 16}, {2, 6, 23},
     {3, 7, 27}, {3, 8, 23}, {4, 8, 13}, {5, 7, 15}, {6, 9, 17}, {7, 9, 11}, {8, 9, 13}}};

/// Those of Arabnejad, Barbosa, TPDS 2014, figure 1.
inline const HostExample k_peft_paper{
    {{22, 21, 36}, {22, 18, 18}, {32, 27, 43}, {7, 10, 4}, {29, 27, 35},
     {26, 17, 24}, {14, 25, 30}, {29, 23, 36}, {15, 21, 8}, {13, 16, 33}},
    {{0, 1, 17}, {0, 2, 31}, {0, 3, 29}, {0, 4, 13}, {0, 5, 7}, {1, 7, 3}, {1, 8, 30}, {2, 6, 16},
     {3, 7, 11}, {3, 8, 7}, {4, 8, 57}, {5, 7, 5}, {6, 9, 9}, {7, 9, 42}, {8, 9, 7}}};
// clang-format on

/// An instance for sequential tasks, also of a random kind: small whole numbers, so that many are equal, or arbitrary
/// ones; a mesh, or clusters whose processors are hosts; related or unrelated machines; sometimes a release date. A
/// solution deals the tasks to the processors in turn.
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
    task.place.processor = to % processor_count(drawn.platform);
    for (int from = 0; from < to; ++from)
      if (random.uniform_real(0, 1) < density)
        edges.push_back({from, to, static_cast<double>(random.uniform_integer(0, 1)) * drawn_amount(random, is_whole)});
  }
  drawn.workload = workload({std::move(tasks), std::move(edges)});
  if (random.uniform_integer(0, 3) == 0) drawn.workload.applications.front().release_date = 5;
  return drawn;
}

}  // namespace palio::test
