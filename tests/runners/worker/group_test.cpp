// Scenarios of a group: how they can affect each other, and how they cannot.
#include "runners/worker/group.h"

#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <thread>

#include "core/sanitized.h"
#include "runners/process/heartbeat.h"
#include "tests/runners/worker/asked_worker.h"

namespace palio {
namespace {

using test::AskedWorker;
using test::Deeds;
using test::failure;
using test::process;
using test::request;
using test::saw;

// s of CPU.
void compute_in_group(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

double never() { throw std::runtime_error("not reached"); }

TEST(Group, IsOneProcessForManyScenariosAndRequests) {
  AskedWorker worker({});
  std::set<double> processes;
  for (int i = 0; i < 3; ++i)
    for (const ScenarioResult& result : worker.ask({"HCPA", "M-HEFT", "M-HEFT-MAX"})) processes.insert(process(result));
  EXPECT_EQ(processes.size(), 1U);
}

TEST(Group, IsNoneWhereAScenarioIsWantedPerProcessOrTheEngineSimulatesOnce) {
  RunRequest single = request({"HCPA", "M-HEFT"});
  single.isolation = ProcessPer::scenario;
  AskedWorker often({}), once({}, Simulates::once);
  for (const auto& results : {often.ask(single), once.ask({"HCPA", "M-HEFT"})})
    EXPECT_NE(process(results.at(0)), process(results.at(1)));
  EXPECT_EQ(often.ask({"HCPA"}).size(), 1U);  // and groups after it
}

// The group's process keeps running before, between and after them.
TEST(Group, HasNoCustomStrategies) {
  RunRequest wanted = request({"HCPA", "M-HEFT"});
  wanted.known.add(std::make_shared<const CustomCode>(
      library_manifest(std::string(32, '0'), R"({"strategies": [{"name": "MINE", "summary": "s"}]})"), "mine.so"));
  const Recipe mine = parse_recipe("MINE", wanted.known.named("MINE").parameters);
  wanted.strategies.insert(wanted.strategies.begin() + 1, mine);
  wanted.strategies.insert(wanted.strategies.begin(), mine);
  AskedWorker worker({});
  const auto results = worker.ask(wanted);  // MINE, HCPA, MINE, M-HEFT
  ASSERT_EQ(results.size(), 4U);
  const std::set<double> processes{process(results[0]), process(results[1]), process(results[2])};
  EXPECT_EQ(processes.size(), 3U);
  EXPECT_EQ(process(results[3]), process(results[1]));
  EXPECT_EQ(process(worker.ask({"HCPA"}).front()), process(results[1]));
}

TEST(Group, EndsAfterAStatedNumberOfScenarios) {
  AskedWorker worker({});
  const auto results = worker.ask(std::vector<std::string>(k_most_in_group + 1, "HCPA"));
  std::set<double> processes;
  for (int i = 0; i < k_most_in_group; ++i) processes.insert(process(results.at(static_cast<std::size_t>(i))));
  EXPECT_EQ(processes.size(), 1U);
  EXPECT_FALSE(processes.contains(process(results.back())));
}

TEST(Group, ChangesWithTheMemoryLimit) {
  AskedWorker worker({});
  RunRequest limited = request({"HCPA"});
  const double before = process(worker.ask(limited).front());
  limited.memory_limit = std::int64_t{1} << 30U;
  EXPECT_NE(process(worker.ask(limited).front()), before);
}

// Of processes and this one, each a byte or a number.
struct Pipe {
  Pipe() { EXPECT_EQ(pipe(ends.data()), 0); }
  void write_number(int number) const { EXPECT_EQ(write(ends[1], &number, sizeof number), sizeof number); }
  int read_number() const {
    int number = 0;
    EXPECT_EQ(read(ends[0], &number, sizeof number), sizeof number);
    return number;
  }
  std::array<int, 2> ends{};
};

// The worker blocks until there is an answer to pass on, a scenario that left a child, and no reader.
TEST(Group, NothingIsLeftOfItWhenNobodyReadsItsAnswers) {
  const Pipe begun, stopped, left;
  const auto stand_still = [&] {
    begun.write_number(1);
    return stopped.read_number();
  };
  const auto leave_a_child = [&]() -> double {
    const pid_t child = fork();
    if (child == 0) setsid();
    if (child > 0) left.write_number(child);
    while (true) pause();
  };
  const Deeds deeds{{"HCPA", stand_still}, {"M-HEFT", leave_a_child}};
  AskedWorker worker(deeds);
  worker.tell(request({"HCPA", "M-HEFT"}));
  begun.read_number();
  kill(worker.pid(), SIGSTOP);
  stopped.write_number(1);
  const pid_t child = left.read_number();
  const int status = worker.hang_up();
  EXPECT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(kill(child, SIGKILL), -1) << "it was still there";
}

TEST(Group, ACrashIsTheCulpritsWithItsOwnLastWords) {
  const Deeds deeds{{"HCPA", [] { return std::fputs("words of another\n", stderr), 1.0; }},
                    {"M-HEFT", []() -> double { std::fputs("last words\n", stderr), std::abort(); }}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"HCPA", "M-HEFT", "M-HEFT-MAX"});
  EXPECT_EQ(saw(results.at(0)), 1);
  EXPECT_EQ(failure(results.at(1)).kind, FailureKind::crashed);
  EXPECT_EQ(failure(results.at(1)).signal, SIGABRT);
  EXPECT_EQ(failure(results.at(1)).stderr_tail, "last words\n");
  EXPECT_EQ(saw(results.at(2)), 0);
}

// Scenarios that it had not reported run again, in a process that reports each answer: 0, 1, then 2 alone, and so on.
TEST(Group, ACrashAfterSeveralScenariosCostsNoneOfThem) {
  const Deeds deeds{{"HCPA", []() -> double { std::abort(); }}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"M-HEFT", "M-HEFT-MAX", "HCPA", "M-HEFT", "HCPA", "M-HEFT-MAX"});
  ASSERT_EQ(results.size(), 6U);
  for (const std::size_t crashed : {2U, 4U}) EXPECT_EQ(failure(results[crashed]).kind, FailureKind::crashed);
  for (const std::size_t sound : {0U, 1U, 3U, 5U}) EXPECT_EQ(saw(results[sound]), 0);
}

// A failure is not a crash: the scenarios before it are reported and do not run again.
TEST(Group, AFailureTakesNoAnswerBack) {
  const Pipe done;
  const Deeds deeds{{"M-HEFT", [&] { return done.write_number(1), 1.0; }}, {"HCPA", never}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"M-HEFT", "M-HEFT", "HCPA", "M-HEFT"});
  EXPECT_EQ(failure(results.at(2)).kind, FailureKind::exception);
  for (const std::size_t sound : {0U, 1U, 3U}) EXPECT_EQ(saw(results.at(sound)), 1);
  int waiting = 0;  // byte
  ioctl(done.ends[0], FIONREAD, &waiting);
  EXPECT_EQ(waiting, 3 * sizeof(int));
}

// Only in the process of a group; damage to its successor does not become the successor's failure.
TEST(Group, WhatAPredecessorDamagedIsDoneAgainAlone) {
  static bool damaged = false;
  for (const auto& harm : std::vector<std::function<void()>>{[] { std::abort(); }, [] { _exit(3); },
                                                             [] { throw std::runtime_error("inconsistent"); },
                                                             [] { compute_in_group(1000); }, [] { pause(); }}) {
    const auto suffer = [&harm] {
      if (damaged) harm();
      return 2.0;
    };
    const Deeds deeds{{"HCPA", [] { return damaged = true, 1.0; }}, {"M-HEFT", suffer}};
    AskedWorker worker(deeds);
    RunRequest wanted = request({"HCPA", "M-HEFT", "M-HEFT-MAX"});
    wanted.time_limit = 0.1;
    const auto results = worker.ask(wanted);
    EXPECT_EQ(saw(results.at(0)), 1);
    EXPECT_EQ(saw(results.at(1)), 2);
    EXPECT_EQ(saw(results.at(2)), 0);
  }
}

TEST(Group, AProcessThatEndsBetweenScenariosCostsNone) {
  const auto end_soon = [] {
    sigevent notice{};
    notice.sigev_notify = SIGEV_SIGNAL;
    notice.sigev_signo = SIGKILL;
    timer_t timer{};
    timer_create(CLOCK_MONOTONIC, &notice, &timer);
    const itimerspec soon{{0, 0}, {0, 20'000'000}};
    timer_settime(timer, 0, &soon, nullptr);
    return 1.0;
  };
  const Deeds deeds{{"HCPA", end_soon}};
  AskedWorker worker(deeds);
  EXPECT_EQ(saw(worker.ask({"HCPA"}).front()), 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(saw(worker.ask({"M-HEFT"}).front()), 0);
}

TEST(Group, SaysThatItIsAliveWhileAScenarioRuns) {
  const Deeds deeds{{"HCPA", [] { return std::this_thread::sleep_for(k_heartbeat + std::chrono::seconds(1)), 1.0; }}};
  AskedWorker worker(deeds);
  EXPECT_EQ(saw(worker.ask({"HCPA"}).front()), 1);
  EXPECT_GE(worker.beats(), 1);
}

TEST(Group, AnInstanceThatCannotBeBuiltFailsAllItsScenarios) {
  AskedWorker worker({});
  RunRequest broken = request({"HCPA", "M-HEFT"});
  broken.workload = test::spec("{}");
  for (int i = 0; i < 2; ++i) {
    const auto results = worker.ask(broken);
    ASSERT_EQ(results.size(), 2U);
    for (const ScenarioResult& result : results) EXPECT_EQ(failure(result).kind, FailureKind::exception);
    EXPECT_EQ(worker.ask({"HCPA"}).size(), 1U);
  }
}

TEST(Group, CpuTimeIsThatOfEachScenario) {
  const auto let_compute = [] {
    const pid_t pid = fork();
    if (pid == 0) compute_in_group(0.2), _exit(0);
    waitpid(pid, nullptr, 0);
    return 1.0;
  };
  const Deeds deeds{{"HCPA", [] { return compute_in_group(0.2), 1.0; }}, {"HCPA-OPT-FLEX", let_compute}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"HCPA", "M-HEFT", "HCPA-OPT-FLEX", "M-HEFT-MAX"});
  for (const std::size_t computes : {0U, 2U}) EXPECT_GE(results.at(computes).cost.total_time, 0.19);
  for (const std::size_t idle : {1U, 3U}) EXPECT_LT(results.at(idle).cost.total_time, 0.19);
}

TEST(Group, TheLimitOfCpuTimeIsThatOfEachScenario) {
  const Deeds deeds{{"HCPA", [] { return compute_in_group(0.1), 1.0; }},
                    {"M-HEFT", []() -> double { return compute_in_group(1000), never(); }}};
  AskedWorker worker(deeds, Simulates::often, k_shortest_wait);
  RunRequest wanted = request({"HCPA", "HCPA", "HCPA", "HCPA", "M-HEFT", "HCPA"});
  wanted.time_limit = 0.3;
  const auto results = worker.ask(wanted);
  for (const std::size_t within : {0U, 1U, 2U, 3U, 5U}) EXPECT_EQ(saw(results.at(within)), 1);
  EXPECT_EQ(process(results.at(0)), process(results.at(3)));
  EXPECT_EQ(failure(results.at(4)).message, "longer than the limit of 0.3 s of CPU time");
}

// Touches the memory and gives it back.
double take_memory(std::size_t bytes) {
  const std::string taken(bytes, 'x');
  return taken[bytes / 2] == 'x' ? 1 : 0;
}

TEST(Group, PeakMemoryIsThatOfEachScenario) {
  if (k_sanitized) GTEST_SKIP() << "sanitizers keep what is given back";
  const Deeds deeds{{"HCPA", [] { return take_memory(200'000'000); }}};
  AskedWorker worker(deeds);
  const auto results = worker.ask({"M-HEFT", "HCPA", "M-HEFT"});
  EXPECT_EQ(process(results.at(0)), process(results.at(2)));
  EXPECT_GT(results.at(0).cost.peak_memory, 1e6);
  EXPECT_GT(results.at(1).cost.peak_memory, 200e6);
  EXPECT_LT(results.at(2).cost.peak_memory, 100e6);
}

// The second scenario finds less of the limit left than it needs; alone it has the whole limit.
TEST(Group, WhatAPredecessorKeepsIsNotTakenFromTheLimit) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  static std::vector<std::string> kept;
  const Deeds deeds{{"HCPA", [] { return kept.emplace_back(200'000'000, 'x'), 1.0; }},
                    {"M-HEFT", [] { return take_memory(200'000'000); }},
                    {"M-HEFT-MAX", [] { return take_memory(600'000'000); }}};
  AskedWorker worker(deeds);
  RunRequest wanted = request({"HCPA", "M-HEFT", "M-HEFT-MAX", "M-HEFT"});
  wanted.memory_limit = 300'000'000;
  const auto results = worker.ask(wanted);
  for (const std::size_t within : {0U, 1U, 3U}) EXPECT_EQ(saw(results.at(within)), 1);
  EXPECT_NE(process(results.at(0)), process(results.at(1)));
  EXPECT_EQ(failure(results.at(2)).kind, FailureKind::out_of_memory);
}

// However soon after the signal, and whether or not the process had the time to end.
TEST(WaitingProcess, DoesNotWaitAnyMoreOnceItWasKilled) {
  for (const int signal : {SIGKILL, SIGTERM, SIGSEGV, SIGSTOP}) {
    for (int i = 0; i < 50; ++i) {
      const pid_t child = fork();
      if (child == 0)
        while (true) pause();
      const WaitingProcess process(child);
      EXPECT_TRUE(process.still_waits());
      EXPECT_TRUE(process.still_waits());
      kill(child, signal);
      EXPECT_FALSE(process.still_waits()) << signal;
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      EXPECT_FALSE(process.still_waits());
    }
  }
}

}  // namespace
}  // namespace palio
