#include "platforms/explicit/platform_json.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

Platform read_clusters(const std::string& text) { return as<Platform>(any_platform_from_json(text, "p.json")); }

std::string cluster_error(const std::string& text) {
  return test::error_of([&] { read_clusters(text); });
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
  const Platform platform = read_clusters(cluster_document(cluster("a")));
  ASSERT_EQ(platform.clusters.size(), 1U);
  const Cluster& read = platform.clusters[0];
  EXPECT_EQ(read.name, "a");
  EXPECT_EQ(read.processors, 4);
  EXPECT_EQ(read.speed, 2e9);
  EXPECT_EQ(read.processor_link.bandwidth, 1e8);
  EXPECT_EQ(read.processor_link.latency, 1e-4);
  EXPECT_EQ(platform.tcp_gamma, 0);
}

TEST(PlatformFromJson, ReadsSeveralClusters) {
  const Platform platform = read_clusters(
      cluster_document(cluster("a", k_uplink) + "," + cluster("b", k_uplink), k_backbone + R"("tcp_gamma": 20000, )"));
  ASSERT_EQ(platform.clusters.size(), 2U);
  EXPECT_EQ(platform.clusters[1].name, "b");
  EXPECT_EQ(platform.clusters[1].uplink.bandwidth, 5e7);
  EXPECT_EQ(platform.clusters[1].uplink.latency, 0.5);
  EXPECT_EQ(platform.backbone.bandwidth, 3e9);
  EXPECT_EQ(platform.tcp_gamma, 20000);
}

TEST(PlatformFromJson, SwitchIsAsTheProcessorLinksUnlessGiven) {
  const Platform same = read_clusters(cluster_document(cluster("a")));
  EXPECT_EQ(same.clusters[0].cluster_switch.bandwidth, 1e8);
  EXPECT_EQ(same.clusters[0].cluster_switch.latency, 1e-4);
  const Platform given = read_clusters(cluster_document(cluster("a", R"(, "switch": {"bandwidth": 7, "latency": 8})")));
  EXPECT_EQ(given.clusters[0].cluster_switch.bandwidth, 7);
  EXPECT_EQ(given.clusters[0].cluster_switch.latency, 8);
}

TEST(PlatformFromJson, ReportsMalformedJsonWithLineAndColumn) {
  EXPECT_EQ(cluster_error("{\n\"format\": palio}"),
            "p.json:2:11: malformed JSON: invalid literal; last read: '\"format\": p'");
}

TEST(PlatformFromJson, RefusesAnotherFormatOrVersion) {
  EXPECT_EQ(cluster_error(R"({"format": "palio-workload", "version": 1})"),
            "p.json:1: format is \"palio-workload\", must be \"palio-platform\"");
  EXPECT_EQ(cluster_error(R"({"format": "palio-platform", "version": 2})"),
            "p.json:1: version is 2, must be 1, the version that this Palio reads");
}

TEST(PlatformFromJson, RefusesUnknownKeys) {
  EXPECT_EQ(cluster_error(cluster_document(cluster("a"), R"("gamma": 1, )")),
            "p.json:1: the document has an unknown key \"gamma\" (valid: format, version, tcp_gamma, interconnect, "
            "backbone, shared_switch, clusters)");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", R"(, "uplnk": 1)"))),
            "p.json:1: clusters[0] has an unknown key \"uplnk\" (did you mean \"uplink\"?)");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", R"(, "switch": {"bandwith": 1})"))),
            "p.json:1: clusters[0].switch has an unknown key \"bandwith\" (did you mean \"bandwidth\"?)");
}

TEST(PlatformFromJson, RefusesMissingKeys) {
  EXPECT_EQ(cluster_error(R"({"format": "palio-platform", "version": 1})"),
            "p.json:1: the document has no \"clusters\"");
  EXPECT_EQ(cluster_error(cluster_document(R"({"name": "a", "processors": 4})")),
            "p.json:1: clusters[0] has no \"speed\"");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", R"(, "switch": {"bandwidth": 1})"))),
            "p.json:1: clusters[0].switch has no \"latency\"");
}

TEST(PlatformFromJson, NeedsUplinksAndBackboneForSeveralClusters) {
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", k_uplink) + "," + cluster("b"), k_backbone)),
            "p.json:1: clusters[1] has no \"uplink\", which several clusters need");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", k_uplink) + "," + cluster("b", k_uplink))),
            "p.json:1: the document has no \"backbone\", which several clusters need");
}

const std::string k_shared_switch = R"("shared_switch": {"bandwidth": 7e9, "latency": 0.25}, )";

std::string connected_by(const std::string& interconnect) { return R"("interconnect": ")" + interconnect + "\", "; }

TEST(PlatformFromJson, ConnectsByABackboneUnlessToldOtherwise) {
  const std::string clusters = cluster("a", k_uplink) + "," + cluster("b", k_uplink);
  EXPECT_EQ(read_clusters(cluster_document(clusters, k_backbone)).interconnect, Interconnect::backbone);
  EXPECT_EQ(read_clusters(cluster_document(clusters, connected_by("backbone") + k_backbone)).interconnect,
            Interconnect::backbone);
}

TEST(PlatformFromJson, ReadsClustersJoinedByTheirUplinks) {
  const std::string clusters = cluster("a", k_uplink) + "," + cluster("b", k_uplink);
  const Platform platform = read_clusters(cluster_document(clusters, connected_by("uplinks")));
  EXPECT_EQ(platform.interconnect, Interconnect::uplinks);
  EXPECT_EQ(platform.clusters[1].uplink.bandwidth, 5e7);
  EXPECT_EQ(platform.clusters[1].cluster_switch.bandwidth, 1e8);  // as the links
}

TEST(PlatformFromJson, ReadsClustersOfOneSwitch) {
  const Platform platform = read_clusters(
      cluster_document(cluster("a") + "," + cluster("b"), connected_by("shared_switch") + k_shared_switch));
  EXPECT_EQ(platform.interconnect, Interconnect::shared_switch);
  EXPECT_EQ(platform.shared_switch.bandwidth, 7e9);
  EXPECT_EQ(platform.shared_switch.latency, 0.25);
  ASSERT_EQ(platform.clusters.size(), 2U);
}

TEST(PlatformFromJson, RefusesAnUnknownInterconnect) {
  EXPECT_EQ(cluster_error(cluster_document(cluster("a"), connected_by("uplink"))),
            "p.json:1: interconnect is none of backbone, uplinks, shared_switch (did you mean \"uplinks\"?)");
}

TEST(PlatformFromJson, RefusesKeysOfAnotherInterconnect) {
  const auto with = [](const std::string& interconnect, const std::string& more, const std::string& of_cluster = "") {
    return cluster_error(cluster_document(cluster("a", of_cluster), connected_by(interconnect) + more));
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
  EXPECT_EQ(cluster_error(cluster_document(cluster("a"), connected_by("shared_switch"))),
            "p.json:1: the document has no \"shared_switch\"");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", k_uplink) + "," + cluster("b"), connected_by("uplinks"))),
            "p.json:1: clusters[1] has no \"uplink\", which several clusters need");
}

TEST(PlatformFromJson, RefusesWrongTypes) {
  EXPECT_EQ(cluster_error(cluster_document("3")), "p.json:1: clusters[0] is 3, must be an object");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", R"(, "switch": 1e9)"))),
            "p.json:1: clusters[0].switch is 1000000000.0, must be an object");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a"), R"("tcp_gamma": "off", )")),
            "p.json:1: tcp_gamma is \"off\", must be a number that is not negative");
}

TEST(PlatformFromJson, RefusesValuesOutOfRange) {
  const auto with = [](const std::string& processors, const std::string& speed, const std::string& bandwidth) {
    return cluster_error(cluster_document(R"({"name": "a", "processors": )" + processors + R"(, "speed": )" + speed +
                                          R"(, "processor_link": {"bandwidth": )" + bandwidth + R"(, "latency": 0}})"));
  };
  EXPECT_EQ(with("1", "1", "1"), "no error");
  EXPECT_EQ(with("0", "1", "1"), "p.json:1: clusters[0].processors is 0, must be an integer from 1 to 1000000");
  EXPECT_EQ(with("2.5", "1", "1"), "p.json:1: clusters[0].processors is 2.5, must be an integer from 1 to 1000000");
  EXPECT_EQ(with("1", "0", "1"), "p.json:1: clusters[0].speed is 0, must be a positive number");
  EXPECT_EQ(with("1", "1", "-3"), "p.json:1: clusters[0].processor_link.bandwidth is -3, must be a positive number");
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", R"(, "uplink": {"bandwidth": 1, "latency": -1})"))),
            "p.json:1: clusters[0].uplink.latency is -1, must be a number that is not negative");
}

TEST(PlatformFromJson, RefusesAClusterNameGivenTwice) {
  EXPECT_EQ(cluster_error(cluster_document(cluster("a", k_uplink) + "," + cluster("a", k_uplink), k_backbone)),
            "p.json:1: clusters[1].name is \"a\", the name of another cluster too");
}

TEST(PlatformFromJson, RefusesAPlatformWithoutClusters) {
  EXPECT_EQ(cluster_error(cluster_document("")),
            "p.json:1: the document is not valid: a platform needs at least one cluster");
}

}  // namespace
}  // namespace palio
