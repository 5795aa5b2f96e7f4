#include "runners/engines/translation/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>
#include "platforms/model/platform.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const Network& network, std::span<const int> links) {
  std::vector<std::string> names;
  for (const int link : links) names.push_back(name_of(network.link(link)));
  return names;
}

Platform platform_by(Interconnect interconnect) {
  Platform platform = test::platform({test::cluster(2, 1), test::cluster(1, 3)});
  platform.interconnect = interconnect;
  platform.shared_switch = {5, 1};
  return platform;
}

TEST(Network, PrivateLinksHaveTheNumbersOfTheirProcessors) {
  Platform platform = platform_by(Interconnect::backbone);
  platform.clusters[1].processor_link.bandwidth = 7;
  Network network(platform);
  EXPECT_EQ(network.processors(), 3U);
  EXPECT_EQ(network.speed(1), 1);
  EXPECT_EQ(network.speed(2), 3);
  EXPECT_EQ(network.link(1).bandwidth, 10);
  EXPECT_EQ(network.link(2).bandwidth, 7);
}

TEST(Network, ABackboneIsCrossedBetweenTheUplinks) {
  // Links of 1 s: own, switch, uplink, backbone, uplink, switch, own.
  Network network(platform_by(Interconnect::backbone));
  const Network::Crossing between = network.crossing(0, 1);
  EXPECT_THAT(names(network, between.switches()), ElementsAre("switch0", "switch1"));
  EXPECT_THAT(names(network, between.trunks()), ElementsAre("uplink0", "backbone", "uplink1"));
  EXPECT_EQ(between.latency, 7);
  const Network::Crossing inside = network.crossing(1, 1);
  EXPECT_THAT(names(network, inside.switches()), ElementsAre("switch1"));
  EXPECT_THAT(inside.trunks(), IsEmpty());
  EXPECT_EQ(inside.latency, 3);
}

TEST(Network, UplinksMayMeetInOnePoint) {
  Network network(platform_by(Interconnect::uplinks));
  EXPECT_THAT(names(network, network.crossing(1, 0).trunks()), ElementsAre("uplink1", "uplink0"));
  EXPECT_EQ(network.crossing(1, 0).latency, 6);
}

TEST(Network, AMeshHasTheLinksOfThePairsThatWereMet) {
  Platform platform = test::mesh({1, 2, 3});
  platform.pair_links[5] = {7, 4};  // from host 1 to host 2
  Network network(platform);
  EXPECT_FALSE(network.has_private_links());
  EXPECT_EQ(network.processors(), 3U);
  EXPECT_EQ(network.speed(2), 3);
  EXPECT_THAT(network.links(), IsEmpty());
  const Network::Crossing between = network.crossing(1, 2);
  EXPECT_THAT(names(network, between.switches()), ElementsAre("pair1-2"));
  EXPECT_THAT(between.trunks(), IsEmpty());
  EXPECT_EQ(between.latency, 4);
  EXPECT_EQ(network.link(between.switches().front()).bandwidth, 7);
  EXPECT_EQ(network.link(between.switches().front()).contention, Contention::uncontended);
  EXPECT_THAT(names(network, network.crossing(2, 1).switches()), ElementsAre("pair2-1"));
  EXPECT_EQ(network.crossing(1, 2).switches().front(), between.switches().front());
  EXPECT_EQ(network.links().size(), 2U);
}

// The fastest pair of host 1 is that to host 2, of host 2 that from host 1.
TEST(Network, AMeshWithContentionHasALinkOfEachHostAndSharesThoseOfPairs) {
  Platform platform = test::mesh({1, 2, 3});
  platform.pair_links[5] = {70, 4};  // from host 1 to host 2
  add_contention(platform);
  Network network(platform);
  EXPECT_TRUE(network.has_private_links());
  EXPECT_EQ(network.links().size(), 3U + 6U);
  EXPECT_EQ(network.link(0).bandwidth, 10);
  EXPECT_EQ(network.link(1).bandwidth, 70);
  EXPECT_EQ(network.link(2).bandwidth, 70);
  const Network::Crossing between = network.crossing(1, 2);
  EXPECT_THAT(between.switches(), IsEmpty());
  EXPECT_THAT(names(network, between.trunks()), ElementsAre("pair1-2"));
  EXPECT_EQ(between.latency, 4);
  EXPECT_EQ(network.link(between.trunks().front()).contention, Contention::contended);
}

TEST(Network, ASharedSwitchIsCrossedOnce) {
  Network network(platform_by(Interconnect::shared_switch));
  const Network::Crossing between = network.crossing(0, 1);
  EXPECT_THAT(names(network, between.switches()), ElementsAre("switch"));
  EXPECT_THAT(between.trunks(), IsEmpty());
  EXPECT_EQ(network.link(between.switches().front()).contention, Contention::uncontended);
  EXPECT_EQ(between.latency, 3);
}

}  // namespace
}  // namespace palio
