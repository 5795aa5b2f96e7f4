// What Palio sees of a file that SimGrid has read, and the dates on it, worked out by hand.
#include "runners/engines/simgrid/platform/platform_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "platforms/explicit/simgrid_xml.h"
#include "platforms/family.h"
#include "platforms/model/comm_estimate.h"
#include "runners/engines/simgrid/engine.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"
#include "tests/support/isolated_simulation.h"
#include "tests/support/simgrid_document.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string file_of(const std::string& zones) {
  return R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
)" + zones +
         "\n</platform>\n";
}

// Two hosts behind links of their own, a host of two cores and one of one, a trunk between.
const std::string k_small = file_of(R"(<config><prop id="network/TCP-gamma" value="0"/></config>
<zone id="root" routing="Full">
  <cluster id="north" prefix="n" suffix="" radical="0-1" speed="2f" bw="10Bps" lat="1s" router_id="gate"/>
  <zone id="south" routing="Full">
    <host id="big" speed="4f" core="2"/>
    <host id="small" speed="1f"/>
    <link id="wire" bandwidth="5Bps" latency="2s"/>
    <route src="big" dst="small"><link_ctn id="wire"/></route>
  </zone>
  <link id="trunk" bandwidth="4Bps" latency="3s"/>
  <zoneRoute src="north" dst="south" gw_src="gate" gw_dst="big"><link_ctn id="trunk"/></zoneRoute>
</zone>)");

constexpr double k_none = Route::k_unbounded;

TEST(PlatformReading, FindsClustersCoresAndWhatRoutesAreMadeOf) {
  const Platform platform = test::read_by_simgrid(k_small);
  ASSERT_EQ(platform.clusters.size(), 3U);
  EXPECT_EQ(platform.clusters[0].name, "north");
  EXPECT_EQ(platform.clusters[0].processors, 2);
  EXPECT_EQ(platform.clusters[0].speed, 2);
  EXPECT_EQ(platform.clusters[1].name, "big");
  EXPECT_EQ(platform.clusters[1].processors, 2);
  EXPECT_EQ(platform.clusters[1].cores, 2);
  EXPECT_EQ(platform.clusters[2].name, "small");
  EXPECT_THAT(platform.loaded->hosts, ElementsAre("n0", "n1", "big", "small"));
  // Sender's link up, receiver's link down: 1 s each.
  EXPECT_EQ(loaded_route(platform, 0, 0), (Route{2, 10, 10, k_none}));
  EXPECT_EQ(loaded_route(platform, 0, 1), (Route{4, 10, k_none, 4}));
  EXPECT_EQ(loaded_route(platform, 1, 0), (Route{4, k_none, 10, 4}));
  EXPECT_EQ(loaded_route(platform, 0, 2), (Route{6, 10, k_none, 4}));  // up, trunk, wire
  EXPECT_EQ(loaded_route(platform, 1, 2), (Route{2, k_none, k_none, 5}));
  EXPECT_EQ(loaded_route(platform, 1, 1), Route());
}

// t0: 8 flop on both hosts of north, 2 s. Its 40 byte go to the cores of big: 4 s of latency, 10 s through the trunk.
// t1: 16 flop on both cores, 16 to 18 s. t2 has its 10 byte at once, on the same host: 18 to 19 s. t3 on small has its
// 10 byte after 2 s of latency and 2 s on the wire: 23 to 26 s. t4 on a host of north has its 20 byte after 4 s and 5 s
// through the trunk: 27 to 28 s.
TEST(PlatformReading, GivesDatesByTheRoutesOfTheFile) {
  const Platform platform = test::read_by_simgrid(k_small);
  const Workload workload = test::workload(
      test::graph({{8, 0}, {16, 0}, {4, 0}, {3, 0}, {2, 0}}, {{0, 1, 40}, {1, 2, 10}, {2, 3, 10}, {1, 4, 20}}));
  Schedule schedule;
  schedule.placements = {{{0, {0, 1}, 0, 1}, {1, {2, 3}, 1, 2}, {1, {2}, 2, 3}, {2, {4}, 3, 4}, {0, {0}, 4, 5}}};
  const Execution execution = test::simulate_isolated(platform, workload, schedule);
  const std::vector<Placement>& placed = execution.schedule.placements[0];
  const std::vector<std::pair<double, double>> expected{{0, 2}, {16, 18}, {18, 19}, {23, 26}, {27, 28}};
  for (std::size_t task = 0; task < expected.size(); ++task) {
    EXPECT_NEAR(placed[task].start, expected[task].first, 1e-9) << task;
    EXPECT_NEAR(placed[task].finish, expected[task].second, 1e-9) << task;
  }
}

// Half of the hosts share a wire: they are no cluster.
TEST(PlatformReading, TakesHostsApartWhoseRoutesDiffer) {
  const Platform platform = test::read_by_simgrid(file_of(R"(<zone id="z" routing="Floyd">
    <host id="a" speed="1f"/><host id="b" speed="1f"/><host id="c" speed="1f"/>
    <link id="ab" bandwidth="1Bps" latency="1s"/><link id="bc" bandwidth="2Bps" latency="2s" sharing_policy="FATPIPE"/>
    <route src="a" dst="b"><link_ctn id="ab"/></route><route src="b" dst="c"><link_ctn id="bc"/></route></zone>)"));
  EXPECT_EQ(platform.clusters.size(), 3U);
  EXPECT_EQ(loaded_route(platform, 0, 2), (Route{3, 2, k_none, 1}));
  EXPECT_EQ(loaded_route(platform, 2, 1), (Route{2, 2, k_none, k_none}));
}

// The message when SimGrid ends its process; empty if it reads the file.
std::string end_of_reading(const std::string& file) {
  try {
    test::simgrid_document(file);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

// 95 W idle, 200 W busy; of a host of two cores half for each. The second speed of c, which it has, draws 60 to 90 W.
// A core of d would draw more if it is the first, so nothing is known; e says nothing.
TEST(PlatformReading, KnowsThePowerOfACore) {
  const auto host = [](const std::string& id, const std::string& more, const std::string& watts) {
    return "<host id=\"" + id + "\" speed=\"4f,2f\" " + more + "><prop id=\"wattage_per_state\" value=\"" + watts +
           "\"/></host>";
  };
  const auto read = [](const std::string& hosts) {
    return test::read_by_simgrid(
        file_of("<zone id=\"z\" routing=\"Full\"><prop id=\"x\" value=\"y\"/>" + hosts + "</zone>"));
  };
  const auto power = [&](const std::string& hosts) { return read(hosts).clusters.at(0).power; };
  EXPECT_EQ(power(host("a", "", "95.0:200.0, 60:90")), (Power{95, 200}));
  EXPECT_EQ(power(host("a", "", "95.0:120.0:200.0")), (Power{95, 200}));
  EXPECT_EQ(power(host("b", "core=\"2\"", "95:200")), (Power{47.5, 100}));
  EXPECT_EQ(power(host("b", "core=\"2\"", "95:95:200")), (Power{47.5, 100}));
  EXPECT_EQ(power(host("c", "pstate=\"1\"", "95:200, 60:90")), (Power{60, 90}));
  EXPECT_EQ(power(host("d", "core=\"2\"", "95:120:200")), std::nullopt);
  EXPECT_EQ(power("<host id=\"e\" speed=\"1f\"/>"), std::nullopt);
  for (const char* wrong : {"95", "95:x", "-1:2", "1:2:3:4", "nan:2", "1:inf", ":"})
    EXPECT_THAT(end_of_reading(file_of("<zone id=\"z\" routing=\"Full\">" + host("a", "", wrong) + "</zone>")),
                HasSubstr("host a has the wattage_per_state \"" + std::string(wrong) +
                          "\", must be Idle:Busy or Idle:Epsilon:Busy in W for each speed"));
}

// A ring of four: at most two hops of 1 s, each over a link of 10 byte/s.
// SimGrid 4.0 crashes on every cluster with a topology.
TEST(PlatformReading, TakesATorusForOneClusterOrSaysWhereSimGridCrashes) {
  const std::string ring = file_of(
      R"(<cluster id="ring" prefix="r" suffix="" radical="0-3" speed="1f" bw="10Bps" lat="1s" topology="TORUS"
         topo_parameters="4"/>)");
  if (simgrid_engine().version == "4.0") {
    EXPECT_THAT(end_of_reading(ring), AllOf(HasSubstr("signal 11"), HasSubstr("\np.xml:5: SimGrid ends here")));
    return;
  }
  const Platform platform = test::read_by_simgrid(ring);
  ASSERT_EQ(platform.clusters.size(), 1U);
  EXPECT_EQ(platform.clusters[0].processors, 4);
  EXPECT_EQ(route_latency(platform, 0, 0), 2);
  EXPECT_EQ(route_bandwidth(platform, 0, 0), 10);
}

// A wire between a and b alone.
const std::string k_gap = file_of(R"(<zone id="z" routing="Full">
  <host id="a" speed="1f"/><host id="b" speed="1f"/><host id="c" speed="2f"/><host id="d" speed="2f"/>
  <link id="ab" bandwidth="5Bps" latency="3s"/><route src="a" dst="b"><link_ctn id="ab"/></route></zone>)");

Platform with_used_hosts(const std::string& document, const std::string& hosts) {
  return as<Platform>(
      build_simgrid_platform({"simgrid", {{"path", "p.xml"}, {"used_hosts", hosts}, {"digest", ""}}}, document));
}

TEST(PlatformReading, NeedsRoutesOnlyBetweenTheHostsThatAreUsed) {
  const std::string document = test::simgrid_document(k_gap);
  EXPECT_THAT(test::error_of([&] { any_platform_from_json(document, "p.json"); }),
              AllOf(HasSubstr("p.json: "), HasSubstr("no route from host a to host c"), HasSubstr("used_hosts")));
  const Platform pair = with_used_hosts(document, "b  a");
  ASSERT_EQ(pair.clusters.size(), 1U);
  EXPECT_EQ(pair.clusters[0].processors, 2);
  EXPECT_THAT(pair.loaded->hosts, ElementsAre("a", "b"));
  EXPECT_EQ(route_latency(pair, 0, 0), 3);
  const Platform single = with_used_hosts(document, "d");
  EXPECT_THAT(single.loaded->hosts, ElementsAre("d"));
  EXPECT_EQ(loaded_route(single, 0, 0), Route());
  EXPECT_THAT(test::error_of([&] { with_used_hosts(document, "c d"); }),
              HasSubstr("p.xml: SimGrid finds no route from host c to host d"));
  EXPECT_THAT(test::error_of([&] { with_used_hosts(document, " "); }), HasSubstr("used_hosts names no host"));
  EXPECT_THAT(test::error_of([&] { with_used_hosts(document, "a bb"); }),
              HasSubstr("used_hosts has \"bb\", which is not a host of the file (did you mean \"b\"?)"));
}

TEST(PlatformReading, SimulatesOnTheHostsThatAreUsed) {
  const Platform pair = with_used_hosts(test::simgrid_document(k_gap), "a b");
  const Workload workload = test::workload(test::graph({{4, 0}, {4, 0}}, {{0, 1, 20}}));
  Schedule schedule;
  schedule.placements = {{{0, {0}, 0, 4}, {0, {1}, 4, 8}}};
  const Execution execution = test::simulate_isolated(pair, workload, schedule);
  EXPECT_NEAR(execution.schedule.placements[0][1].start, 11, 1e-9);  // 4 s, 3 s of latency, 4 s for 20 byte
}

// Looking at all pairs would take minutes.
TEST(PlatformReading, LooksAtTheHostsOfALargeClusterOneByOne) {
  const auto cluster = [](const std::string& name, const std::string& hosts) {
    return R"(<cluster id=")" + name + R"(" prefix=")" + name + R"(" suffix="" radical="0-)" + hosts +
           R"(" speed="2f" bw="10Bps" lat="1s" bb_bw="20Bps" bb_lat="0.5s" router_id="gate-)" + name + R"("/>)";
  };
  const Platform platform =
      test::read_by_simgrid(file_of(R"(<zone id="root" routing="Full">)" + cluster("n", "9999") + cluster("s", "4999") +
                                    R"(<link id="trunk" bandwidth="4Bps" latency="3s"/>
         <zoneRoute src="n" dst="s" gw_src="gate-n" gw_dst="gate-s"><link_ctn id="trunk"/></zoneRoute></zone>)"));
  ASSERT_EQ(platform.clusters.size(), 2U);
  EXPECT_EQ(platform.clusters[0].processors, 10'000);
  EXPECT_EQ(loaded_route(platform, 0, 0), (Route{2.5, 10, 10, 20}));
  EXPECT_EQ(loaded_route(platform, 1, 0), (Route{6, 10, 10, 4}));  // up, backbone, trunk, backbone, down
}

// From a to b, which share their link, it is crossed once.
TEST(PlatformReading, TakesHostsOfAStarApartThatShareALink) {
  const auto star = [](const std::string& of_b) {
    const auto host = [](const std::string& name, const std::string& link) {
      return R"(<host_link id=")" + name + R"(" up=")" + link + R"(" down=")" + link + R"("/>)";
    };
    std::string links, hosts;
    for (const std::string name : {"a", "b", "c", "d"}) {
      hosts += R"(<host id=")" + name + R"(" speed="1f"/>)";
      links += R"(<link id="l)" + name + R"(" bandwidth="10Bps" latency="1s"/>)";
    }
    return file_of(R"(<zone id="z" routing="Cluster">)" + hosts + links + host("a", "la") + host("b", of_b) +
                   host("c", "lc") + host("d", "ld") + R"(<router id="centre"/></zone>)");
  };
  EXPECT_EQ(test::read_by_simgrid(star("lb")).clusters.size(), 1U);
  const Platform apart = test::read_by_simgrid(star("la"));
  ASSERT_EQ(apart.clusters.size(), 4U);
  EXPECT_EQ(route_latency(apart, 0, 1), 1);
  EXPECT_EQ(route_latency(apart, 0, 2), 2);
}

TEST(PlatformReading, PassesOnWhatSimGridRefusesWithTheLine) {
  EXPECT_THAT(
      test::error_of([] {
        test::simgrid_document(file_of("<zone id=\"z\" routing=\"Full\">\n<host id=\"a\" speed=\"fast\"/></zone>"));
      }),
      HasSubstr("p.xml:5: "));
}

TEST(PlatformReading, SaysWhereSimGridAborts) {
  EXPECT_THAT(end_of_reading(file_of("<zone id=\"z\" routing=\"Mole\">\n<host id=\"a\" speed=\"1f\"/></zone>")),
              HasSubstr("\np.xml:4: SimGrid ends here"));
}

TEST(PlatformReading, ReadsAStarThatPalioExported) {
  const Star star{{{2, {25, 0.5}}, {0.1, {5, 0.5}}}, 12.5, PortModel::multi_port};
  const AnyPlatform again = any_platform_from_json(test::simgrid_document(to_simgrid_xml(star)), "p.json");
  const auto& read = as<Star>(again);
  EXPECT_EQ(read.master_bandwidth, 12.5);
  EXPECT_EQ(read.port_model, PortModel::multi_port);
  ASSERT_EQ(read.workers.size(), 2U);
  EXPECT_EQ(read.workers[0].speed, 2);
  EXPECT_EQ(read.workers[1].speed, 0.1);
  EXPECT_EQ(read.workers[0].link.bandwidth, 25);
  EXPECT_EQ(read.workers[1].link.bandwidth, 5);
  EXPECT_EQ(read.workers[1].link.latency, 0.5);
}

TEST(PlatformReading, RefusesAStarWithoutAMasterOrWithOtherWays) {
  const std::string star = to_simgrid_xml(Star{{{2, {25, 0.5}}, {1, {5, 0.5}}}, 12.5, PortModel::one_port});
  const auto error_with = [&](const std::string& words, const std::string& others) {
    std::string changed = star;
    for (std::size_t at = 0; (at = changed.find(words, at)) != std::string::npos; at += others.size())
      changed.replace(at, words.size(), others);
    return test::error_of([&] { test::simgrid_document(changed); });
  };
  EXPECT_THAT(error_with("\"master\"", "\"boss\""), HasSubstr("p.xml: there is no host master"));
  EXPECT_THAT(error_with("\"worker1-down\" bandwidth=\"5Bps\"", "\"worker1-down\" bandwidth=\"6Bps\""),
              HasSubstr("host worker1 has other links back"));
}

std::vector<std::string> recipes() {
  return {"random-multi-cluster:clusters=3,min_speed=1e9,heterogeneity=2,sample=0,seed=1",
          "one-cluster:cluster_processors=2,speed=1e9",
          "one-cluster:cluster_processors=5,speed=1e9",
          "grid5000-site:site=lille",
          "grid5000-site:site=sophia",
          "grid5000-cluster:cluster=chti",
          "mesh:hosts=5,heterogeneity=2,sample=0,seed=1"};
}

// So strategies plan on it as on the platform that was exported. The dates are compared in simulator_oracle_test.cpp.
TEST(PlatformReading, SeesAnExportedPlatformAsItWas) {
  for (const std::string& text : recipes()) {
    const PlatformFamily& family = platform_family(recipe_name(text));
    const auto platform = as<Platform>(family.build(parse_recipe(text, family.parameters), {}));
    const Platform again = test::read_by_simgrid(to_simgrid_xml(platform));
    ASSERT_EQ(again.clusters.size(), platform.clusters.size()) << text;
    for (std::size_t k = 0; k < platform.clusters.size(); ++k) {
      EXPECT_EQ(again.clusters[k].name, platform.clusters[k].name) << text;
      EXPECT_EQ(again.clusters[k].processors, platform.clusters[k].processors) << text;
      EXPECT_EQ(again.clusters[k].speed, platform.clusters[k].speed) << text;
    }
    const int clusters = static_cast<int>(platform.clusters.size());
    const auto at_most = [&](int wanted, int cluster) {
      return std::min(wanted, platform.clusters[cluster].processors);
    };
    for (int a = 0; a < clusters; ++a)
      for (int b = 0; b < clusters; ++b)
        for (const int n : {1, 2}) {
          const int m = at_most(n, a), receivers = at_most(3 - n, b);
          const double expected = CommEstimate(platform, 1e9, a, m, b).time(receivers);
          EXPECT_NEAR(CommEstimate(again, 1e9, a, m, b).time(receivers), expected, 1e-9 * expected) << text << a << b;
        }
    EXPECT_EQ(to_simgrid_xml(again), to_simgrid_xml(platform)) << text;
  }
}

}  // namespace
}  // namespace palio
