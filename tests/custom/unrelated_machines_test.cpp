// Custom strategies on tasks that have a time for each host.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/custom/custom_campaign.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string without_strategies(std::string study) {
  study.resize(study.find("[[strategy]]"));
  return study;
}

std::string content(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The study of graphs on unrelated machines that comes with Palio.
std::string classic_study() {
  return without_strategies(content(PALIO_SOURCE_DIR "/campaign/studies/classic-random.toml"));
}

// The example of the paper on HEFT and CPOP: ten tasks on three hosts, between which a byte takes 1 s.
constexpr const char* k_paper_hosts = R"({"format": "palio-platform", "version": 1, "mesh": {
  "hosts": [{"name": "p1", "speed": 1}, {"name": "p2", "speed": 1}, {"name": "p3", "speed": 1}],
  "other_links": {"bandwidth": 1, "latency": 0}}})";
constexpr const char* k_paper_graph = R"({"format": "palio-workload", "version": 1, "applications": [{"name": "g",
  "tasks": [{"name": "n1", "times": [14, 16, 9]}, {"name": "n2", "times": [13, 19, 18]},
    {"name": "n3", "times": [11, 13, 19]}, {"name": "n4", "times": [13, 8, 17]}, {"name": "n5", "times": [12, 13, 10]},
    {"name": "n6", "times": [13, 16, 9]}, {"name": "n7", "times": [7, 15, 11]}, {"name": "n8", "times": [5, 11, 14]},
    {"name": "n9", "times": [18, 12, 20]}, {"name": "n10", "times": [21, 7, 16]}],
  "edges": [{"from": "n1", "to": "n2", "bytes": 18}, {"from": "n1", "to": "n3", "bytes": 12},
    {"from": "n1", "to": "n4", "bytes": 9}, {"from": "n1", "to": "n5", "bytes": 11},
    {"from": "n1", "to": "n6", "bytes": 14}, {"from": "n2", "to": "n8", "bytes": 19},
    {"from": "n2", "to": "n9", "bytes": 16}, {"from": "n3", "to": "n7", "bytes": 23},
    {"from": "n4", "to": "n8", "bytes": 27}, {"from": "n4", "to": "n9", "bytes": 23},
    {"from": "n5", "to": "n9", "bytes": 13}, {"from": "n6", "to": "n8", "bytes": 15},
    {"from": "n7", "to": "n10", "bytes": 17}, {"from": "n8", "to": "n10", "bytes": 11},
    {"from": "n9", "to": "n10", "bytes": 13}]}]})";

// Two hosts; application a has work, b comes at 10 s and has times.
constexpr const char* k_two_hosts = R"({"format": "palio-platform", "version": 1, "mesh": {
  "hosts": [{"name": "p1", "speed": 1}, {"name": "p2", "speed": 2}], "other_links": {"bandwidth": 1, "latency": 0}}})";
constexpr const char* k_late_batch = R"({"format": "palio-workload", "version": 1, "applications": [
  {"name": "a", "tasks": [{"name": "x", "flop": 8, "alpha": 1}]},
  {"name": "b", "release_date": 10, "tasks": [{"name": "y", "times": [5, 2]}, {"name": "z", "times": [3, 9]}],
   "edges": [{"from": "y", "to": "z", "bytes": 4}]}]})";

constexpr const char* k_machine_files = R"([study]
name = "s"
seed = 1
[[platform]]
family = "file"
path = "p.json"
[[workload]]
family = "file"
path = "w.json"
)";

// A command with one strategy. `says`: other members of its row; `plans`: a list of placements, made from `graphs`.
std::string command_of(const std::string& says, const std::string& plans) {
  return "import json, sys\n"
         "for line in sys.stdin:\n"
         "    message = json.loads(line)\n"
         "    if message['type'] == 'instance':\n"
         "        graphs = message['graphs']\n"
         "        continue\n"
         "    answer = {'interface': 1, 'strategies': [{'name': 'MINE', 'summary': 's', 'machines': 'unrelated'" +
         says +
         "}]}\n"
         "    if message['type'] == 'schedule':\n"
         "        answer = {'placements': " +
         plans +
         "}\n"
         "    print(json.dumps(answer), flush=True)\n";
}

class UnrelatedMachinesTest : public test::CustomCampaign {
protected:
  void SetUp() override {
    put(MY_HEFT_PATH, "mine.so");
    put(PALIO_SOURCE_DIR "/tests/custom/commands/heft.py", "heft.py");
    folder_.write("p.json", k_paper_hosts);
    folder_.write("w.json", k_paper_graph);
  }

  test::Finished run(const std::string& blocks, const std::string& study = k_machine_files) {
    folder_.write("s.toml", study + blocks);
    return palio({"run", "s.toml", "--db", "c.db", "-q", "--audit", "0", "--engine", "fluid"});
  }

  test::Finished simulate(const std::string& strategy, std::vector<std::string> code) {
    std::vector<std::string> arguments{"simulate",   "--strategy", strategy,   "--platform", "p.json",
                                       "--workload", "w.json",     "--format", "csv"};
    arguments.insert(arguments.end(), code.begin(), code.end());
    return palio(arguments);
  }
};

class HeftOnBothEngines : public UnrelatedMachinesTest, public testing::WithParamInterface<const char*> {};

TEST_P(HeftOnBothEngines, OfALibraryAndOfACommandIsPaliosOwn) {
  folder_.write("s.toml", classic_study() +
                              "[[strategy]]\nname = \"HEFT\"\n"
                              "[[strategy]]\nname = \"MY-HEFT\"\nplugin = \"mine.so\"\n"
                              "[[strategy]]\nname = \"PY-HEFT\"\ncommand = \"python3 heft.py\"\n");
  const test::Finished ran =
      palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", GetParam(), "--sample", "40", "--audit", "0"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 120);
  // Bit for bit. The sample has both kinds of mesh.
  EXPECT_EQ(count("SELECT count(*) FROM results a JOIN results b USING (platform, workload) "
                  "WHERE a.strategy_name <> 'HEFT' AND b.strategy_name = 'HEFT' "
                  "AND a.makespan IS b.makespan AND a.predicted_makespan IS b.predicted_makespan "
                  "AND a.sequential_makespan IS b.sequential_makespan AND a.total_work IS b.total_work "
                  "AND a.processors_used IS b.processors_used"),
            80);
  EXPECT_EQ(count("SELECT count(DISTINCT contention) FROM results"), 2);
}

INSTANTIATE_TEST_SUITE_P(All, HeftOnBothEngines, testing::Values("simgrid", "fluid"));

TEST_F(UnrelatedMachinesTest, HaveTheScheduleOfThePaper) {
  const test::Finished palios = simulate("HEFT", {});
  ASSERT_EQ(palios.status, 0) << palios.err;
  EXPECT_THAT(palios.out, HasSubstr(",80\n"));  // the makespan of figure 4
  EXPECT_EQ(simulate("MY-HEFT", {"--plugin", "mine.so"}).out, palios.out);
  EXPECT_EQ(simulate("PY-HEFT", {"--command", "python3 heft.py"}).out, palios.out);
}

TEST_F(UnrelatedMachinesTest, AreRefusedForStrategiesThatDoNotTakeThem) {
  put(MY_M_HEFT_PATH, "related.so");
  put(PALIO_SOURCE_DIR "/tests/custom/commands/m_heft.py", "m_heft.py");
  const std::string why =
      " needs the work of tasks in flop, but those of application \"g\" have times for each cluster or host";
  for (const auto& [name, code] : {std::pair("M-HEFT", ""), std::pair("MY-M-HEFT", "plugin = \"related.so\"\n"),
                                   std::pair("PY-M-HEFT", "command = \"python3 m_heft.py\"\n")}) {
    const test::Finished ran = run(fmt::format("[[strategy]]\nname = \"{}\"\n{}", name, code));
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr(fmt::format("s.toml:7: strategy {}{}", name, why)));
  }
  EXPECT_THAT(simulate("MY-M-HEFT", {"--plugin", "related.so"}).err, HasSubstr("strategy MY-M-HEFT" + why));
  EXPECT_THAT(simulate("PY-M-HEFT", {"--command", "python3 m_heft.py"}).err, HasSubstr("strategy PY-M-HEFT" + why));
}

TEST_F(UnrelatedMachinesTest, OfABatchWithReleaseDates) {
  folder_.write("p.json", k_two_hosts);
  folder_.write("w.json", k_late_batch);
  folder_.write("mine.py", command_of("", "[[0, 0, [1]], [1, 0, [1]], [1, 1, [0]]]"));
  // Without dates: x, 8 flop at 2 flop/s, from 0 to 4 s. y is released at 10 s and takes 2 s on p2; its 4 bytes take
  // 4 s to p1, where z takes 3 s.
  const test::Finished ran = simulate("MINE", {"--command", "python3 mine.py"});
  EXPECT_EQ(ran.out,
            "application,task,cluster,n,processors,predicted_start,predicted_finish,start,finish\n"
            "0,x,p2,1,1,0,4,0,4\n"
            "1,y,p2,1,1,10,12,10,12\n"
            "1,z,p1,1,0,16,19,16,19\n")
      << ran.err;
}

TEST_F(UnrelatedMachinesTest, ThePlanIsHeldAgainstTheTimes) {
  // Every task in 14 s on p1, which n1 takes.
  folder_.write("mine.py",
                command_of("", "[[0, t, [0], 100.0 * i, 100.0 * i + 14] for i, t in enumerate(graphs[0]['order'])]"));
  EXPECT_EQ(run("[[strategy]]\nname = \"MINE\"\ncommand = \"python3 mine.py\"\n").status, 2);
  EXPECT_EQ(csv("SELECT failure_kind, failure_message FROM results"),
            "failure_kind,failure_message\ninvalid_schedule,"
            "\"planned schedule: task \"\"n2\"\" takes 14 s, but should take 13 s on 1 processor of cluster 0\"\n");
}

TEST_F(UnrelatedMachinesTest, EveryApplicationHasATimeForEachHost) {
  folder_.write("w.json", k_late_batch);
  const std::string mine = "[[strategy]]\nname = \"MINE\"\ncommand = \"python3 mine.py\"\n";
  folder_.write("mine.py", command_of("", "[]"));
  EXPECT_THAT(run(mine).err, AllOf(HasSubstr("s.toml:7: the tasks of"), HasSubstr("have 2 times each, but"),
                                   HasSubstr("has 3 hosts or clusters")));
  EXPECT_THAT(simulate("MINE", {"--command", "python3 mine.py"}).err,
              HasSubstr("the tasks of application \"b\" have 2 times each, but the platform has 3 hosts"));
}

TEST_F(UnrelatedMachinesTest, TheYardstickTakesThemToo) {
  folder_.write("p.json", k_two_hosts);
  folder_.write("w.json", k_late_batch);
  const std::string mine = "[[strategy]]\nname = \"MINE\"\ncommand = \"python3 mine.py\"\n";
  const std::string plan = "[[0, 0, [1]], [1, 0, [1]], [1, 1, [0]]]";
  folder_.write("mine.py", command_of(", 'yardstick': 'HCPA'", plan));
  EXPECT_THAT(run(mine).err, HasSubstr("s.toml:7: the yardstick of strategy MINE, HCPA, needs the work of tasks in "
                                       "flop, but those of application \"b\" have times for each cluster or host"));
  folder_.write("mine.py", command_of(", 'yardstick': 'HEFT'", plan));
  const test::Finished ran = run(mine);
  ASSERT_EQ(ran.status, 0) << ran.err;
  // Alone x takes 4 s on p2. HEFT has y on p2 until 2 s; its data are on p1 at 6 s, where z ends at 9 s.
  EXPECT_EQ(csv("SELECT application, dedicated_makespan FROM applications ORDER BY application"),
            "application,dedicated_makespan\n0,4\n1,9\n");
}

}  // namespace
}  // namespace palio
