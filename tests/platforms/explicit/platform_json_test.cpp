#include "platforms/explicit/platform_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "platforms/family.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Platform read_platform(const std::string& text) { return as<Platform>(any_platform_from_json(text, "p.json")); }

std::string platform_error(const std::string& text) {
  return test::error_of([&] { any_platform_from_json(text, "p.json"); });
}

std::string cluster_document(const std::string& clusters, const std::string& more = "") {
  return R"({"format": "palio-platform", "version": 1, )" + more + R"("clusters": [)" + clusters + "]}";
}

std::string cluster(const std::string& name, const std::string& more = "") {
  return R"({"name": ")" + name +
         R"(", "processors": 4, "speed": 2e9, "processor_link": {"bandwidth": 1e8, "latency": 1e-4})" + more + "}";
}

const std::string k_uplink = R"(, "uplink": {"bandwidth": 5e7, "latency": 0.5})";
const std::string k_backbone = R"("backbone": {"bandwidth": 3e9, "latency": 0.05}, )";

TEST(PlatformFromJson, ReadsOneClusterWithoutUplinkAndBackbone) {
  const Platform platform = read_platform(cluster_document(cluster("a")));
  ASSERT_EQ(platform.clusters.size(), 1U);
  const Cluster& read = platform.clusters[0];
  EXPECT_EQ(read.name, "a");
  EXPECT_EQ(read.processors, 4);
  EXPECT_EQ(read.speed, 2e9);
  EXPECT_EQ(read.processor_link, (Link{1e8, 1e-4}));
  EXPECT_EQ(platform.tcp_gamma, 0);
}

TEST(PlatformFromJson, ReadsThePowerOfAClusterAndWritesIt) {
  const Platform platform = read_platform(cluster_document(cluster("a", R"(, "idle_power": 40, "busy_power": 95.5)")));
  EXPECT_EQ(platform.clusters[0].power, (Power{40, 95.5}));
  EXPECT_EQ(read_platform(to_json(platform)).clusters[0].power, (Power{40, 95.5}));
  EXPECT_FALSE(read_platform(cluster_document(cluster("a"))).clusters[0].power);
  EXPECT_EQ(platform_error(cluster_document(cluster("a", R"(, "busy_power": 95.5)"))),
            "p.json:1: clusters[0] has no \"idle_power\"");
}

TEST(PlatformFromJson, ReadsSeveralClusters) {
  const Platform platform = read_platform(
      cluster_document(cluster("a", k_uplink) + "," + cluster("b", k_uplink), k_backbone + R"("tcp_gamma": 20000, )"));
  ASSERT_EQ(platform.clusters.size(), 2U);
  EXPECT_EQ(platform.clusters[1].name, "b");
  EXPECT_EQ(platform.clusters[1].uplink, (Link{5e7, 0.5}));
  EXPECT_EQ(platform.backbone.bandwidth, 3e9);
  EXPECT_EQ(platform.tcp_gamma, 20000);
}

TEST(PlatformFromJson, SwitchIsAsTheProcessorLinksUnlessGiven) {
  const Platform same = read_platform(cluster_document(cluster("a")));
  EXPECT_EQ(same.clusters[0].cluster_switch, (Link{1e8, 1e-4}));
  const Platform given = read_platform(cluster_document(cluster("a", R"(, "switch": {"bandwidth": 7, "latency": 8})")));
  EXPECT_EQ(given.clusters[0].cluster_switch, (Link{7, 8}));
}

TEST(PlatformFromJson, ReportsMalformedJsonWithLineAndColumn) {
  EXPECT_EQ(platform_error("{\n\"format\": palio}"),
            "p.json:2:11: malformed JSON: invalid literal; last read: '\"format\": p'");
}

TEST(PlatformFromJson, RefusesAnotherFormatOrVersion) {
  EXPECT_EQ(platform_error(R"({"format": "palio-workload", "version": 1})"),
            "p.json:1: format is \"palio-workload\", must be \"palio-platform\"");
  EXPECT_EQ(platform_error(R"({"format": "palio-platform", "version": 2})"),
            "p.json:1: version is 2, must be 1, the version that this Palio reads");
}

TEST(PlatformFromJson, RefusesUnknownKeys) {
  EXPECT_EQ(platform_error(cluster_document(cluster("a"), R"("gamma": 1, )")),
            "p.json:1: the document has an unknown key \"gamma\" (valid: format, version, tcp_gamma, interconnect, "
            "backbone, shared_switch, clusters)");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", R"(, "uplnk": 1)"))),
            "p.json:1: clusters[0] has an unknown key \"uplnk\" (did you mean \"uplink\"?)");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", R"(, "switch": {"bandwith": 1})"))),
            "p.json:1: clusters[0].switch has an unknown key \"bandwith\" (did you mean \"bandwidth\"?)");
}

TEST(PlatformFromJson, RefusesMissingKeys) {
  EXPECT_EQ(platform_error(R"({"format": "palio-platform", "version": 1})"),
            "p.json:1: the document has no \"clusters\"");
  EXPECT_EQ(platform_error(cluster_document(R"({"name": "a", "processors": 4})")),
            "p.json:1: clusters[0] has no \"speed\"");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", R"(, "switch": {"bandwidth": 1})"))),
            "p.json:1: clusters[0].switch has no \"latency\"");
}

TEST(PlatformFromJson, NeedsUplinksAndBackboneForSeveralClusters) {
  EXPECT_EQ(platform_error(cluster_document(cluster("a", k_uplink) + "," + cluster("b"), k_backbone)),
            "p.json:1: clusters[1] has no \"uplink\", which several clusters need");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", k_uplink) + "," + cluster("b", k_uplink))),
            "p.json:1: the document has no \"backbone\", which several clusters need");
}

const std::string k_shared_switch = R"("shared_switch": {"bandwidth": 7e9, "latency": 0.25}, )";

std::string connected_by(const std::string& interconnect) { return R"("interconnect": ")" + interconnect + "\", "; }

TEST(PlatformFromJson, ConnectsByABackboneUnlessToldOtherwise) {
  const std::string clusters = cluster("a", k_uplink) + "," + cluster("b", k_uplink);
  EXPECT_EQ(read_platform(cluster_document(clusters, k_backbone)).interconnect, Interconnect::backbone);
  EXPECT_EQ(read_platform(cluster_document(clusters, connected_by("backbone") + k_backbone)).interconnect,
            Interconnect::backbone);
}

TEST(PlatformFromJson, ReadsClustersJoinedByTheirUplinks) {
  const std::string clusters = cluster("a", k_uplink) + "," + cluster("b", k_uplink);
  const Platform platform = read_platform(cluster_document(clusters, connected_by("uplinks")));
  EXPECT_EQ(platform.interconnect, Interconnect::uplinks);
  EXPECT_EQ(platform.clusters[1].uplink.bandwidth, 5e7);
  EXPECT_EQ(platform.clusters[1].cluster_switch.bandwidth, 1e8);  // as the links
}

TEST(PlatformFromJson, ReadsClustersOfOneSwitch) {
  const Platform platform = read_platform(
      cluster_document(cluster("a") + "," + cluster("b"), connected_by("shared_switch") + k_shared_switch));
  EXPECT_EQ(platform.interconnect, Interconnect::shared_switch);
  EXPECT_EQ(platform.shared_switch, (Link{7e9, 0.25}));
  ASSERT_EQ(platform.clusters.size(), 2U);
}

TEST(PlatformFromJson, RefusesAnUnknownInterconnect) {
  EXPECT_EQ(platform_error(cluster_document(cluster("a"), connected_by("uplink"))),
            "p.json:1: interconnect is none of backbone, uplinks, shared_switch (did you mean \"uplinks\"?)");
}

TEST(PlatformFromJson, RefusesKeysOfAnotherInterconnect) {
  const auto with = [](const std::string& interconnect, const std::string& more, const std::string& of_cluster = "") {
    return platform_error(cluster_document(cluster("a", of_cluster), connected_by(interconnect) + more));
  };
  EXPECT_EQ(with("uplinks", k_backbone), "p.json:1: backbone makes no sense with the interconnect \"uplinks\"");
  EXPECT_EQ(with("shared_switch", k_shared_switch + k_backbone),
            "p.json:1: backbone makes no sense with the interconnect \"shared_switch\"");
  EXPECT_EQ(with("backbone", k_shared_switch),
            "p.json:1: shared_switch makes no sense with the interconnect \"backbone\"");
  EXPECT_EQ(with("uplinks", k_shared_switch),
            "p.json:1: shared_switch makes no sense with the interconnect \"uplinks\"");
  EXPECT_EQ(with("shared_switch", k_shared_switch, k_uplink),
            "p.json:1: clusters[0].uplink makes no sense with the interconnect \"shared_switch\"");
  EXPECT_EQ(with("shared_switch", k_shared_switch, R"(, "switch": {"bandwidth": 7, "latency": 8})"),
            "p.json:1: clusters[0].switch makes no sense with the interconnect \"shared_switch\"");
}

TEST(PlatformFromJson, NeedsWhatTheInterconnectIsMadeOf) {
  EXPECT_EQ(platform_error(cluster_document(cluster("a"), connected_by("shared_switch"))),
            "p.json:1: the document has no \"shared_switch\"");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", k_uplink) + "," + cluster("b"), connected_by("uplinks"))),
            "p.json:1: clusters[1] has no \"uplink\", which several clusters need");
}

TEST(PlatformFromJson, RefusesWrongTypes) {
  EXPECT_EQ(platform_error(cluster_document("3")), "p.json:1: clusters[0] is 3, must be an object");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", R"(, "switch": 1e9)"))),
            "p.json:1: clusters[0].switch is 1e9, must be an object");
  EXPECT_EQ(platform_error(cluster_document(cluster("a"), R"("tcp_gamma": "off", )")),
            "p.json:1: tcp_gamma is \"off\", must be a number that is not negative");
}

TEST(PlatformFromJson, RefusesValuesOutOfRange) {
  const auto with = [](const std::string& processors, const std::string& speed, const std::string& bandwidth) {
    return platform_error(cluster_document(R"({"name": "a", "processors": )" + processors + R"(, "speed": )" + speed +
                                           R"(, "processor_link": {"bandwidth": )" + bandwidth +
                                           R"(, "latency": 0}})"));
  };
  EXPECT_EQ(with("1", "1", "1"), "no error");
  EXPECT_EQ(with("0", "1", "1"), "p.json:1: clusters[0].processors is 0, must be an integer from 1 to 1000000");
  EXPECT_EQ(with("2.5", "1", "1"), "p.json:1: clusters[0].processors is 2.5, must be an integer from 1 to 1000000");
  EXPECT_EQ(with("1", "0", "1"), "p.json:1: clusters[0].speed is 0, must be a positive number");
  EXPECT_EQ(with("1", "1", "-3"), "p.json:1: clusters[0].processor_link.bandwidth is -3, must be a positive number");
  EXPECT_EQ(platform_error(cluster_document(cluster("a", R"(, "uplink": {"bandwidth": 1, "latency": -1})"))),
            "p.json:1: clusters[0].uplink.latency is -1, must be a number that is not negative");
}

TEST(PlatformFromJson, RefusesAClusterNameGivenTwice) {
  EXPECT_EQ(platform_error(cluster_document(cluster("a", k_uplink) + "," + cluster("a", k_uplink), k_backbone)),
            "p.json:1: clusters[1].name is \"a\", the name of another cluster too");
}

TEST(PlatformFromJson, RefusesAPlatformWithoutClusters) {
  EXPECT_EQ(platform_error(cluster_document("")),
            "p.json:1: the document is not valid: a platform needs at least one cluster");
}

Platform built(const std::string& recipe) {
  const PlatformFamily& family = platform_family(recipe_name(recipe));
  return as<Platform>(family.build(parse_recipe(recipe, family.parameters), {}));
}

class PlatformText : public testing::TestWithParam<const char*> {};

TEST_P(PlatformText, ReadsBackAsTheSameBits) {
  const Platform platform = built(GetParam());
  const std::string text = to_json(platform);
  const Platform again = read_platform(text);
  EXPECT_EQ(to_json(again), text);
  EXPECT_EQ(again.interconnect, platform.interconnect);
  EXPECT_EQ(again.tcp_gamma, platform.tcp_gamma);
  ASSERT_EQ(again.clusters.size(), platform.clusters.size());
  const auto count = static_cast<int>(platform.clusters.size());
  for (int a = 0; a < count; ++a) {
    const auto at = static_cast<std::size_t>(a);
    EXPECT_EQ(again.clusters[at].processors, platform.clusters[at].processors);
    EXPECT_EQ(again.clusters[at].speed, platform.clusters[at].speed);
    for (int b = 0; b < count; ++b) {
      if (a == b && platform.interconnect == Interconnect::mesh) continue;
      EXPECT_EQ(route_latency(again, a, b), route_latency(platform, a, b));
      EXPECT_EQ(route_bandwidth(again, a, b), route_bandwidth(platform, a, b));
    }
    EXPECT_EQ(again.clusters[at].processor_link, platform.clusters[at].processor_link);
  }
  if (count > 1 && platform.interconnect == Interconnect::backbone) {
    EXPECT_EQ(again.backbone, platform.backbone);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Families, PlatformText,
    testing::Values("mesh:hosts=4,heterogeneity=3,max_latency=0.1,max_bandwidth=1e9,sample=1,seed=2",
                    "mesh:hosts=3,pairs=ordered,max_bandwidth=1e9,sample=1,seed=2",
                    "mesh:contention=on,hosts=4,max_bandwidth=1e9,sample=1,seed=2", "mesh:hosts=1,sample=1,seed=2",
                    "one-cluster:cluster_processors=8,speed=1e9", "grid5000-site:site=lille",
                    "grid5000-cluster:cluster=chti",
                    "random-multi-cluster:clusters=3,min_speed=1e9,heterogeneity=2,sample=1,seed=2"));

std::string star_document(const std::string& star) {
  return R"({"format": "palio-platform", "version": 1, "star": )" + star + "}";
}

std::string worker(const std::string& speed, const std::string& bandwidth, const std::string& latency = "0.5") {
  return R"({"speed": )" + speed + R"(, "link": {"bandwidth": )" + bandwidth + R"(, "latency": )" + latency + "}}";
}

std::string star(const std::string& workers, const std::string& more = "") {
  return star_document("{" + more + R"("workers": [)" + workers + "]}");
}

Star read_star_text(const std::string& text) { return as<Star>(any_platform_from_json(text, "p.json")); }

TEST(StarFromJson, ReadsWorkersInTheirOrder) {
  const Star built = read_star_text(star(worker("2e9", "1e7") + "," + worker("1e9", "3e7", "0")));
  ASSERT_EQ(built.workers.size(), 2U);
  EXPECT_EQ(built.workers[0].speed, 2e9);
  EXPECT_EQ(built.workers[0].link, (Link{1e7, 0.5}));
  EXPECT_EQ(built.workers[1].speed, 1e9);
  EXPECT_EQ(built.workers[1].link.latency, 0);
}

TEST(StarFromJson, HasOnePortAsFastAsTheFastestLinkUnlessToldOtherwise) {
  const std::string workers = worker("2e9", "1e7") + "," + worker("1e9", "3e7");
  EXPECT_EQ(read_star_text(star(workers)).master_bandwidth, 3e7);
  EXPECT_EQ(read_star_text(star(workers)).port_model, PortModel::one_port);
  const Star given = read_star_text(star(workers, R"("master_bandwidth": 2e7, "port_model": "multi-port", )"));
  EXPECT_EQ(given.master_bandwidth, 2e7);
  EXPECT_EQ(given.port_model, PortModel::multi_port);
}

TEST(StarFromJson, NeedsAWorker) {
  EXPECT_EQ(platform_error(star("")), "p.json:1: star.workers is empty, a star needs at least one worker");
  EXPECT_EQ(platform_error(star_document("{}")), "p.json:1: star has no \"workers\"");
}

TEST(StarFromJson, RefusesValuesOutOfRange) {
  EXPECT_EQ(platform_error(star(worker("0", "1"))), "p.json:1: star.workers[0].speed is 0, must be a positive number");
  EXPECT_EQ(platform_error(star(worker("1", "1") + "," + worker("-1", "1"))),
            "p.json:1: star.workers[1].speed is -1, must be a positive number");
  EXPECT_EQ(platform_error(star(worker("1", "-3"))),
            "p.json:1: star.workers[0].link.bandwidth is -3, must be a positive number");
  EXPECT_EQ(platform_error(star(worker("1", "1", "-1"))),
            "p.json:1: star.workers[0].link.latency is -1, must be a number that is not negative");
  EXPECT_EQ(platform_error(star(worker("1", "1"), R"("master_bandwidth": 0, )")),
            "p.json:1: star.master_bandwidth is 0, must be a positive number");
}

TEST(StarFromJson, RefusesUnknownWordsAndKeys) {
  EXPECT_EQ(platform_error(star(worker("1", "1"), R"("port_model": "one_port", )")),
            "p.json:1: star.port_model cannot be \"one_port\" (did you mean \"one-port\"?)");
  EXPECT_EQ(platform_error(star(R"({"speeds": 1})")),
            "p.json:1: star.workers[0] has an unknown key \"speeds\" (did you mean \"speed\"?)");
  EXPECT_EQ(platform_error(star(worker("1", "1"), R"("master_bandwith": 1, )")),
            "p.json:1: star has an unknown key \"master_bandwith\" (did you mean \"master_bandwidth\"?)");
}

TEST(StarFromJson, IsEitherAStarOrClusters) {
  EXPECT_EQ(platform_error(R"({"format": "palio-platform", "version": 1, "star": {}, "clusters": []})"),
            "p.json:1: the document has an unknown key \"clusters\" (valid: format, version, star)");
}

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

TEST(MeshFromJson, ReadsHostsAndLinksOfBothDirectionsAndOfOne) {
  const Platform platform = read_platform(mesh(k_three,
                                               pair(R"("between": ["a", "b"])", "5", "1") + "," +
                                                   pair(R"("from": "c", "to": "a")", "6", "2") + "," +
                                                   pair(R"("from": "a", "to": "c")", "7", "3"),
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
  const Platform platform = read_platform(R"({"format": "palio-platform", "version": 1, "mesh": {"hosts": [
      {"name": "alone", "speed": 1}]}})");
  EXPECT_EQ(processor_count(platform), 1);
}

TEST(MeshFromJson, NeedsALinkForEachOrderedPairOnce) {
  EXPECT_EQ(platform_error(mesh(k_three, pair(R"("between": ["a", "b"])") + "," + pair(R"("between": ["b", "c"])") +
                                             "," + pair(R"("from": "a", "to": "c")"))),
            "p.json:1: mesh has no link from \"c\" to \"a\": give it, or \"other_links\" for all pairs without one");
  EXPECT_EQ(platform_error(mesh(k_three, pair(R"("between": ["a", "b"])") + "," + pair(R"("from": "b", "to": "a")"))),
            "p.json:1: mesh.links[1] is the second link from \"b\" to \"a\"");
}

TEST(MeshFromJson, RefusesLinksThatJoinNoTwoHosts) {
  const auto with = [](const std::string& ends) { return platform_error(mesh(k_three, pair(ends), k_others)); };
  EXPECT_EQ(with(R"("between": ["a", "a"])"),
            "p.json:1: mesh.links[0] joins a host with itself, where data need no link");
  EXPECT_EQ(with(R"("between": ["a"])"), "p.json:1: mesh.links[0].between has 1 hosts, must have 2");
  EXPECT_EQ(with(R"("from": "a", "to": "d")"), "p.json:1: mesh.links[0].to is not a host, \"d\" (valid: a, b, c)");
  EXPECT_EQ(with(R"("from": "a")"), "p.json:1: mesh.links[0] has no \"to\"");
  EXPECT_EQ(with(R"("between": ["a", "b"], "to": "b")"), "p.json:1: mesh.links[0].to makes no sense with \"between\"");
}

TEST(MeshFromJson, RefusesValuesThatMakeNoSense) {
  EXPECT_EQ(platform_error(mesh("", "")), "p.json:1: mesh.hosts is empty, a mesh needs at least one host");
  EXPECT_EQ(platform_error(mesh(R"({"name": "a", "speed": 1}, {"name": "a", "speed": 2})", "")),
            "p.json:1: mesh.hosts[1].name is \"a\", the name of another host too");
  EXPECT_EQ(platform_error(mesh(R"({"name": "a", "speed": 0})", "")),
            "p.json:1: mesh.hosts[0].speed is 0, must be a positive number");
  EXPECT_EQ(platform_error(mesh(k_three, pair(R"("between": ["a", "b"])", "0"))),
            "p.json:1: mesh.links[0].bandwidth is 0, must be a positive number");
  EXPECT_EQ(platform_error(mesh(k_three, pair(R"("between": ["a", "b"])", "1", "-1"))),
            "p.json:1: mesh.links[0].latency is -1, must be a number that is not negative");
  EXPECT_EQ(platform_error(mesh(k_three, "", R"(, "other_link": {})")),
            "p.json:1: mesh has an unknown key \"other_link\" (did you mean \"other_links\"?)");
}

// The fastest link of a: 10 byte/s to b; of c: 9 to all.
TEST(MeshFromJson, MayHaveContention) {
  const auto with = [](const std::string& word) {
    return mesh(k_three, pair(R"("between": ["a", "b"])", "10"),
                std::string(k_others) + R"(, "contention": ")" + word + "\"");
  };
  const Platform platform = read_platform(with("on"));
  EXPECT_TRUE(has_contention(platform));
  EXPECT_EQ(platform.clusters[0].processor_link.bandwidth, 10);
  EXPECT_EQ(platform.clusters[2].processor_link.bandwidth, 9);
  EXPECT_FALSE(has_contention(read_platform(with("off"))));
  EXPECT_EQ(platform_error(with("yes")), "p.json:1: mesh.contention is \"yes\", must be \"on\" or \"off\"");
}

TEST(MeshFromJson, RefusesMoreHostsThanAMatrixOfLinksShouldHave) {
  std::string hosts;
  for (int host = 0; host <= k_most_hosts; ++host)
    hosts += (host == 0 ? "" : ",") + std::string(R"({"name": "h)") + std::to_string(host) + R"(", "speed": 1})";
  EXPECT_EQ(platform_error(mesh(hosts, "", k_others)), "p.json:1: mesh.hosts has 2001 hosts, a mesh has at most 2000");
}

const std::string k_document = R"({"format": "palio-platform", "version": 1, "simgrid": {
"clusters": [
{"name": "c", "speed": 2, "cores": 4, "hosts": ["a", "b"]}, 
{"name": "d\"", "speed": 0.1, "cores": 1, "hosts": ["d"]}],
"routes": [
{"latency": 1, "sender": 10, "receiver": 20}, 
{"latency": 0.3, "shared": 5}, 
{"latency": 0}],
"between": [[0, 1], [1, 2]],
"xml": "<platform>\n\"&\"</platform>"}}
)";

TEST(SimgridJson, ReadsBackAsTheSame) {
  const Platform platform = read_platform(k_document);
  ASSERT_EQ(platform.clusters.size(), 2U);
  EXPECT_EQ(platform.clusters[0].processors, 8);  // two hosts of four cores
  EXPECT_EQ(platform.clusters[1].processors, 1);
  EXPECT_THAT(platform.loaded->hosts, ElementsAre("a", "b", "d"));
  EXPECT_EQ(platform.loaded->xml, "<platform>\n\"&\"</platform>");
  EXPECT_EQ(loaded_route(platform, 0, 0), (Route{1, 10, 20, Route::k_unbounded}));
  EXPECT_EQ(loaded_route(platform, 1, 0), (Route{0.3, Route::k_unbounded, Route::k_unbounded, 5}));
  const std::string written = simgrid_json(platform);
  EXPECT_THAT(written, HasSubstr(R"({"latency": 0.3, "shared": 5.0})"));
  EXPECT_EQ(simgrid_json(read_platform(written)), written);
}

TEST(SimgridJson, RefusesWhatDoesNotFitTogether) {
  const auto error_with = [](const std::string& words, const std::string& others) {
    std::string text = k_document;
    text.replace(text.find(words), words.size(), others);
    return platform_error(text);
  };
  EXPECT_THAT(error_with("[\"d\"]", "[\"a\"]"),
              HasSubstr("p.json:4: simgrid.clusters[1].hosts[0] is \"a\", as is another"));
  EXPECT_THAT(error_with("[1, 2]]", "[1]]"), HasSubstr("2 clusters has routes for 3 pairs"));
  EXPECT_THAT(error_with("[1, 2]]", "[1, 3]]"), HasSubstr("has no route 3"));
  EXPECT_THAT(error_with("\"cores\": 1", "\"cores\": 0"), HasSubstr("cores"));
  EXPECT_THAT(error_with("\"shared\": 5", "\"shared\": 0"), HasSubstr("shared"));
  EXPECT_THAT(error_with("\"hosts\": [\"d\"]", "\"hosts\": []"), HasSubstr("has 0 processors"));
}

}  // namespace
}  // namespace palio
