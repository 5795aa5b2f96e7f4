// The text that is written. tests/runners/engines/simgrid shows that SimGrid gives the same dates on it.
#include "platforms/explicit/simgrid_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "platforms/model/platform.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SimgridXml, OfClustersIsWrittenLikeThis) {
  Platform platform{{{"north & <south>", 3, 2.5e9, {1.25e8, 1e-4}, {1.25e9, 0}, {10, 1}},
                     {"a \"b\"\n\x01", 1, 1e9, {10, 1}, {20, 2}, {30, 3}}},
                    {3.125e9, 0.05},
                    20000};
  EXPECT_EQ(to_simgrid_xml(platform), R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <config>
    <prop id="host/model" value="ptask_L07"/>
    <prop id="network/TCP-gamma" value="20000"/>
  </config>
  <zone id="palio" routing="Full">
    <cluster id="cluster0" prefix="p" suffix="" radical="0-2" router_id="gateway0"
             speed="2500000000f" bw="125000000Bps" lat="0.0001s" sharing_policy="SHARED"
             bb_bw="1250000000Bps" bb_lat="0s" bb_sharing_policy="FATPIPE"><prop id="name" value="north &amp; &lt;south>"/></cluster>
    <cluster id="cluster1" prefix="p" suffix="" radical="3-3" router_id="gateway1"
             speed="1000000000f" bw="10Bps" lat="1s" sharing_policy="SHARED"
             bb_bw="20Bps" bb_lat="2s" bb_sharing_policy="FATPIPE"><prop id="name" value="a &quot;b&quot; �"/></cluster>
    <link id="uplink0" bandwidth="10Bps" latency="1s" sharing_policy="SHARED"/>
    <link id="uplink1" bandwidth="30Bps" latency="3s" sharing_policy="SHARED"/>
    <link id="backbone" bandwidth="3125000000Bps" latency="0.05s" sharing_policy="SHARED"/>
    <zoneRoute src="cluster0" dst="cluster1" gw_src="gateway0" gw_dst="gateway1"><link_ctn id="uplink0"/><link_ctn id="backbone"/><link_ctn id="uplink1"/></zoneRoute>
  </zone>
</platform>
)");
}

TEST(SimgridXml, JoinsUplinksWithoutABackboneAndOneClusterWithNothing) {
  Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 1)});
  platform.interconnect = Interconnect::uplinks;
  EXPECT_THAT(to_simgrid_xml(platform), HasSubstr("<link_ctn id=\"uplink0\"/><link_ctn id=\"uplink1\"/>"));
  EXPECT_THAT(to_simgrid_xml(platform), Not(HasSubstr("backbone")));
  platform.clusters.pop_back();
  EXPECT_THAT(to_simgrid_xml(platform), Not(HasSubstr("uplink")));
}

TEST(SimgridXml, OfAMeshHasARouteForEachOrderedPair) {
  Platform platform = test::mesh({2, 1});
  platform.pair_links[2] = {5, 3};  // from host 1 to host 0
  EXPECT_THAT(to_simgrid_xml(platform), HasSubstr(R"(  <zone id="palio" routing="Full">
    <host id="p0" speed="2f"><prop id="name" value="h"/></host>
    <host id="p1" speed="1f"><prop id="name" value="h"/></host>
    <link id="pair0-1" bandwidth="10Bps" latency="1s" sharing_policy="FATPIPE"/>
    <link id="pair1-0" bandwidth="5Bps" latency="3s" sharing_policy="FATPIPE"/>
    <route src="p0" dst="p1" symmetrical="NO"><link_ctn id="pair0-1"/></route>
    <route src="p1" dst="p0" symmetrical="NO"><link_ctn id="pair1-0"/></route>
  </zone>)"));
}

TEST(SimgridXml, OfAMeshWithContentionHasALinkOfEachHostOnItsRoutes) {
  Platform platform = test::mesh({2, 1});
  add_contention(platform);
  const std::string xml = to_simgrid_xml(platform);
  EXPECT_THAT(xml, HasSubstr(R"(<link id="link1" bandwidth="10Bps" latency="0s" sharing_policy="SHARED"/>)"));
  EXPECT_THAT(xml, HasSubstr(R"(<link id="pair0-1" bandwidth="10Bps" latency="1s" sharing_policy="SHARED"/>)"));
  EXPECT_THAT(xml, HasSubstr(R"(<link_ctn id="link0"/><link_ctn id="pair0-1"/><link_ctn id="link1"/></route>)"));
}

TEST(SimgridXml, RefusesAStarWhoseSharingDependsOnLatencies) {
  const Star star{{{2, {25, 1}}, {1, {25, 1}}, {1, {25, 2}}}, 10, PortModel::multi_port};
  EXPECT_THAT(test::error_of([&] { to_simgrid_xml(star); }), HasSubstr("worker 1 has 1 s, worker 2 has 2 s"));
}

}  // namespace
}  // namespace palio
