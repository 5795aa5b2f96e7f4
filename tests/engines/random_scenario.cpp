#include "tests/engines/random_scenario.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "platforms/model/platform.h"

namespace palio::test {
namespace {

class Draws {
public:
  explicit Draws(std::uint64_t seed) : random_(seed) {
    few_values_ = chance(0.5);
    scale_ = one_of<double>({1, 1, 1.25e8, 1e12});
  }

  RandomScenario scenario() { return scenario_on(platform()); }
  RandomScenario mesh_scenario() { return scenario_on(mesh()); }

  RandomBags bags() {
    RandomBags drawn{star(), {}};
    drawn.star.port_model = chance(0.4) ? PortModel::multi_port : PortModel::one_port;
    double date = quantity(0, 5);
    for (int left = number(1, 5); left > 0; --left) {
      drawn.batch.applications.push_back({"", number(1, 15), quantity(1, 30), scale_ * quantity(1, 30), date});
      if (chance(0.6)) date += quantity(0, 60);
    }
    return drawn;
  }

  RandomFiles files() {
    RandomFiles drawn{star(), {}};
    drawn.tasks.flop = quantity(1, 30);
    drawn.tasks.output_bytes = chance(0.5) ? 0 : scale_ * quantity(1, 10);
    const int count = chance(0.5) ? 1 : number(2, 6);
    for (int file = 0; file < count; ++file) {
      drawn.tasks.file_bytes.push_back(scale_ * quantity(1, 20));
      drawn.tasks.file_of_task.insert(drawn.tasks.file_of_task.end(), static_cast<std::size_t>(number(1, 15)), file);
    }
    return drawn;
  }

private:
  void decide_later(Schedule& schedule) {
    for (std::vector<Placement>& placements : schedule.placements)
      for (Placement& placed : placements)
        if (chance(0.5)) placed.not_before = quantity(0, 20);
  }

  // After something that is before a task in the order of all starts; often at once.
  int moment(Schedule& schedule, Ending after) {
    schedule.moments.push_back({after, chance(0.5) ? 0 : quantity(0, 20)});
    return static_cast<int>(schedule.moments.size()) - 1;
  }

  void decide_meanwhile(Schedule& schedule) {
    std::vector<Ending> before{{}};  // the tasks of earlier starts
    for (int app = 0; app < static_cast<int>(schedule.placements.size()); ++app)
      for (int task = 0; task < static_cast<int>(schedule.placements[static_cast<std::size_t>(app)].size()); ++task) {
        const Ending after = before[static_cast<std::size_t>(number(0, static_cast<int>(before.size()) - 1))];
        if (chance(0.5))
          schedule.placements[static_cast<std::size_t>(app)][static_cast<std::size_t>(task)].moment =
              moment(schedule, after);
        before.push_back({app, task});
      }
  }

  // As after decisions that were taken when senders had ended: some receivers were first on others' processors.
  void send_again(RandomScenario& drawn) {
    for (std::size_t app = 0; app < drawn.schedule.placements.size(); ++app) {
      std::vector<Placement>& placements = drawn.schedule.placements[app];
      for (const Edge& edge : drawn.workload.applications[app].graph.edges()) {
        if (chance(0.5)) continue;
        Placement& receiver = placements[static_cast<std::size_t>(edge.to)];
        Resent resent{static_cast<int>(app), edge.from, edge.to, receiver, quantity(0, 40)};
        resent.leaves = moment(drawn.schedule, {static_cast<int>(app), edge.from});
        if (receiver.moment < 0) receiver.moment = resent.leaves;
        if (chance(0.5)) {
          resent.first = placements[static_cast<std::size_t>(number(0, static_cast<int>(placements.size()) - 1))];
          resent.left = resent.earliest + quantity(0, 30);
          resent.arrival = resent.left + quantity(1, 20);
          resent.arrives = moment(drawn.schedule, {-1, resent.leaves});
        }
        drawn.schedule.resent.push_back(std::move(resent));
      }
    }
  }

  Star star() {
    Star star{{}, chance(0.3) ? scale_ * 1e6 : scale_ * quantity(1, 20), PortModel::one_port};
    const Worker first{quantity(1, 4), {scale_ * quantity(1, 20), latency()}};
    const bool all_alike = chance(0.4);
    for (int left = number(1, 12); left > 0; --left)
      star.workers.push_back(all_alike ? first : Worker{quantity(1, 4), {scale_ * quantity(1, 20), latency()}});
    return star;
  }

  // Starts that keep every processor's order in line with the precedences.
  struct Order {
    double next = 0;
  };

  RandomScenario scenario_on(Platform platform) {
    RandomScenario drawn;
    drawn.platform = std::move(platform);
    const int applications = chance(0.3) ? number(2, 4) : 1;
    Order order;
    for (int app = 0; app < applications; ++app) {
      drawn.workload.applications.push_back({"", graph(), app > 0 && chance(0.7) ? quantity(0, 20) : 0});
      drawn.schedule.placements.push_back(placements(drawn.platform, drawn.workload.applications.back().graph, order));
    }
    if (chance(0.3)) decide_later(drawn.schedule);
    if (chance(0.3)) decide_meanwhile(drawn.schedule);
    if (chance(0.3)) send_again(drawn);
    return drawn;
  }

  bool chance(double share) { return random_.uniform_real(0, 1) < share; }
  int number(int low, int high) { return static_cast<int>(random_.uniform_integer(low, high)); }

  template <class Value>
  Value one_of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(number(0, static_cast<int>(values.size()) - 1))];
  }

  // One of three, or any.
  double quantity(double low, double high) {
    if (few_values_) return one_of<double>({std::max(low, 1.0), (std::max(low, 1.0) + high) / 2, high});
    return random_.uniform_real(low, high);
  }

  double latency() {
    switch (number(0, 5)) {
      case 0:
      case 1: return 0;
      case 2: return 1e-10;
      case 3: return 0.5;
      case 4: return 1e-4;
      default: return random_.uniform_real(0, 2);
    }
  }

  Link link() { return {scale_ * quantity(1, 20), no_latency_ ? 0 : latency()}; }

  // Two messages of the same pair meet often: there are few hosts.
  Platform mesh() {
    no_latency_ = chance(0.25);
    Platform platform;
    platform.interconnect = Interconnect::mesh;
    const int hosts = number(1, 5);
    for (int host = 0; host < hosts; ++host) platform.clusters.push_back({"h", 1, quantity(1, 4), {}, {}, {}});
    const bool all_alike = chance(0.3);
    const Link first = link();
    for (int pair = 0; pair < hosts * hosts; ++pair) platform.pair_links.push_back(all_alike ? first : link());
    platform.tcp_gamma = gamma();
    if (chance(0.5)) add_contention(platform);
    return platform;
  }

  double gamma() { return chance(0.5) ? 0 : scale_ * one_of<double>({1, 20000, random_.uniform_real(0.1, 100)}); }

  Platform platform() {
    no_latency_ = chance(0.25);
    const bool all_alike = chance(0.4);
    Platform platform;
    const int clusters = number(1, 4);
    for (int k = 0; k < clusters; ++k) {
      Cluster cluster{"c", chance(0.2) ? 1 : number(1, 10), quantity(1, 4), link(), {}, link()};
      if (all_alike && k > 0)
        cluster = {"c",
                   number(1, 10),
                   platform.clusters[0].speed,
                   platform.clusters[0].processor_link,
                   {},
                   platform.clusters[0].uplink};
      // Usually as fast as the links, as in the studies; or of any speed; or so fast that it bounds nothing.
      const double way = random_.uniform_real(0, 1);
      cluster.cluster_switch = way < 0.5 ? Link{cluster.processor_link.bandwidth, 0} : link();
      if (way > 0.8) cluster.cluster_switch.bandwidth = 1e18;
      platform.clusters.push_back(cluster);
    }
    platform.backbone = link();
    platform.interconnect =
        one_of<Interconnect>({Interconnect::backbone, Interconnect::uplinks, Interconnect::shared_switch});
    platform.shared_switch = chance(0.5) ? Link{platform.clusters[0].processor_link.bandwidth, 0} : link();
    platform.tcp_gamma = gamma();
    return platform;
  }

  double volume() {
    switch (number(0, 9)) {
      case 0: return 0;
      case 1: return 1e-6;
      case 2: return 1e15;
      case 3: return random_.uniform_real(1e-3, 1);
      default: return scale_ * quantity(1, 200);
    }
  }

  TaskGraph graph() {
    const int tasks = number(2, 14);
    const auto density = one_of<double>({0, 0.1, 0.3, 0.6});
    const bool fork_join = chance(0.2);
    std::vector<Task> nodes;
    std::vector<Edge> edges;
    for (int t = 0; t < tasks; ++t) {
      nodes.push_back({chance(0.05) ? 1e-9 : quantity(1, 30), one_of<double>({0, 0.25, 1}), ""});
      for (int parent = 0; parent < t; ++parent) {
        const bool wanted = fork_join ? parent == 0 || t == tasks - 1 : chance(density);
        if (wanted) edges.push_back({parent, t, volume()});
      }
    }
    return {std::move(nodes), std::move(edges)};
  }

  std::vector<Placement> placements(const Platform& platform, const TaskGraph& graph, Order& order) {
    const bool one_place = chance(0.15);
    std::vector<Placement> placements;
    for (int t = 0; t < graph.task_count(); ++t) {
      Placement placed{number(0, static_cast<int>(platform.clusters.size()) - 1), {}, order.next, order.next + 1};
      order.next += 1;
      const int first = first_processor(platform, placed.cluster);
      const int size = platform.clusters[static_cast<std::size_t>(placed.cluster)].processors;
      const auto share = one_of<double>({0.2, 0.5, 1});
      while (placed.processors.empty())
        for (int p = first; p < first + size; ++p)
          if (chance(share)) placed.processors.push_back(p);
      if (one_place && t > 0) {
        placed.cluster = placements[0].cluster;
        placed.processors = placements[0].processors;
      }
      placements.push_back(std::move(placed));
    }
    return placements;
  }

  RandomStream random_;
  bool few_values_ = false;
  bool no_latency_ = false;
  double scale_ = 1;  // byte/s
};

}  // namespace

RandomScenario random_scenario(std::uint64_t seed) { return Draws(seed).scenario(); }

RandomScenario random_mesh_scenario(std::uint64_t seed) { return Draws(seed).mesh_scenario(); }

RandomBags random_bags(std::uint64_t seed) { return Draws(seed).bags(); }

RandomFiles random_files(std::uint64_t seed) { return Draws(seed).files(); }

}  // namespace palio::test
