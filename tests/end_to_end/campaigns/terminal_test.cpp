// Signals and streams that the terminal, or whoever started palio, may take away.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/end_to_end/support/terminal.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::IsEmpty;

// 576 scenarios: about a second.
std::string shown_study() {
  std::string text(test::k_small_study);
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 24");
  return text;
}

class TerminalTest : public testing::Test {
protected:
  void SetUp() override {
    test::adopt_orphans();
    std::signal(SIGHUP, SIG_DFL);  // also under nohup
  }
  void TearDown() override { EXPECT_THAT(test::processes_left(), IsEmpty()); }

  std::vector<std::string> arguments(const std::string& database) const {
    return {"run", study_, "--db", folder_.file(database), "-j", "2"};
  }

  // palio run in a child that `prepare` has set up; its wait status.
  pid_t start(const std::string& database, const std::function<pid_t()>& fork_child,
              const std::function<void()>& prepare) const {
    std::vector<std::string> texts = arguments(database);
    texts.insert(texts.begin(), PALIO_PATH);
    std::vector<char*> values;
    for (std::string& text : texts) values.push_back(text.data());
    values.push_back(nullptr);
    setenv("PALIO_WORKER", PALIO_WORKER_PATH, 1);
    const pid_t child = fork_child();
    if (child != 0) return child;
    prepare();
    execv(PALIO_PATH, values.data());
    _exit(127);
  }
  int status_of(const std::string& database, const std::function<void()>& prepare) const {
    return waited(start(database, fork, prepare));
  }
  static int waited(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::int64_t stored(const std::string& database) const {
    try {
      return test::count(folder_.file(database), "SELECT count(*) FROM result");
    } catch (const std::exception&) {  // not there yet
      return 0;
    }
  }
  void wait_for_results(const std::string& database) const {
    while (stored(database) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  void expect_whole(const std::string& database) {
    ASSERT_EQ(test::palio(folder_.file(""), arguments("whole.db")).status, 0);
    EXPECT_EQ(test::results(folder_.file(database)), test::results(folder_.file("whole.db")));
  }
  // Interrupted in order, and complete after the next run.
  void expect_interrupted(const std::string& database) {
    EXPECT_EQ(test::count(folder_.file(database), "SELECT count(*) FROM session WHERE how = 'interrupted'"), 1);
    EXPECT_EQ(stored(database), test::count(folder_.file(database), "SELECT count(*) FROM results WHERE makespan > 0"));
    EXPECT_EQ(test::palio(folder_.file(""), arguments(database)).status, 0);
    expect_whole(database);
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", shown_study());
};

TEST_F(TerminalTest, SigtermAndSighupDrainAndSave) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    const std::string database = std::to_string(signal) + ".db";
    test::Program program(folder_.file(""), arguments(database));
    wait_for_results(database);
    program.signal(signal);
    EXPECT_EQ(program.wait().status, 130) << signal;
    expect_interrupted(database);
  }
}

TEST_F(TerminalTest, NohupIsHonoured) {
  const pid_t child = start("n.db", fork, [] { std::signal(SIGHUP, SIG_IGN); });
  wait_for_results("n.db");
  kill(child, SIGHUP);
  EXPECT_EQ(waited(child), 0);
  expect_whole("n.db");
}

TEST_F(TerminalTest, AStoppedRunGoesOnWhereItWas) {
  test::Program program(folder_.file(""), arguments("s.db"));
  wait_for_results("s.db");
  program.signal(SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_LT(stored("s.db"), 576);
  program.signal(SIGCONT);
  EXPECT_EQ(program.wait().status, 0);
  expect_whole("s.db");
}

// Its numbers would go to the first pipes and to the database.
TEST_F(TerminalTest, ClosedStandardStreamsDoNoHarm) {
  EXPECT_EQ(status_of("e.db",
                      [] {
                        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
                      }),
            0);
  expect_whole("e.db");
}

TEST_F(TerminalTest, AStderrThatTakesNothingDoesNoHarm) {
  EXPECT_EQ(status_of("f.db", [] { dup2(open("/dev/full", O_WRONLY), STDERR_FILENO); }), 0);
  expect_whole("f.db");
}

// The progress is redrawn every 0.2 s on what then is no terminal any more.
TEST_F(TerminalTest, ATerminalThatIsClosedEndsARunInOrder) {
  int terminal = -1;
  const pid_t child = start(
      "t.db", [&] { return forkpty(&terminal, nullptr, nullptr, nullptr); }, [] {});
  wait_for_results("t.db");
  close(terminal);
  EXPECT_EQ(waited(child), 130);
  expect_interrupted("t.db");
}

// A worker that is scheduling until a file is there, and is lost then.
constexpr const char* k_slow_worker = R"(#!/bin/sh
echo '{"type":"hello","protocol":2,"version":"0","engine":"none","engine_version":"0"}'
read -r request
echo '{"type":"alive","doing":"scheduling"}'
until [ -e go ]; do sleep 0.05; done
)";

TEST_F(TerminalTest, ASimulationThatTakesLongSaysWhatItIsDoing) {
  const std::string worker = folder_.write("slow-worker", k_slow_worker);
  ASSERT_EQ(chmod(worker.c_str(), 0700), 0);
  int terminal = -1;
  const pid_t child = test::fork_on_terminal(terminal, {});
  if (child == 0) {
    setenv("TERM", "xterm", 1);
    setenv("PALIO_WORKER", worker.c_str(), 1);
    if (chdir(folder_.file("").c_str()) != 0) _exit(126);
    execl(PALIO_PATH, PALIO_PATH, "simulate", "--strategy", "HCPA", "--platform",
          "random-multi-cluster:clusters=1,min_speed=1e9,heterogeneity=1,sample=0,seed=1", "--workload",
          "random-ptg:tasks=10,width=0.5,regularity=0.5,density=0.5,jump=1,complexity=mixed,sample=0,seed=1", nullptr);
    _exit(127);
  }
  std::string seen;
  std::array<char, 4096> bytes{};
  while (true) {
    const ssize_t length = read(terminal, bytes.data(), bytes.size());  // an error when the other side is closed
    if (length <= 0) break;
    seen.append(bytes.data(), static_cast<std::size_t>(length));
    if (seen.find("scheduling with HCPA: ") != std::string::npos) folder_.write("go", "");
  }
  close(terminal);
  EXPECT_EQ(waited(child), 2);
  EXPECT_THAT(seen, testing::MatchesRegex("(\r\x1b\\[J(running|scheduling with) HCPA: [0-9.]+ s\r)+\r\x1b\\[J"
                                          "palio: worker_lost: the worker ended: exit status 0\r\n"));
}

TEST_F(TerminalTest, ATerminalThatIsClosedDoesNotEndARunUnderNohup) {
  int terminal = -1;
  const pid_t child = start(
      "t.db", [&] { return forkpty(&terminal, nullptr, nullptr, nullptr); }, [] { std::signal(SIGHUP, SIG_IGN); });
  wait_for_results("t.db");
  close(terminal);
  EXPECT_EQ(waited(child), 0);
  expect_whole("t.db");
}

}  // namespace
}  // namespace palio
