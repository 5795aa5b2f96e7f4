// Platform files of SimGrid in a simulation, in a study, in a campaign that is left without them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// So many hosts of 1 Gflop/s, as the examples of SimGrid have them.
std::string cluster(int hosts) {
  return R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <!-- a crossbar with a limiter: hosts have loopbacks -->
  <cluster id="bob" prefix="node-" suffix=".me" radical="0-)" +
         std::to_string(hosts - 1) + R"(" speed="1Gf" bw="125MBps" lat="50us" bb_bw="2.25GBps" bb_lat="500us"
           loopback_bw="100MBps" loopback_lat="0"><prop id="color" value="red"/></cluster>
</platform>
)";
}

class SimgridPlatforms : public test::CommandTest {
protected:
  test::Finished simulate(const std::string& platform, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments{"simulate", "--platform", platform, "--workload",
                                       workload_,  "--strategy", "M-HEFT"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return palio(arguments);
  }

  double makespan(const std::string& platform) {
    const test::Finished simulated = simulate(platform);
    EXPECT_EQ(simulated.status, 0) << platform << simulated.err;
    const std::size_t at = simulated.out.find("makespan ");
    return at == std::string::npos ? std::nan("") : std::stod(simulated.out.substr(at + 9));
  }

  std::string study(const std::string& path) {
    return folder_.write("s.toml",
                         "[study]\nname = \"s\"\nseed = 1\n[[platform]]\nfamily = \"simgrid\"\npath = " + path +
                             "\n[[workload]]\nfamily = \"file\"\npath = \"w.json\"\n[[strategy]]\nname = "
                             "\"M-HEFT\"\n");
  }

  std::string study_of_converted(const std::string& xml) {
    EXPECT_EQ(palio({"convert", xml, folder_.file("four.json")}).status, 0);
    return folder_.write("j.toml",
                         "[study]\nname = \"s\"\nseed = 1\n[[platform]]\nfamily = \"file\"\npath = \"four.json\"\n"
                         "[[workload]]\nfamily = \"file\"\npath = \"w.json\"\n[[strategy]]\nname = \"M-HEFT\"\n");
  }

  // 8 s of work that any number of processors shares; and two of 4 s, with data between.
  std::string workload_ = folder_.write("w.json", R"({"format": "palio-workload", "version": 1, "applications": [
      {"name": "g", "tasks": [{"name": "a", "flop": 8e9, "alpha": 0}]}]})");
  std::string graph_ = folder_.write("g.json", R"({"format": "palio-workload", "version": 1, "applications": [
      {"name": "g", "tasks": [{"name": "a", "flop": 8e9, "alpha": 0.1}, {"name": "b", "flop": 4e9, "alpha": 0.2},
       {"name": "c", "flop": 4e9, "alpha": 0.2}, {"name": "d", "flop": 2e9, "alpha": 0}],
       "edges": [{"from": "a", "to": "b", "bytes": 1e8}, {"from": "a", "to": "c", "bytes": 2e8},
        {"from": "b", "to": "d", "bytes": 1e8}, {"from": "c", "to": "d", "bytes": 3e8}]}]})");
};

TEST_F(SimgridPlatforms, AreSimulatedBySimGridAlone) {
  const std::string file = folder_.write("four.xml", cluster(4));
  EXPECT_DOUBLE_EQ(makespan(file), 2);  // 8 s on four processors
  EXPECT_DOUBLE_EQ(makespan("simgrid:path=" + file), 2);
  const test::Finished fluid = simulate(file, {"--engine", "fluid"});
  EXPECT_EQ(fluid.status, 2);
  EXPECT_THAT(fluid.err, AllOf(HasSubstr("exception"), HasSubstr("simulated by SimGrid alone: --engine simgrid")));
  EXPECT_THAT(
      palio({"simulate", "--platform", file, "--workload", "bags-of-tasks:sample=0,seed=1", "--strategy", "FIFO-MCT"})
          .err,
      HasSubstr("clusters"));
}

// As SimGrid reads it: a blank line first, and settings of what Palio does not simulate. 8 s at 200 W.
TEST_F(SimgridPlatforms, MayHaveWhatChangesNoDate) {
  const std::string file = folder_.write("p.xml", R"(
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <config id="General"><prop id="contexts/stack-size" value="16"/><prop id="contexts/guard-size" value="0"/></config>
 <zone id="z" routing="Full"><!-- -- one host -- -->
  <host id="a" speed="1Gf"><prop id="wattage_per_state" value="100.0:120.0:200.0"/></host></zone></platform>
)");
  EXPECT_DOUBLE_EQ(makespan(file), 8);
  const test::Finished simulated = simulate(file);
  EXPECT_THAT(simulated.out, HasSubstr("\nenergy               1600 J\n"));
  EXPECT_THAT(simulated.err,
              AllOf(HasSubstr("p.xml:5: leaves out the setting contexts/stack-size=16: it changes no time"),
                    HasSubstr("p.xml:5: leaves out the setting contexts/guard-size=0: it changes no time")));
}

TEST_F(SimgridPlatforms, MayHaveThousandsOfHosts) {
  EXPECT_NEAR(makespan(folder_.write("large.xml", cluster(3000))), 8.0 / 3000, 1e-9);
}

// Each decision is a date that something waits for, and a platform that SimGrid has sealed takes no more hosts for
// timers.
TEST_F(SimgridPlatforms, TakePoliciesAndDecisionsAtRunTime) {
  const std::string file = folder_.write("four.xml", cluster(4));
  for (const std::string strategy : {"JIT", "HEFT:replan=completion", "M-HEFT:replan=ready", "S:replan=completion"}) {
    const test::Finished ran = palio({"simulate", "--platform", file, "--strategy", strategy, "--workload",
                                      "workflow:path=" + graph_ + ",uncertainty=gamma,deviation=0.4,realizations=20"});
    EXPECT_EQ(ran.status, 0) << strategy << ran.err;
    const std::size_t at = ran.out.find("replans ");
    ASSERT_NE(at, std::string::npos) << ran.out;
    EXPECT_GT(std::stod(ran.out.substr(at + 8)), 1) << strategy;
  }
}

// A wire between a and b alone: 8 s of work on two hosts of 1 Gflop/s.
TEST_F(SimgridPlatforms, NeedRoutesBetweenTheHostsThatAreUsed) {
  const std::string file = folder_.write("gap.xml", R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Full">
  <host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><host id="c" speed="2Gf"/>
  <link id="ab" bandwidth="5Bps" latency="3s"/><route src="a" dst="b"><link_ctn id="ab"/></route></zone></platform>
)");
  EXPECT_THAT(simulate(file).err, AllOf(HasSubstr("no route from host a to host c"), HasSubstr("used_hosts")));
  EXPECT_DOUBLE_EQ(makespan("simgrid:path=" + file + ",used_hosts=a b"), 4);
}

TEST_F(SimgridPlatforms, AreNoPartOfAStudyForAnotherEngine) {
  const std::string xml = folder_.write("four.xml", cluster(4)), database = folder_.file("c.db");
  for (const std::string& file : {study("\"four.xml\""), study_of_converted(xml)}) {
    const test::Finished refused = palio({"run", file, "--db", database, "--engine", "fluid"});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("the platform four."), HasSubstr("use --engine simgrid")));
    EXPECT_FALSE(std::filesystem::exists(database));
    const test::Finished plan = palio({"plan", file});
    EXPECT_THAT(plan.err, HasSubstr("no projection for the engine fluid: the platform four."));
    EXPECT_THAT(plan.out, HasSubstr("probes, simgrid"));
  }
}

TEST_F(SimgridPlatforms, ThatPalioExportedGiveItsDates) {
  workload_ = graph_;
  for (const char* recipe : {"random-multi-cluster:clusters=2,min_speed=1e9,heterogeneity=2,sample=0,seed=1",
                             "grid5000-site:site=lille", "mesh:hosts=4,heterogeneity=2,sample=0,seed=1"}) {
    const std::string xml = folder_.file("again.xml"), json = folder_.file("again.json");
    ASSERT_EQ(palio({"convert", recipe, xml}).status, 0);
    const double expected = makespan(recipe);
    EXPECT_NEAR(makespan(xml), expected, 1e-9 * expected) << recipe;
    ASSERT_EQ(palio({"convert", xml, json}).status, 0);
    EXPECT_EQ(makespan(json), makespan(xml)) << recipe;
  }
}

TEST_F(SimgridPlatforms, OfACampaignAreStoredWithIt) {
  std::filesystem::create_directory(folder_.file("in"));
  folder_.write("in/two.xml", cluster(2));
  folder_.write("in/four.xml", cluster(4));
  folder_.write("in/README", "no platform");
  const std::string file = study("[\"in\", \"in/../eight.x*\"]");
  folder_.write("eight.xml", cluster(8));
  const std::string database = folder_.file("c.db");
  const test::Finished run = palio({"run", file, "--db", database, "--where", "platform_path = 'in/two.xml'", "-q"});
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* gone : {"in", "eight.xml", "w.json", "s.toml"}) std::filesystem::remove_all(folder_.file(gone));
  const test::Finished resumed = palio({"resume", database, "--where", "platform_path <> ''", "-q"});
  ASSERT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(palio({"query", database, "SELECT platform_path, makespan FROM results ORDER BY 1", "--format", "csv"}).out,
            "platform_path,makespan\neight.xml,1\nin/four.xml,2\nin/two.xml,4\n");
  const std::string scenario =
      palio({"query", database, "SELECT scenario FROM results LIMIT 1", "--format", "csv", "--no-pager"})
          .out.substr(9, 38);
  EXPECT_EQ(palio({"replay", database, scenario}).status, 0);
  EXPECT_EQ(palio({"check", database}).status, 0);
}

TEST_F(SimgridPlatforms, ThatAreWrongAreErrorsWithTheLine) {
  const std::string head =
      "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n";
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "p.xml:1: "},
      {head + "<cluster id=\"c\" radi", "p.xml:3: "},
      {head + "<cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"0-1000000000\"/></platform>", "p.xml:3: "},
      {"<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;\">]>\n<platform>&d;</platform>", "p.xml:1: "},
      {head + "<host id=\"a\" speed=\"1f\"/>\n<zone/></platform>", "p.xml:"},
      {head + "<zone id=\"z\" routing=\"Full\">\n<host id=\"a\" speed=\"-1f\"/></zone></platform>", "p.xml"},
      {head + "<zone id=\"z\" routing=\"Full\">\n<host id=\"a\" speed=\"nanf\"/></zone></platform>", "p.xml"},
      {head + "<zone id=\"z\" routing=\"Mole\">\n<host id=\"a\" speed=\"1f\"/></zone></platform>", "p.xml:"},
      {head + "<zone id=\"z\" routing=\"Full\"><host id=\"a\" speed=\"1f\"/><host id=\"b\" speed=\"1f\"/>\n"
              "<route src=\"a\" dst=\"b\"><link_ctn id=\"none\"/></route></zone></platform>",
       "p.xml:"},
      {head + "<zone id=\"z\" routing=\"Full\"><zone id=\"z\" routing=\"Full\">\n<host id=\"a\" "
              "speed=\"1f\"/></zone></zone></platform>",
       "p.xml:"},
      {"<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\"><platform version=\"9\">\n<cluster id=\"c\" "
       "prefix=\"c\" suffix=\"\" "
       "radical=\"0-1\" speed=\"1f\" bw=\"1Bps\" "
       "lat=\"0s\"/></platform>",
       "p.xml:1: "},
  };
  for (const auto& [text, place] : wrong) {
    const std::string file = folder_.write("p.xml", text);
    const test::Finished refused = simulate("simgrid:path=" + file);
    EXPECT_EQ(refused.status, 1) << text << refused.out;
    EXPECT_THAT(refused.err, HasSubstr(place)) << text;
  }
}

}  // namespace
}  // namespace palio
