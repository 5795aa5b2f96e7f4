// simgrid_simulator() against the straightforward simulation, with byte matrices between processors; on a platform made
// for it, or read by SimGrid from the file that the platform is exported to.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "platforms/explicit/simgrid_xml.h"
#include "platforms/model/platform.h"
#include "tests/runners/engines/simgrid/reference_simulation.h"
#include "tests/support/isolated_simulation.h"
#include "tests/support/simgrid_document.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// Both count progress in shares of an activity and sum loads in different orders.
constexpr double k_oracle_tolerance = 1e-9;

enum class Places { clusters, mesh, contended_mesh };

class RandomScenario {
public:
  RandomScenario(std::uint64_t seed, Places places) : random_(seed) {
    places == Places::clusters ? draw_platform() : draw_mesh();
    if (places == Places::contended_mesh) add_contention(platform);
    draw_graph();
    draw_placements();
    if (places == Places::clusters) draw_interconnect();
  }

  Platform platform;
  Workload workload;
  Schedule schedule;

private:
  int draw(int low, int high) { return static_cast<int>(random_.uniform_integer(low, high)); }
  Link draw_link() { return {random_.uniform_real(1, 20), random_.uniform_real(0, 2)}; }

  // Switches may be slower than the links, latencies zero, and TCP-gamma may bind or not.
  void draw_platform() {
    const int clusters = draw(1, 3);
    for (int k = 0; k < clusters; ++k)
      platform.clusters.push_back(
          {"\"c\" & <d>\n", draw(1, 12), random_.uniform_real(1, 4), draw_link(), draw_link(), draw_link()});
    platform.backbone = draw_link();
    if (draw(0, 3) == 0) platform.clusters[0].processor_link.latency = platform.clusters[0].cluster_switch.latency = 0;
    platform.tcp_gamma = draw(0, 1) == 0 ? 0 : random_.uniform_real(1, 400);
  }

  void draw_mesh() {
    platform.interconnect = Interconnect::mesh;
    const int hosts = draw(1, 5);
    for (int host = 0; host < hosts; ++host)
      platform.clusters.push_back({"\"h\" & <i>\x01", 1, random_.uniform_real(1, 4), {}, {}, {}});
    for (int pair = 0; pair < hosts * hosts; ++pair) platform.pair_links.push_back(draw_link());
    platform.tcp_gamma = draw(0, 1) == 0 ? 0 : random_.uniform_real(1, 400);
  }

  // Drawn last, so that the draws above do not depend on them.
  void draw_interconnect() {
    platform.interconnect = static_cast<Interconnect>(draw(0, 2));
    platform.shared_switch = draw_link();
    if (draw(0, 3) == 0) platform.shared_switch.latency = 0;
  }

  void draw_graph() {
    const int tasks = draw(2, 12);
    std::vector<Task> nodes;
    std::vector<Edge> edges;
    for (int t = 0; t < tasks; ++t) {
      nodes.push_back({random_.uniform_real(1, 30), random_.uniform_real(0, 0.25), ""});
      for (int parent = 0; parent < t; ++parent)
        if (draw(0, 2) == 0) edges.push_back({parent, t, draw(0, 5) == 0 ? 0.0 : random_.uniform_real(1, 200)});
    }
    workload.applications.push_back({"", {std::move(nodes), std::move(edges)}, 0});
  }

  // Any processors; the order of tasks is that of their numbers, which is a topological one.
  void draw_placements() {
    std::vector<Placement>& placements = schedule.placements.emplace_back();
    for (int t = 0; t < workload.applications[0].graph.task_count(); ++t) {
      Placement placed{draw(0, static_cast<int>(platform.clusters.size()) - 1), {}, double(t), double(t) + 1};
      const int first = first_processor(platform, placed.cluster);
      const int size = platform.clusters[placed.cluster].processors;
      while (placed.processors.empty())
        for (int p = first; p < first + size; ++p)
          if (draw(0, 1) == 0) placed.processors.push_back(p);
      placements.push_back(std::move(placed));
    }
  }

  RandomStream random_;
};

void expect_near(double value, double expected) {
  EXPECT_NEAR(value, expected, k_oracle_tolerance * std::max(1.0, expected));
}

// 20 times 25 scenarios of each.
class SimulatorOracle : public testing::TestWithParam<std::uint64_t> {};

using ReferenceRun = Execution (*)(const RandomScenario& scenario);

Execution by_hand(const RandomScenario& scenario) {
  return test::reference_simulation(scenario.platform, scenario.workload, scenario.schedule);
}

Execution on_exported_platform(const RandomScenario& scenario) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("platform.xml", to_simgrid_xml(scenario.platform));
  return test::reference_simulation_on_file(file, static_cast<std::size_t>(processor_count(scenario.platform)),
                                            scenario.workload, scenario.schedule);
}

void expect_dates_of(const Execution& simulated, const Execution& expected) {
  ASSERT_EQ(simulated.transfers.size(), expected.transfers.size());
  for (std::size_t i = 0; i < expected.transfers.size(); ++i) {
    expect_near(simulated.transfers[i].start, expected.transfers[i].start);
    expect_near(simulated.transfers[i].finish, expected.transfers[i].finish);
  }
  for (std::size_t t = 0; t < expected.schedule.placements[0].size(); ++t) {
    expect_near(simulated.schedule.placements[0][t].start, expected.schedule.placements[0][t].start);
    expect_near(simulated.schedule.placements[0][t].finish, expected.schedule.placements[0][t].finish);
  }
}

void expect_dates_of(ReferenceRun reference, std::uint64_t first, Places places) {
  for (std::uint64_t round = 0; round < 25; ++round) {
    const RandomScenario scenario(first + round, places);
    const Execution expected = test::run_isolated(scenario.schedule, [&] { return reference(scenario); });
    const Execution simulated = test::simulate_isolated(scenario.platform, scenario.workload, scenario.schedule);
    expect_dates_of(simulated, expected);
    ASSERT_FALSE(testing::Test::HasFailure()) << "scenario " << first + round;
  }
}

// SimGrid's own view of the file, and the file itself to simulate on.
void expect_dates_on_what_is_read_again(std::uint64_t first, Places places) {
  for (std::uint64_t round = 0; round < 5; ++round) {
    const RandomScenario scenario(first + round, places);
    const Platform again = test::read_by_simgrid(to_simgrid_xml(scenario.platform));
    expect_dates_of(test::simulate_isolated(again, scenario.workload, scenario.schedule),
                    test::simulate_isolated(scenario.platform, scenario.workload, scenario.schedule));
    ASSERT_FALSE(testing::Test::HasFailure()) << "scenario " << first + round;
  }
}

TEST_P(SimulatorOracle, GivesTheDatesOfTheByteMatrices) {
  expect_dates_of(by_hand, GetParam() * 1000, Places::clusters);
}
TEST_P(SimulatorOracle, GivesTheDatesOfTheByteMatricesOnAMesh) {
  expect_dates_of(by_hand, GetParam() * 1000, Places::mesh);
}
TEST_P(SimulatorOracle, GivesTheDatesOfTheByteMatricesOnAMeshWithContention) {
  expect_dates_of(by_hand, GetParam() * 1000, Places::contended_mesh);
}
TEST_P(SimulatorOracle, GivesTheDatesOfTheExportedPlatform) {
  expect_dates_of(on_exported_platform, GetParam() * 1000, Places::clusters);
}
TEST_P(SimulatorOracle, GivesTheDatesOfTheExportedMesh) {
  expect_dates_of(on_exported_platform, GetParam() * 1000, Places::mesh);
  expect_dates_of(on_exported_platform, GetParam() * 1000, Places::contended_mesh);
}
TEST_P(SimulatorOracle, GivesItsDatesOnTheExportedPlatformReadAgain) {
  expect_dates_on_what_is_read_again(GetParam() * 1000, Places::clusters);
  expect_dates_on_what_is_read_again(GetParam() * 1000, Places::mesh);
}
INSTANTIATE_TEST_SUITE_P(RandomScenarios, SimulatorOracle, testing::Range(std::uint64_t{1}, std::uint64_t{21}));

}  // namespace
}  // namespace palio
