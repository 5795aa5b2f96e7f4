// Custom strategies in real campaigns.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "campaign/code/code_source.h"
#include "tests/custom/custom_campaign.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using test::Misdeed;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// The small study with these [[strategy]] blocks.
std::string study_with(const std::string& blocks) {
  std::string text(test::k_small_study);
  text.resize(text.find("[[strategy]]"));
  return text + blocks;
}

const std::string k_mine = "[[strategy]]\nname = \"MY-M-HEFT\"\nplugin = \"mine.so\"\nthreshold = [0.5, 1]\n";
const std::string k_pythons =
    "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\nthreshold = [0.5, 1]\n";
const std::string k_palios = "[[strategy]]\nname = \"M-HEFT-MAX\"\nthreshold = [0.5, 1]\n";

// All three on other platforms.
std::string on_platforms(const std::string& platform) {
  std::string text = study_with(k_mine + k_pythons + k_palios);
  const std::size_t begin = text.find("[[platform]]");
  return text.replace(begin, text.find("[[workload]]") - begin, "[[platform]]\n" + platform + "\n");
}

class CustomStrategiesTest : public test::CustomCampaign {
protected:
  void SetUp() override {
    put(MY_M_HEFT_PATH, "mine.so");
    put(PALIO_SOURCE_DIR "/tests/custom/commands/m_heft.py", "m_heft.py");
  }

  std::string content(const std::string& name) const {
    std::ifstream file(folder_.file(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  test::Finished run(const std::string& blocks, const std::string& engine = "fluid") {
    folder_.write("s.toml", study_with(blocks));
    return palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0"});
  }

  // The rows of library, command and Palio's own in this part of s.toml.
  void expect_equal_rows(const std::string& engine, int instances) {
    const test::Finished ran =
        palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--sample", std::to_string(instances)});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 6 * instances);
    // Costs and code differ; everything else is equal, bit for bit.
    EXPECT_EQ(count("SELECT count(*) FROM results a JOIN results b USING (platform, workload, threshold) "
                    "WHERE a.strategy_name <> 'M-HEFT-MAX' AND b.strategy_name = 'M-HEFT-MAX' "
                    "AND a.makespan IS b.makespan AND a.predicted_makespan IS b.predicted_makespan "
                    "AND a.total_work IS b.total_work AND a.processors_used IS b.processors_used"),
              4 * instances);
    EXPECT_EQ(count("SELECT count(*) FROM results WHERE schedule_time IS NULL OR schedule_time <= 0"), 0);
  }
};

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

// It writes into every pipe of the processes above it, up to the worker: neither an end nor a result is forged.
TEST_F(CustomStrategiesTest, ACommandThatWritesIntoAllPipesAboveItForgesNothing) {
  const std::string plain = content("m_heft.py");
  folder_.write("m_heft.py", plain.substr(0, plain.find("import bisect")) + R"py(
import os, struct, threading, time
def pipes(process):
    for number in os.listdir(f"/proc/{process}/fd"):
        try:
            name = os.readlink(f"/proc/{process}/fd/{number}")
        except OSError:
            continue
        if name.startswith("pipe:"):
            yield name, f"/proc/{process}/fd/{number}"
def spoil():
    own = dict(pipes("self"))
    killed = struct.pack("i", 9)
    line = b'\n{"type":"result","id":1,"index":0,"outcome":"completed"}\n'
    while True:
        process = os.getppid()
        try:
            while "palio-worker" in open(f"/proc/{process}/comm").read():
                for name, path in pipes(process):
                    if name not in own:
                        pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                        os.write(pipe, killed + line)
                        os.close(pipe)
                process = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1]
        except OSError:
            pass
        time.sleep(0.001)
threading.Thread(target=spoil, daemon=True).start()
)py" + plain.substr(plain.find("import bisect")));
  folder_.write("s.toml", study_with(k_mine + k_pythons + k_palios));
  expect_equal_rows("fluid", 6);
}

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
      "UPDATE result SET total_time = 5 WHERE strategy_id IN (SELECT id FROM strategy WHERE name = 'MY-M-HEFT')";
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

TEST_F(CustomStrategiesTest, ACommandKnowsItsFiles) {
  folder_.write("helper.py", "# nothing yet\n");
  const std::string block =
      "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\nfiles = [\"helper.py\"]\n";
  ASSERT_EQ(run(block).status, 0);
  EXPECT_THAT(run(block).err, HasSubstr("nothing is missing"));
  const std::string id = csv("SELECT scenario FROM results LIMIT 1").substr(9, 38);
  EXPECT_THAT(palio({"replay", "c.db", id}).err, AllOf(HasSubstr("PY-M-HEFT"), HasSubstr("--allow-commands")));
  EXPECT_THAT(palio({"replay", "c.db", id, "--allow-commands"}).out, HasSubstr("Equal to the stored result"));
  EXPECT_THAT(palio({"resume", "c.db"}).err, HasSubstr("--allow-commands"));
  EXPECT_EQ(palio({"resume", "c.db", "--allow-commands", "-q"}).status, 0);
  folder_.write("helper.py", "# something\n");
  EXPECT_THAT(palio({"resume", "c.db", "--allow-commands"}).err, HasSubstr("the digest of helper.py was"));
  EXPECT_THAT(run(block).err, HasSubstr("24 stored results do not belong"));
  EXPECT_EQ(count("SELECT count(*) FROM all_results"), 48);
}

// As the shell reads them.
TEST_F(CustomStrategiesTest, ACommandsFilesAreAllThatItsWordsName) {
  const std::string describe = R"(read line; echo '{"strategies": [{"name": "A", "summary": "s"}]}')";
  std::filesystem::create_directory(folder_.file("sub"));
  for (const char* file : {"s.sh", "my strategy.sh", "sub/s.sh", "weights.bin", "it's.bin"})
    folder_.write(file, describe);
  const std::vector<std::pair<std::string, std::vector<std::string>>> commands{
      {"sh s.sh", {"s.sh"}},
      {"sh ./s.sh", {"./s.sh"}},
      {R"(sh "my strategy.sh")", {"my strategy.sh"}},
      {R"(sh 'my strategy.sh')", {"my strategy.sh"}},
      {R"(sh my\ strategy.sh)", {"my strategy.sh"}},
      {R"(sh my" "strategy.sh)", {"my strategy.sh"}},
      {R"(sh -c 'sh "my strategy.sh"')", {"my strategy.sh"}},
      {R"(sh -c "exec sh 'my strategy.sh'")", {"my strategy.sh"}},
      {"MODE=1 sh s.sh", {"s.sh"}},
      {"DATA=weights.bin sh s.sh", {"s.sh", "weights.bin"}},
      {R"(DATA="it's.bin" sh s.sh)", {"it's.bin", "s.sh"}},
      {"sh s.sh --model=weights.bin", {"s.sh", "weights.bin"}},
      {"sh s.sh; true", {"s.sh"}},
      {"cat weights.bin >/dev/null&&sh s.sh", {"s.sh", "weights.bin"}},
      {"cd sub && sh s.sh", {"s.sh", "sub/s.sh"}},  // one of that name is elsewhere, too: rather one more than none
      {"sh $PWD/s.sh", {folder_.file("s.sh")}},
      {"sh s.s?", {"s.sh"}},
      {"sh s.sh unknown.bin", {"s.sh"}},
  };
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.file(""));
  setenv("PWD", std::filesystem::current_path().c_str(), 1);
  for (const auto& [command, expected] : commands) {
    std::vector<std::string> names;
    const auto code = command_code({CodeKind::command, command, {}}, folder_.file(""));
    for (const CodeFile& file : code->files()) names.push_back(file.name);
    EXPECT_EQ(names, expected) << command;
  }
  std::filesystem::current_path(before);
}

TEST_F(CustomStrategiesTest, AChangedFileInQuotesRunsAgain) {
  folder_.write("my strategy.py", content("m_heft.py"));
  const std::string block = "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 'my strategy.py'\"\n";
  ASSERT_EQ(run(block).status, 0);
  EXPECT_THAT(run(block).err, HasSubstr("nothing is missing"));
  folder_.write("my strategy.py", content("m_heft.py") + "# changed\n");
  EXPECT_THAT(run(block).err, HasSubstr("24 stored results do not belong"));
}

TEST_F(CustomStrategiesTest, WhatTheyWriteToStandardErrorIsShownForOneScenario) {
  std::string main = content("m_heft.py");
  folder_.write("m_heft.py",
                main.insert(main.find("    placed, placements"), "    print('so far', file=sys.stderr)\n"));
  const std::string block = "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\n";
  const test::Finished ran = run(block);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, Not(HasSubstr("so far")));
  const std::string id = csv("SELECT scenario FROM results LIMIT 1").substr(9, 38);
  EXPECT_THAT(palio({"replay", "c.db", id, "--allow-commands"}).err, HasSubstr("The strategy wrote:\nso far\n"));
  const test::Finished simulated =
      palio({"simulate", "--command", "python3 m_heft.py", "--strategy", "PY-M-HEFT", "--platform",
             "random-multi-cluster:clusters=1,min_speed=1e9,heterogeneity=1,sample=0,seed=1", "--workload",
             "random-ptg:tasks=10,width=0.5,regularity=0.8,density=0.2,jump=1,complexity=mixed,sample=0,seed=1"});
  EXPECT_THAT(simulated.err, HasSubstr("The strategy wrote:\nso far\n"));
  EXPECT_EQ(simulated.status, 0);
}

TEST_F(CustomStrategiesTest, ABannerIsNamedAndShown) {
  const std::string plain = content("m_heft.py");
  for (const char* flush : {"True", "False"}) {
    folder_.write("m_heft.py", fmt::format("print('Academic license', flush={})\n", flush) + plain);
    EXPECT_THAT(palio({"list", "strategies", "--command", "python3 m_heft.py"}).err,
                AllOf(HasSubstr("printed a line that is no answer: Academic license"),
                      HasSubstr("print to standard error instead")));
  }
}

TEST_F(CustomStrategiesTest, WithoutTheirCodeTheStudySaysWhatItLacks) {
  EXPECT_THAT(run("[[strategy]]\nname = \"MY-IDEA\"\n").err, HasSubstr("your own needs command = or plugin ="));
}

// Modules imported at start-up are known once it has been asked for its description: also the second time, when Python
// reads its compiled files instead.
TEST_F(CustomStrategiesTest, ACommandsUndeclaredImportsAreToldAtOnce) {
  folder_.write("helper.py", "import deeper.tables\n");
  std::filesystem::create_directory(folder_.file("deeper"));
  folder_.write("deeper/tables.py", "");
  folder_.write("README", "nobody reads it\n");
  std::string main = content("m_heft.py");
  folder_.write("m_heft.py", main.insert(main.find("import bisect"), "import helper\n"));
  const std::string warning =
      "palio: warning: files that the command \"python3 m_heft.py\" does not declare were read while it ran: "
      "deeper/tables.py, helper.py.\n";
  for (int time = 0; time < 2; ++time)
    EXPECT_THAT(palio({"list", "strategies", "--command", "python3 m_heft.py"}).err, HasSubstr(warning)) << time;
  const std::string declared =
      "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\nfiles = [\"helper.py\", "
      "\"./deeper/tables.py\"]\n";
  EXPECT_THAT(run(declared).err, Not(HasSubstr("does not declare")));
}

// Meanwhile another run in the same folder reads its campaign; here the command does it, so that it certainly happens.
TEST_F(CustomStrategiesTest, CampaignsBesideACommandAreNotWhatItReads) {
  const std::string block = "[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\n";
  ASSERT_EQ(run(block).status, 0);
  folder_.write("notes", "of its own\n");
  std::string main = content("m_heft.py");
  folder_.write("m_heft.py",
                main.insert(main.find("import bisect"), "for n in ('c.db', 'notes'): open(n, 'rb').read()\n"));
  EXPECT_THAT(palio({"list", "strategies", "--command", "python3 m_heft.py"}).err,
              AllOf(HasSubstr("were read while it ran: notes.\n"), Not(HasSubstr("c.db"))));
}

// Palio reads the files of each strategy, even while a command in their folder runs.
TEST_F(CustomStrategiesTest, FilesOfOtherStrategiesAreNotWhatACommandReads) {
  put(MY_M_HEFT_PATH, "mine.so");
  std::string other = content("m_heft.py");
  folder_.write("other.py", other.replace(other.find("PY-M-HEFT"), 9, "PY-OTHER"));
  const test::Finished ran =
      run("[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\n"
          "[[strategy]]\nname = \"PY-OTHER\"\ncommand = \"python3 other.py\"\n"
          "[[strategy]]\nname = \"MY-M-HEFT\"\nplugin = \"mine.so\"\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, Not(HasSubstr("declare")));
}

// Modules imported when it is first asked for a plan are known when the run is over.
TEST_F(CustomStrategiesTest, ACommandsUndeclaredLateImportsAreToldAfterTheRun) {
  folder_.write("helper.py", "");
  std::string main = content("m_heft.py");
  folder_.write("m_heft.py", main.insert(main.find("    flop, alpha = task"), "    import helper\n"));
  EXPECT_THAT(palio({"list", "strategies", "--command", "python3 m_heft.py"}).err, Not(HasSubstr("declare")));
  const test::Finished ran = run("[[strategy]]\nname = \"PY-M-HEFT\"\ncommand = \"python3 m_heft.py\"\n");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("does not declare were read while it ran: helper.py.\n"));
}

TEST_F(CustomStrategiesTest, ACommandIsStartedOncePerWorkerAndToldEachInstanceOnce) {
  std::string text = R"(
import json, os, sys
log = open("log.txt", "a")
for line in sys.stdin:
    message = json.loads(line)
    print(os.getpid(), message["type"], file=log, flush=True)
    if message["type"] == "describe":
        strategies = [{"name": name, "summary": "s"} for name in ("A", "B")]
        print(json.dumps({"answers": "numbered", "strategies": strategies}), flush=True)
    elif message["type"] == "instance":
        instance = message
    else:
        placements = [[0, task, [0]] for task in instance["graphs"][0]["order"]]
        print(json.dumps({"placements": placements, "number": message["number"]}), flush=True)
)";
  folder_.write("two.py", text);
  std::string blocks;
  for (const char* name : {"A", "B"})
    blocks += fmt::format("[[strategy]]\nname = \"{}\"\ncommand = \"python3 two.py\"\n", name);
  folder_.write("s.toml", study_with(blocks));
  for (const char* engine : {"simgrid", "fluid"}) {
    std::filesystem::remove(folder_.file("log.txt"));
    const test::Finished ran = palio({"run", "s.toml", "--db", std::string(engine) + ".db", "-q", "-j", "1", "--engine",
                                      engine, "--audit", "0", "--sample", "4"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    // One to describe it for palio, then one for the worker: 4 instances, 8 schedules.
    EXPECT_EQ(count_lines("log.txt", "describe"), 2);
    EXPECT_EQ(count_lines("log.txt", "instance"), 4);
    EXPECT_EQ(count_lines("log.txt", "schedule"), 8);
  }
}

TEST_F(CustomStrategiesTest, SimulateOneScenario) {
  const test::Finished ran =
      palio({"simulate", "--plugin", "mine.so", "--strategy", "MY-M-HEFT:threshold=1", "--platform",
             "random-multi-cluster:clusters=1,min_speed=1e9,heterogeneity=1,sample=0,seed=1", "--workload",
             "random-ptg:tasks=10,width=0.5,regularity=0.8,density=0.2,jump=1,complexity=mixed,sample=0,seed=1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("makespan"));
}

struct OddLibrary {
  const char* path;
  const char* words;
};

class OddLibraries : public CustomStrategiesTest, public testing::WithParamInterface<OddLibrary> {};

TEST_P(OddLibraries, AreRefusedByNameBeforeAnythingRuns) {
  put(GetParam().path, "odd.so");
  const test::Finished listed = palio({"list", "strategies", "--plugin", "odd.so"});
  EXPECT_EQ(listed.status, 1);
  EXPECT_THAT(listed.err, AllOf(HasSubstr("odd.so"), HasSubstr(GetParam().words)));
}

INSTANTIATE_TEST_SUITE_P(
    All, OddLibraries,
    testing::Values(OddLibrary{ODD_CRASHES_PATH, "signal 6"}, OddLibrary{ODD_CRASHES_PATH, "last words"},
                    OddLibrary{ODD_HANGS_PATH, "took too long"}, OddLibrary{ODD_SAYS_NOTHING_PATH, "describes nothing"},
                    OddLibrary{ODD_SPEAKS_NONSENSE_PATH, "letters, digits"},
                    OddLibrary{ODD_OTHER_VERSION_PATH, "has version 77"},
                    OddLibrary{ODD_OTHER_VERSION_PATH, "this Palio takes versions 1 to 5"},
                    OddLibrary{ODD_TAKEN_NAME_PATH, "rename it"}, OddLibrary{PALIO_PATH, "cannot load the library"},
                    OddLibrary{LIBCLP_PATH, "palio_abi_version"}));

TEST_F(CustomStrategiesTest, ALibraryThatChattersWhenItIsLoadedIsTakenAsItIs) {
  put(ODD_CHATTERS_PATH, "odd.so");
  EXPECT_THAT(palio({"list", "strategies", "--plugin", "odd.so"}).out, HasSubstr("ODD"));
}

TEST_F(CustomStrategiesTest, AMissingLibraryIsNamed) {
  EXPECT_THAT(palio({"list", "strategies", "--plugin", "none.so"}).err, HasSubstr("cannot read none.so: no such file"));
  EXPECT_THAT(run("[[strategy]]\nname = \"A\"\nplugin = \"none.so\"\n").err,
              AllOf(HasSubstr("s.toml:"), HasSubstr("none.so")));
}

constexpr const char* k_plugin = "plugin = \"bad.so\"";
constexpr const char* k_command = "command = \"python3 bad.py\"";

class Misbehaving : public CustomStrategiesTest,
                    public testing::WithParamInterface<std::tuple<Misdeed, const char*>> {};

TEST_P(Misbehaving, IsTheNamedFailureOfItsScenarioAlone) {
  const auto& [misdeed, engine] = GetParam();
  put(MISBEHAVING_PATH, "bad.so");
  put(PALIO_SOURCE_DIR "/tests/custom/commands/misbehaving.py", "bad.py");
  folder_.write("s.toml", study_with(fmt::format("[[strategy]]\nname = \"HCPA\"\n"
                                                 "[[strategy]]\nname = \"MISBEHAVING\"\n{}\n"
                                                 "act = [\"{}\", \"nothing\"]\n"
                                                 "[[strategy]]\nname = \"M-HEFT\"\n",
                                                 misdeed.code, misdeed.act)));
  const test::Finished ran = palio(
      {"run", "s.toml", "--db", "c.db", "-q", "--engine", engine, "--audit", "0", "--sample", "1", "--timeout", "1"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_EQ(csv("SELECT DISTINCT failure_kind FROM results WHERE act = '" + std::string(misdeed.act) + "'"),
            fmt::format("failure_kind\n{}\n", misdeed.kind));
  EXPECT_THAT(csv("SELECT failure_message FROM results WHERE outcome <> 'completed'"), HasSubstr(misdeed.message));
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed'"), 3);
}

INSTANTIATE_TEST_SUITE_P(
    All, Misbehaving,
    testing::Combine(
        testing::Values(
            Misdeed{k_plugin, "segfault", "crashed", "signal 11"}, Misdeed{k_plugin, "abort", "crashed", "signal 6"},
            Misdeed{k_plugin, "throw", "exception", "no such luck"},
            Misdeed{k_plugin, "no-plan", "no_schedule", "nothing fits"},
            Misdeed{k_plugin, "exit", "exited", "exit status 3"}, Misdeed{k_plugin, "loop", "timeout", "CPU time"},
            Misdeed{k_plugin, "endless", "timeout", "CPU time"},
            Misdeed{k_plugin, "twice", "invalid_schedule", "placed twice"},
            Misdeed{k_plugin, "missing", "invalid_schedule", "not placed"},
            Misdeed{k_plugin, "no-such-task", "invalid_schedule", "task 1000000"},
            Misdeed{k_plugin, "no-such-processor", "invalid_schedule", "processor 1000000"},
            Misdeed{k_plugin, "no-processor", "invalid_schedule", "no processor"},
            Misdeed{k_plugin, "early", "invalid_schedule", ""}, Misdeed{k_plugin, "nan", "invalid_schedule", ""},
            Misdeed{k_plugin, "backwards", "invalid_schedule", "placed before"},
            Misdeed{k_command, "segfault", "crashed", "signal 11"}, Misdeed{k_command, "abort", "crashed", "signal 6"},
            Misdeed{k_command, "raise", "exited", "exit status 1"},
            Misdeed{k_command, "exit", "exited", "exit status 3"}, Misdeed{k_command, "loop", "timeout", "longer than"},
            Misdeed{k_command, "children", "timeout", "longer than"},
            Misdeed{k_command, "twice", "invalid_schedule", "placed twice"},
            Misdeed{k_command, "missing", "invalid_schedule", "not placed"},
            Misdeed{k_command, "no-such-task", "invalid_schedule", "task 1000000"},
            Misdeed{k_command, "no-such-processor", "invalid_schedule", "processor 1000000"},
            Misdeed{k_command, "no-plan", "no_schedule", "nothing fits"},
            Misdeed{k_command, "error", "exception", "no such luck"},
            Misdeed{k_command, "chatter", "protocol", "working..."},
            Misdeed{k_command, "nonsense", "protocol", "no schedule"},
            Misdeed{k_command, "not-an-object", "protocol", "no schedule"},
            Misdeed{k_command, "text-for-number", "protocol", "whole number"},
            Misdeed{k_command, "endless", "protocol", "more than 16 MiB"},
            Misdeed{k_command, "deep", "protocol", "deeper"},
            Misdeed{k_command, "huge-number", "protocol", "no schedule"},
            Misdeed{k_command, "not-utf8", "protocol", "no schedule"},
            Misdeed{k_command, "mark", "protocol", "a byte order mark"},
            Misdeed{k_command, "zero", "protocol", "a zero byte"},
            Misdeed{k_command, "zero-behind", "protocol", "a zero byte"}),
        testing::Values("simgrid", "fluid")),
    [](const auto& tested) {
      const Misdeed& misdeed = std::get<0>(tested.param);
      return test::name_of(misdeed.code == k_plugin ? "Library" : "Command", misdeed, std::get<1>(tested.param));
    });

// Each engine asks it again before anything is reported about the engines. The n-th call gives two processors to the
// tasks that the bits of n select, so that the plans of 31 calls differ.
TEST_F(CustomStrategiesTest, OneThatAnswersDifferentlyTwiceIsNoDifferenceOfTheEngines) {
  put(PALIO_SOURCE_DIR "/tests/custom/commands/misbehaving.py", "bad.py");
  folder_.write("s.toml",
                study_with("[[strategy]]\nname = \"MISBEHAVING\"\ncommand = \"python3 bad.py\"\nact = \"count\"\n"
                           "[[strategy]]\nname = \"HCPA\"\n"));
  const test::Finished ran = palio(
      {"run", "s.toml", "--db", "c.db", "-q", "--engine", "fluid", "--audit", "100%", "--sample", "3", "-j", "1"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_GT(count("SELECT count(*) FROM results WHERE outcome = 'answers_differ' AND strategy_name = 'MISBEHAVING' AND "
                  "failure_message LIKE 'answered differently twice: %'"),
            0);
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'engines_differ'"), 0);
  EXPECT_EQ(count("SELECT count(*) FROM results WHERE outcome = 'completed' AND strategy_name = 'HCPA'"), 3);
  EXPECT_EQ(palio({"check", "c.db"}).status, 0);
  EXPECT_THAT(palio({"status", "c.db"}).out, HasSubstr("answers_differ"));

  // A campaign that was run without an audit is audited afterwards.
  for (const char* name : {"c.db", "calls"}) std::filesystem::remove(folder_.file(name));
  ASSERT_EQ(
      palio({"run", "s.toml", "--db", "c.db", "-q", "--engine", "fluid", "--audit", "0", "--sample", "3", "-j", "1"})
          .status,
      0);
  const test::Finished audit =
      palio({"audit", "c.db", "--sample", "100%", "-q", "-j", "1", "--allow-commands", "--format", "csv"});
  EXPECT_EQ(audit.status, 2);
  EXPECT_THAT(audit.err, AllOf(HasSubstr(" 0 different"), HasSubstr("answered differently twice: their strategies")));
  EXPECT_THAT(audit.out, HasSubstr("scenario,value,stored,replayed,again\n"));
  const std::string id = audit.out.substr(audit.out.find('\n') + 1, 38);
  EXPECT_THAT(palio({"replay", "c.db", id, "--allow-commands"}).out, HasSubstr("It answered differently twice"));
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
