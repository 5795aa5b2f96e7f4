// Custom strategies in real campaigns: their rows, their versions, and where their code comes from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/custom/custom_strategies.h"

namespace palio {
namespace {

using test::CustomStrategiesTest;
using test::k_mine;
using test::k_palios;
using test::k_pythons;
using test::on_platforms;
using test::study_with;
using testing::AllOf;
using testing::HasSubstr;

class OnBothEngines : public CustomStrategiesTest, public testing::WithParamInterface<const char*> {};

TEST_P(OnBothEngines, ALibrarysAndACommandsRowsAreThoseOfPaliosOwn) {
  folder_.write("s.toml", study_with(k_mine + k_pythons + k_palios));
  expect_equal_rows(GetParam(), 12);
}

TEST_P(OnBothEngines, AlsoOnAMesh) {
  folder_.write("s.toml", on_platforms("family = \"mesh\"\nhosts = [2, 5]\nheterogeneity = 3\nmax_latency = 0.01\n"
                                       "min_bandwidth = 1e7\npairs = \"ordered\"\nsamples = 2\n"));
  expect_equal_rows(GetParam(), 12);
}

INSTANTIATE_TEST_SUITE_P(All, OnBothEngines, testing::Values("simgrid", "fluid"));

// Hosts of two cores share their part of the network.
TEST_F(CustomStrategiesTest, HaveTheRowsOfPaliosOwnOnAPlatformOfSimGrid) {
  folder_.write("p.xml", R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <cluster id="a" prefix="a-" suffix="" radical="0-2" speed="1Gf" core="2" bw="125MBps" lat="50us" router_id="ra"/>
    <cluster id="b" prefix="b-" suffix="" radical="0-3" speed="2Gf" bw="12.5MBps" lat="10us" router_id="rb"/>
    <link id="between" bandwidth="50MBps" latency="1ms"/>
    <zoneRoute src="a" dst="b" gw_src="ra" gw_dst="rb"><link_ctn id="between"/></zoneRoute>
  </zone>
</platform>
)");
  folder_.write("s.toml", on_platforms("family = \"simgrid\"\npath = \"p.xml\"\n"));
  expect_equal_rows("simgrid", 4);
}

// x takes 8 s on p1, 4 s on p2. y gets its 4 byte on p1 at 8 s, on p2 it ends at 5 s. z ends on p1 at 3 s, on p2 at 6.5
// s.
TEST_F(CustomStrategiesTest, NeedThePlainInterfaceAlone) {
  put(PLAIN_PATH, "plain.so");
  folder_.write("p.json", R"({"format": "palio-platform", "version": 1, "mesh": {"hosts": [{"name": "p1", "speed": 1},
    {"name": "p2", "speed": 2}], "other_links": {"bandwidth": 1, "latency": 0}}})");
  folder_.write("w.json", R"({"format": "palio-workload", "version": 1, "applications": [{"name": "a", "tasks": [
    {"name": "x", "flop": 8, "alpha": 1}, {"name": "y", "flop": 2, "alpha": 1}, {"name": "z", "flop": 3, "alpha": 1}],
    "edges": [{"from": "x", "to": "y", "bytes": 4}]}]})");
  const test::Finished ran = palio({"simulate", "--strategy", "PLAIN", "--platform", "p.json", "--workload", "w.json",
                                    "--format", "csv", "--plugin", "plain.so"});
  EXPECT_EQ(ran.out,
            "application,task,cluster,n,processors,predicted_start,predicted_finish,start,finish\n"
            "0,x,p2,1,1,0,4,0,4\n0,y,p2,1,1,4,5,4,5\n0,z,p1,1,0,0,3,0,3\n")
      << ran.err;
}

TEST_F(CustomStrategiesTest, AreListedWithTheirParameters) {
  const test::Finished listed = palio({"list", "strategies", "MY-M-HEFT", "--plugin", "mine.so"});
  ASSERT_EQ(listed.status, 0) << listed.err;
  EXPECT_THAT(listed.out, AllOf(HasSubstr("threshold"), HasSubstr("0 to 1"), HasSubstr("fraction of a cluster")));
  EXPECT_THAT(palio({"list", "strategies", "--plugin", "mine.so"}).out, HasSubstr("MY-M-HEFT"));
}

TEST_F(CustomStrategiesTest, AreListedWithoutWhatSteersATerminal) {
  folder_.write(
      "odd.sh",
      R"(read line; echo '{"strategies": [{"name": "ODD", "summary": "a\u001b[2Jb", "source": "\u009b1m"}]}')");
  for (const std::vector<std::string>& what :
       {std::vector<std::string>{"list", "strategies"}, {"list", "strategies", "ODD"}}) {
    std::vector<std::string> arguments = what;
    arguments.insert(arguments.end(), {"--command", "sh odd.sh"});
    const test::Finished listed = palio(arguments);
    EXPECT_THAT(listed.out, HasSubstr("a\uFFFD[2Jb")) << listed.err;
    EXPECT_EQ(listed.out.find('\x1b'), std::string::npos);
    EXPECT_EQ(listed.out.find("\u009b"), std::string::npos);
  }
}

TEST_F(CustomStrategiesTest, OfACommandLineTakePartInAStudyThatNamesThem) {
  folder_.write("s.toml", study_with("[[strategy]]\nname = \"MY-M-HEFT\"\n"));
  EXPECT_THAT(palio({"run", "s.toml", "--db", "c.db", "-q"}).err, HasSubstr("unknown strategy \"MY-M-HEFT\""));
  EXPECT_EQ(palio({"run", "s.toml", "--db", "c.db", "-q", "--plugin", "mine.so", "--sample", "2"}).status, 0);
  EXPECT_EQ(count("SELECT count(*) FROM results"), 2);
}

TEST_F(CustomStrategiesTest, ChangedOnesRunAgainAndUnchangedOnesDoNot) {
  ASSERT_EQ(run(k_mine + k_palios).status, 0);
  EXPECT_THAT(run(k_mine + k_palios).err, HasSubstr("nothing is missing"));
  put(MY_M_HEFT_PATH, "moved.so");  // the same library elsewhere is the same
  folder_.write(
      "t.toml",
      study_with("[[strategy]]\nname = \"MY-M-HEFT\"\nplugin = \"moved.so\"\nthreshold = [0.5, 1]\n" + k_palios));
  EXPECT_THAT(palio({"run", "t.toml", "--db", "c.db", "-q", "--engine", "fluid"}).err, HasSubstr("nothing is missing"));
  std::filesystem::copy_file(folder_.file("c.db"), folder_.file("before.db"));

  put(MY_M_HEFT_AGAIN_PATH, "mine.so");  // another build of it
  const test::Finished again = run(k_mine + k_palios);
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("48 stored results do not belong to the study as it is now"));
  EXPECT_EQ(count("SELECT count(*) FROM results"), 96);
  EXPECT_EQ(count("SELECT count(*) FROM all_results"), 144);
  EXPECT_EQ(count("SELECT count(DISTINCT strategy_digest) FROM all_results WHERE strategy_name = 'MY-M-HEFT'"), 2);
  EXPECT_THAT(palio({"status", "c.db"}).out, HasSubstr("stale"));
  EXPECT_EQ(palio({"check", "c.db"}).status, 0);
  // The campaigns are compared strategy by strategy, ignoring versions: nothing changed.
  const test::Finished changed = palio({"diff", "before.db", "c.db"});
  EXPECT_EQ(changed.status, 0) << changed.out << changed.err;
  EXPECT_EQ(csv("SELECT DISTINCT strategy FROM results WHERE strategy_name = 'MY-M-HEFT' ORDER BY strategy"),
            "strategy\nMY-M-HEFT\nMY-M-HEFT:threshold=1\n");

  // The first version is not forgotten: with it again nothing is missing.
  put(MY_M_HEFT_PATH, "mine.so");
  EXPECT_THAT(run(k_mine + k_palios).err, HasSubstr("nothing is missing"));
  EXPECT_EQ(count("SELECT count(*) FROM results"), 96);
  EXPECT_THAT(palio({"status", "c.db"}).out, HasSubstr("stale"));

  ASSERT_EQ(palio({"prune", "c.db", "--yes"}).status, 0);
  EXPECT_EQ(count("SELECT count(*) FROM all_results"), 96);
  EXPECT_EQ(count("SELECT count(*) FROM input_file"), 1);
  EXPECT_EQ(palio({"check", "c.db"}).status, 0);
}

TEST_F(CustomStrategiesTest, PlansOfAChangedOneKnowWhatItCostBefore) {
  ASSERT_EQ(run(k_mine + k_palios).status, 0);
  // 48 scenarios of 5 s each, and 12 % and 0.1 ms besides: 268.8 s.
  const std::string sql =
      "UPDATE result SET total_ns = 5000000000 WHERE strategy_id IN (SELECT id FROM strategy WHERE name = 'MY-M-HEFT')";
  ASSERT_EQ(std::system(("sqlite3 '" + folder_.file("c.db") + "' \"" + sql + "\"").c_str()), 0);
  put(MY_M_HEFT_AGAIN_PATH, "mine.so");  // another build of it
  EXPECT_THAT(palio({"plan", "s.toml", "--db", "c.db"}).out,
              AllOf(HasSubstr("48 to run"), HasSubstr("4 min 29 s of CPU")));
}

TEST_F(CustomStrategiesTest, AreNeverLoadedBecauseACampaignNamesThem) {
  ASSERT_EQ(run(k_mine).status, 0);
  const std::string id = csv("SELECT scenario FROM results LIMIT 1").substr(9, 38);
  const std::vector<std::string> replay{"replay", "c.db", id};
  EXPECT_THAT(palio(replay).err, AllOf(HasSubstr("MY-M-HEFT"), HasSubstr("--plugin FILE")));
  EXPECT_THAT(palio({"replay", "c.db", id, "--plugin", "mine.so"}).out, HasSubstr("Equal to the stored result"));
  EXPECT_THAT(palio({"resume", "c.db"}).err, HasSubstr("--plugin FILE"));
  EXPECT_EQ(palio({"resume", "c.db", "--plugin", "mine.so", "-q"}).status, 0);
  EXPECT_EQ(palio({"audit", "c.db", "--sample", "5", "--plugin", "mine.so", "-q"}).status, 0);
  // Reading needs no code.
  std::filesystem::remove(folder_.file("mine.so"));
  for (const char* command : {"status", "check", "digest"}) EXPECT_EQ(palio({command, "c.db"}).status, 0);
  // Another library of that name is not the same.
  put(MY_M_HEFT_AGAIN_PATH, "other.so");
  EXPECT_THAT(palio({"resume", "c.db", "--plugin", "other.so"}).err, HasSubstr("another version of other.so"));
}

TEST_F(CustomStrategiesTest, WithoutTheirCodeTheStudySaysWhatItLacks) {
  EXPECT_THAT(run("[[strategy]]\nname = \"MY-IDEA\"\n").err, HasSubstr("your own needs command = or plugin ="));
}

TEST_F(CustomStrategiesTest, SimulateOneScenario) {
  const test::Finished ran =
      palio({"simulate", "--plugin", "mine.so", "--strategy", "MY-M-HEFT:threshold=1", "--platform",
             "random-multi-cluster:clusters=1,min_speed=1e9,heterogeneity=1,sample=0,seed=1", "--workload",
             "random-ptg:tasks=10,width=0.5,regularity=0.8,density=0.2,jump=1,complexity=mixed,sample=0,seed=1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("makespan"));
}

// A submission contains the library and the script: neither needs to be where it was.
TEST_F(CustomStrategiesTest, GoWithASubmission) {
  ASSERT_EQ(run(k_mine + k_pythons).status, 0);
  const test::Finished submitted = palio(
      {"submit", "s.toml", "--tasks", "2", "--batch", "none", "--dir", "tasks", "--engine", "fluid", "--audit", "0"});
  ASSERT_EQ(submitted.out, "1\n2\n") << submitted.err;
  for (const char* file : {"mine.so", "m_heft.py", "s.toml"}) std::filesystem::remove(folder_.file(file));
  for (const char* shard : {"1", "2"}) {
    const test::Finished task = palio({"task", "tasks", shard});
    EXPECT_EQ(task.status, 0) << task.err;
  }
  ASSERT_EQ(palio({"merge", "all.db", "tasks/parts/0001.db", "tasks/parts/0002.db", "-q"}).status, 0);
  EXPECT_EQ(palio({"digest", "all.db"}).out.substr(0, 32), palio({"digest", "c.db"}).out.substr(0, 32));
}

}  // namespace
}  // namespace palio
