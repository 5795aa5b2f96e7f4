#include "platforms/formats/saga_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "platforms/explicit/platform_json.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

const std::string k_saga_three =
    R"({"name": "three", "task_graph": {"tasks": [{"name": "t", "cost": 1}], "dependencies": []},
"network": {"nodes": [
{"name": "b", "speed": 1.5},
{"name": "a", "speed": 50.0},
{"name": "c", "speed": 2.0}],
"edges": [
{"source": "a", "target": "b", "speed": 0.25},
{"source": "b", "target": "a", "speed": 0.25},
{"source": "a", "target": "a", "speed": null},
{"source": "c", "target": "b", "speed": 60.0},
{"source": "c", "target": "a", "speed": 7500.0}]}})";

std::string network_error(const std::string& from, const std::string& to) {
  std::string text = k_saga_three;
  text.replace(text.find(from), from.size(), to);
  return test::error_of([&] { read_saga_network(text, "g.json"); });
}

TEST(SagaNetwork, IsAMeshWithEqualLinksInBothDirections) {
  const Platform mesh = read_saga_network(k_saga_three, "g.json");
  EXPECT_EQ(mesh.interconnect, Interconnect::mesh);
  ASSERT_EQ(mesh.clusters.size(), 3U);
  EXPECT_EQ(mesh.clusters[0].name, "b");
  EXPECT_EQ(mesh.clusters[1].speed, 50);
  const auto link = [&](std::size_t from, std::size_t to) { return mesh.pair_links[from * 3 + to]; };
  for (const auto& [a, b, speed] : {std::tuple(0, 1, 0.25), std::tuple(0, 2, 60.0), std::tuple(1, 2, 7500.0)}) {
    EXPECT_EQ(link(a, b), (Link{speed, 0}));
    EXPECT_EQ(link(b, a), (Link{speed, 0}));
  }
  EXPECT_EQ(to_json(as<Platform>(any_platform_from_json(to_json(mesh), "again"))), to_json(mesh));
}

TEST(SagaNetwork, WhatIsWrongHasItsLine) {
  EXPECT_EQ(network_error("\"speed\": 1.5", "\"speed\": 0"),
            "g.json:3: network.nodes[0].speed is 0, must be a positive number");
  EXPECT_EQ(network_error("\"name\": \"c\"", "\"name\": \"a\""),
            "g.json:5: network.nodes[2].name is \"a\", the name of another node too");
  EXPECT_EQ(network_error("\"target\": \"a\", \"speed\": 0.25", "\"target\": \"a\", \"speed\": 0.5"),
            "g.json:8: network.edges[1] gives 0.5 for two nodes whose link has 0.25 already: a link has one speed in "
            "both directions");
  EXPECT_EQ(network_error("60.0", "-60.0"), "g.json:10: network.edges[3].speed is -60.0, must be a positive number");
  EXPECT_EQ(network_error("60.0", "null"), "g.json:10: network.edges[3].speed is null, must be a positive number");
  EXPECT_EQ(network_error("\"source\": \"c\", \"target\": \"b\"", "\"source\": \"c\", \"target\": \"d\""),
            "g.json:10: network.edges[3].target is \"d\", which is not the name of a node");
  EXPECT_EQ(network_error("\"source\": \"c\", \"target\": \"b\"", "\"source\": \"c\", \"target\": \"c\""),
            "g.json:6: network.edges has none between \"b\" and \"c\": a mesh has a link for each two hosts");
}

}  // namespace
}  // namespace palio
