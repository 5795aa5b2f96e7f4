#include "platforms/formats/simgrid_update.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "platforms/formats/simgrid_scan.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr std::string_view k_version_3 = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "http://simgrid.gforge.inria.fr/simgrid.dtd">
<platform version="3">
  <AS id="AS0" routing="Full">
    <host id="a&amp;b" power="1e9,5E8" core="4"/>
    <!-- a remark -->
    <cluster id="c" prefix="n" suffix="" radical="0-3" power="2Gf" bw="125000000"
             lat="5E-5" sharing_policy="FULLDUPLEX"/>
    <link id="l" bandwidth="1.25e8" latency="0.001"/>
    <ASroute src="x" dst="y" gw_src="r" gw_dst="s"><link_ctn id="l"/></ASroute>
  </AS>
</platform>
)";

// Units that SimGrid's versions up to 3.12 assumed; each element on its line, but for the document type.
TEST(SimgridUpdate, TurnsVersion3IntoVersion41) {
  const UpdatedSimgrid updated = update_simgrid(k_version_3, "p.xml");
  EXPECT_EQ(updated.xml, R"(<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">

<platform version="4.1">
<zone id="AS0" routing="Full">
<host id="a&amp;b" speed="1e9f,5E8f" core="4"/>

<cluster id="c" prefix="n" suffix="" radical="0-3" speed="2Gf" bw="125000000Bps" lat="5E-5s" sharing_policy="SPLITDUPLEX"/>

<link id="l" bandwidth="1.25e8Bps" latency="0.001s"/>
<zoneRoute src="x" dst="y" gw_src="r" gw_dst="s"><link_ctn id="l"/></zoneRoute></zone></platform>
)");
  EXPECT_TRUE(updated.notes.empty());
  EXPECT_EQ(update_simgrid(updated.xml, "p.xml").xml, updated.xml);
}

TEST(SimgridUpdate, LeavesOutTracingAndPrecisionWithANote) {
  const std::string xml =
      R"(<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd"><platform version="4.1"><config>
<prop id="maxmin/precision" value="0.00001"></prop>
<prop id="tracing/filename" value="f"/><prop id="network/TCP-gamma" value="20000"/></config>
<zone id="z" routing="Full"><host id="h" speed="1f"><prop id="tracing" value="mine"/></host></zone></platform>)";
  const UpdatedSimgrid updated = update_simgrid(xml, "p.xml");
  EXPECT_THAT(
      updated.notes,
      testing::ElementsAre("p.xml:2: leaves out the setting maxmin/precision=0.00001: all platforms are "
                           "simulated with SimGrid's default precision",
                           "p.xml:3: leaves out the setting tracing/filename=f: Palio writes no traces of SimGrid"));
  EXPECT_THAT(updated.xml, testing::HasSubstr("<config>\n\n<prop id=\"network/TCP-gamma\" value=\"20000\"/></config>\n"
                                              "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1f\"><prop "
                                              "id=\"tracing\" value=\"mine\"/></host></zone></platform>\n"));
  EXPECT_EQ(test::error_of([&] { scan_simgrid(updated.xml, "p.xml"); }), "no error");
}

// Stacks of contexts, MPI, disks and how SimGrid solves what it is given; not what changes a date.
TEST(SimgridUpdate, LeavesOutSettingsThatChangeNoDate) {
  const auto left_out = [](const std::string& id, const std::string& value) {
    const UpdatedSimgrid updated = update_simgrid("<platform version=\"4.1\">\n<config id=\"General\"><prop id=\"" +
                                                      id + "\" value=\"" + value + "\"/></config></platform>",
                                                  "p.xml");
    if (updated.notes.empty()) return false;
    EXPECT_EQ(updated.notes.at(0), "p.xml:2: leaves out the setting " + id + "=" + value + ": it changes no time");
    EXPECT_THAT(updated.xml, testing::HasSubstr("<config id=\"General\"/>"));
    return true;
  };
  for (const char* id : {"contexts/stack-size", "contexts/guard-size", "contexts/factory", "smpi/host-speed",
                         "smpi/bw-factor", "disk/model", "debug/clean-atexit", "exception/cutpath", "path",
                         "network/loopback-bw", "network/optim", "cpu/optim", "cpu/maxmin-selective-update",
                         "bmf/max-iterations", "ns3/seed", "model-check/timeout", "plugin/dvfs/governor"})
    EXPECT_TRUE(left_out(id, "1")) << id;
  EXPECT_TRUE(left_out("plugin", "host_energy"));
  EXPECT_TRUE(left_out("plugin", "link_load"));
  for (const char* id : {"network/TCP-gamma", "network/model", "network/crosstraffic", "network/bandwidth-factor",
                         "network/latency-factor", "network/weight-S", "host/model", "host/solver", "network/solver",
                         "maxmin/concurrency-limit", "plugin", "cmonkey/time"})
    EXPECT_FALSE(left_out(id, "host_dvfs")) << id;
}

// As SimGrid 3.32 reads them: all on their lines, so that the message has the right one.
TEST(SimgridUpdate, RemarksMayStandWhereSimGridAllowsThem) {
  const std::string document =
      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">"
      "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1f\"/></zone>";
  for (const std::string before : {"\n<?xml version=\"1.0\"?>", "<!-- first -->\n<?xml version=\"1.0\"?>",
                                   "<?xml version=\"1.0\" encoding=\"windows-1252\"?>\n", "<!-- -- rule -- ---->\n",
                                   "<?xml version=\"1.0\"?>\n<?xml version=\"1.0\"?>", "\n"}) {
    const std::string xml = before + document + "</platform><!-- end -->\n";
    EXPECT_EQ(test::error_of([&] { scan_simgrid(update_simgrid(xml, "p.xml").xml, "p.xml"); }), "no error") << before;
    EXPECT_EQ(test::error_of([&] { scan_simgrid(before + document + "<x></platform>", "p.xml"); }),
              "p.xml:3: malformed XML: mismatched tag")
        << before;
  }
  EXPECT_EQ(without_remarks("a<!--\nb--><c d='<'/><?e\n?>f<!-- g"), "a    \n    <c d='<'/>   \n  f<!-- g");
}

TEST(SimgridUpdate, KeepsOtherFilesByteForByte) {
  for (const std::string text :
       {"<platform version=\"4\"/>", "nonsense", "<platform version='4.1'><!-- tracing --></platform>"})
    EXPECT_EQ(update_simgrid(text, "p.xml").xml, text);
  EXPECT_EQ(test::error_of([] { update_simgrid("<platform version=\"3\">\n</AS>", "p.xml"); }),
            "p.xml:2: malformed XML: mismatched tag");
}

}  // namespace
}  // namespace palio
