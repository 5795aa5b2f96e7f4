// Strategies that a command provides: its files, what it reads and what it prints.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "campaign/code/code_source.h"
#include "tests/custom/custom_strategies.h"

namespace palio {
namespace {

using test::CustomStrategiesTest;
using test::k_mine;
using test::k_palios;
using test::k_pythons;
using test::study_with;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

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

}  // namespace
}  // namespace palio
