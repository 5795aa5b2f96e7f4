
#include <gtest/gtest.h>

#include <string>

#include "platforms/explicit/platform_json.h"
#include "platforms/model/platform.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr const char* k_three =
    R"({"name": "a", "speed": 2e9}, {"name": "b", "speed": 1e9}, {"name": "c", "speed": 3e9})";
constexpr const char* k_others = R"(, "other_links": {"bandwidth": 9, "latency": 0})";

std::string mesh(const std::string& hosts, const std::string& links, const std::string& more = "") {
  return R"({"format": "palio-platform", "version": 1, "mesh": {"hosts": [)" + hosts + R"(], "links": [)" + links +
         "]" + more + "}}";
}

std::string pair(const std::string& ends, const std::string& bandwidth = "5", const std::string& latency = "0.5") {
  return "{" + ends + R"(, "bandwidth": )" + bandwidth + R"(, "latency": )" + latency + "}";
}

Platform read_mesh(const std::string& text) { return as<Platform>(any_platform_from_json(text, "p.json")); }

std::string mesh_error(const std::string& text) {
  return test::error_of([&] { any_platform_from_json(text, "p.json"); });
}

TEST(MeshFromJson, ReadsHostsAndLinksOfBothDirectionsAndOfOne) {
  const Platform platform =
      read_mesh(mesh(k_three,
                     pair(R"("between": ["a", "b"])", "5", "1") + "," + pair(R"("from": "c", "to": "a")", "6", "2") +
                         "," + pair(R"("from": "a", "to": "c")", "7", "3"),
                     k_others));
  EXPECT_EQ(platform.interconnect, Interconnect::mesh);
  ASSERT_EQ(platform.clusters.size(), 3U);
  EXPECT_EQ(platform.clusters[2].name, "c");
  EXPECT_EQ(platform.clusters[2].speed, 3e9);
  EXPECT_EQ(platform.clusters[2].processors, 1);
  EXPECT_EQ(route_bandwidth(platform, 0, 1), 5);
  EXPECT_EQ(route_latency(platform, 1, 0), 1);
  EXPECT_EQ(route_bandwidth(platform, 2, 0), 6);
  EXPECT_EQ(route_latency(platform, 0, 2), 3);
  EXPECT_EQ(route_bandwidth(platform, 1, 2), 9);
  EXPECT_EQ(route_latency(platform, 2, 1), 0);
}

TEST(MeshFromJson, OfOneHostNeedsNoLink) {
  const Platform platform = read_mesh(R"({"format": "palio-platform", "version": 1, "mesh": {"hosts": [
      {"name": "alone", "speed": 1}]}})");
  EXPECT_EQ(processor_count(platform), 1);
}

TEST(MeshFromJson, NeedsALinkForEachOrderedPairOnce) {
  EXPECT_EQ(mesh_error(mesh(k_three, pair(R"("between": ["a", "b"])") + "," + pair(R"("between": ["b", "c"])") + "," +
                                         pair(R"("from": "a", "to": "c")"))),
            "p.json:1: mesh has no link from \"c\" to \"a\": give it, or \"other_links\" for all pairs without one");
  EXPECT_EQ(mesh_error(mesh(k_three, pair(R"("between": ["a", "b"])") + "," + pair(R"("from": "b", "to": "a")"))),
            "p.json:1: mesh.links[1] is the second link from \"b\" to \"a\"");
}

TEST(MeshFromJson, RefusesLinksThatJoinNoTwoHosts) {
  const auto with = [](const std::string& ends) { return mesh_error(mesh(k_three, pair(ends), k_others)); };
  EXPECT_EQ(with(R"("between": ["a", "a"])"),
            "p.json:1: mesh.links[0] joins a host with itself, where data need no link");
  EXPECT_EQ(with(R"("between": ["a"])"), "p.json:1: mesh.links[0].between has 1 hosts, must have 2");
  EXPECT_EQ(with(R"("from": "a", "to": "d")"), "p.json:1: mesh.links[0].to is no host, \"d\" (valid: a, b, c)");
  EXPECT_EQ(with(R"("from": "a")"), "p.json:1: mesh.links[0] has no \"to\"");
  EXPECT_EQ(with(R"("between": ["a", "b"], "to": "b")"), "p.json:1: mesh.links[0].to makes no sense with \"between\"");
}

TEST(MeshFromJson, RefusesValuesThatMakeNoSense) {
  EXPECT_EQ(mesh_error(mesh("", "")), "p.json:1: mesh.hosts is empty, a mesh needs at least one host");
  EXPECT_EQ(mesh_error(mesh(R"({"name": "a", "speed": 1}, {"name": "a", "speed": 2})", "")),
            "p.json:1: mesh.hosts[1].name is \"a\", the name of another host too");
  EXPECT_EQ(mesh_error(mesh(R"({"name": "a", "speed": 0})", "")),
            "p.json:1: mesh.hosts[0].speed is 0, must be a positive number");
  EXPECT_EQ(mesh_error(mesh(k_three, pair(R"("between": ["a", "b"])", "0"))),
            "p.json:1: mesh.links[0].bandwidth is 0, must be a positive number");
  EXPECT_EQ(mesh_error(mesh(k_three, pair(R"("between": ["a", "b"])", "1", "-1"))),
            "p.json:1: mesh.links[0].latency is -1, must be a number that is not negative");
  EXPECT_EQ(mesh_error(mesh(k_three, "", R"(, "other_link": {})")),
            "p.json:1: mesh has an unknown key \"other_link\" (did you mean \"other_links\"?)");
}

// The fastest link of a: 10 byte/s to b; of c: 9 to all.
TEST(MeshFromJson, MayHaveContention) {
  const auto with = [](const std::string& word) {
    return mesh(k_three, pair(R"("between": ["a", "b"])", "10"),
                std::string(k_others) + R"(, "contention": ")" + word + "\"");
  };
  const Platform platform = read_mesh(with("on"));
  EXPECT_TRUE(has_contention(platform));
  EXPECT_EQ(platform.clusters[0].processor_link.bandwidth, 10);
  EXPECT_EQ(platform.clusters[2].processor_link.bandwidth, 9);
  EXPECT_FALSE(has_contention(read_mesh(with("off"))));
  EXPECT_EQ(mesh_error(with("yes")), "p.json:1: mesh.contention is \"yes\", must be \"on\" or \"off\"");
}

TEST(MeshFromJson, RefusesMoreHostsThanAMatrixOfLinksShouldHave) {
  std::string hosts;
  for (int host = 0; host <= k_most_hosts; ++host)
    hosts += (host == 0 ? "" : ",") + std::string(R"({"name": "h)") + std::to_string(host) + R"(", "speed": 1})";
  EXPECT_EQ(mesh_error(mesh(hosts, "", k_others)), "p.json:1: mesh.hosts has 2001 hosts, a mesh has at most 2000");
}

}  // namespace
}  // namespace palio
