#include "runners/worker/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>

#include "core/sanitized.h"
#include "core/shortage.h"
#include "runners/process/orphaned_processes.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class IsolationTest : public testing::Test {
protected:
  ChildReport run(const std::function<std::string()>& function, double cpu_limit = 30) {
    return isolation_.run(function, {.cpu_time = cpu_limit, .wall_time = 300});
  }
  static std::string text(const ChildReport& report) {
    const auto* answer = std::get_if<std::string>(&report.answer);
    return answer != nullptr ? *answer : "no answer: " + std::get<Failure>(report.answer).message;
  }
  static Failure failure(const ChildReport& report) {
    const auto* found = std::get_if<Failure>(&report.answer);
    return found != nullptr ? *found : Failure{FailureKind::protocol, 0, "it did answer", {}};
  }

  // The failure of a function that does not return.
  Failure end_of(const std::function<void()>& function, double cpu_limit = 30) {
    return failure(run([&] { return function(), std::string("it came back"); }, cpu_limit));
  }

  Isolation isolation_{STDOUT_FILENO};
};

// Computes for this CPU time of the process itself, independently of the machine's load.
void compute_isolated(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

std::string answer_after(double seconds) {
  compute_isolated(seconds);
  return "answer";
}

TEST_F(IsolationTest, ReturnsTheTextAndItsCost) {
  const ChildReport report = run([] { return std::string("answer"); });
  EXPECT_EQ(text(report), "answer");
  EXPECT_GE(report.cpu_time, 0);
  EXPECT_GT(report.peak_memory, 1e5);
}

TEST_F(IsolationTest, CountsTheCpuOfTheChild) {
  EXPECT_GE(run([] { return answer_after(0.2); }).cpu_time, 0.15);
}

TEST_F(IsolationTest, CarriesLargeAnswers) {
  EXPECT_EQ(text(run([] { return std::string(20'000'000, 'x'); })).size(), 20'000'000U);
}

TEST_F(IsolationTest, ASegmentationFaultIsACrash) {
  const Failure f = end_of([] { std::raise(SIGSEGV); });
  EXPECT_EQ(f.kind, FailureKind::crashed);
  EXPECT_EQ(f.signal, SIGSEGV);
  EXPECT_THAT(f.message, HasSubstr("killed by signal 11"));
}

TEST_F(IsolationTest, AnAbortKeepsItsLastWords) {
  const Failure f = end_of([] { std::fputs("about to give up\n", stderr), std::abort(); });
  EXPECT_EQ(f.signal, SIGABRT);
  EXPECT_EQ(f.stderr_tail, "about to give up\n");
}

TEST_F(IsolationTest, OnlyTheTailOfALongOutputIsKept) {
  const Failure f = end_of([] {
    for (int i = 0; i < 100000; ++i) std::fputs("noise\n", stderr);
    std::fputs("the end\n", stderr);
    std::abort();
  });
  EXPECT_EQ(f.stderr_tail.size(), 4096U);
  EXPECT_THAT(f.stderr_tail, testing::EndsWith("the end\n"));
}

TEST_F(IsolationTest, TheOutputOfOneChildIsNotThatOfTheNext) {
  EXPECT_EQ(end_of([] { std::fputs("first\n", stderr), std::abort(); }).stderr_tail, "first\n");
  EXPECT_EQ(end_of([] { std::abort(); }).stderr_tail, "");
}

TEST_F(IsolationTest, StandardOutputIsNotTheAnswer) {
  EXPECT_EQ(text(run([] { return std::puts("chatter"), std::fflush(stdout), std::string("answer"); })), "answer");
}

TEST_F(IsolationTest, AForkThatComesBackDoesNotAnswerTwice) {
  EXPECT_EQ(text(run([] { return fork(), std::string("answer"); })), "answer");
}

TEST_F(IsolationTest, OutputWithoutEndIsDroppedBeyondABound) {
  const ChildReport report = run([] {
    const std::string chunk(1 << 20, 'x');
    for (int i = 0; i < 300; ++i) std::fputs(chunk.c_str(), stdout);
    return std::string("answer");
  });
  EXPECT_EQ(text(report), "answer");
}

TEST_F(IsolationTest, LeavingWithoutAnAnswerIsNamed) {
  EXPECT_EQ(end_of([] { _exit(0); }).kind, FailureKind::exited);
  EXPECT_THAT(end_of([] { _exit(3); }).message, HasSubstr("exit status 3"));
}

TEST_F(IsolationTest, AnExceptionThatEscapesEndsTheChildOnly) {
  EXPECT_EQ(end_of([] { throw std::runtime_error("oops"); }).signal, SIGABRT);
}

[[noreturn]] void compute_for_ever() {
  while (true) std::atomic_signal_fence(std::memory_order_seq_cst);
}

[[noreturn]] void sleep_for_ever() {
  while (true) pause();
}

// Runs the function in a process that the calling one has forked.
pid_t fork_one(const std::function<void()>& function) {
  const pid_t pid = fork();
  if (pid != 0) return pid;
  function();
  _exit(0);
}

// Leaves a process in its own session whose parent has ended.
void leave_one(const std::function<void()>& function) {
  const pid_t parent = fork_one([&] {
    fork_one([&] {
      setsid();
      function();
    });
  });
  waitpid(parent, nullptr, 0);
}

constexpr const char* k_too_much = "longer than the limit of 0.2 s of CPU time";

TEST_F(IsolationTest, ALoopEndsAtTheLimitOfCpuTime) {
  const ChildReport report = run([]() -> std::string { compute_for_ever(); }, 0.2);
  EXPECT_EQ(failure(report).kind, FailureKind::timeout);
  EXPECT_EQ(failure(report).message, k_too_much);
  EXPECT_GE(report.cpu_time, 0.2);
}

TEST_F(IsolationTest, AnAnswerThatComesTooLateIsNone) {
  const Failure f = failure(run([] { return std::string("answer"); }, 1e-6));
  EXPECT_EQ(f.kind, FailureKind::timeout);
  EXPECT_EQ(f.message, "longer than the limit of 1e-06 s of CPU time");
}

TEST_F(IsolationTest, SleepIsNoCpuTime) {
  const auto sleep = [] { return std::this_thread::sleep_for(std::chrono::milliseconds(500)), std::string("answer"); };
  EXPECT_EQ(text(run(sleep, 0.2)), "answer");
}

TEST_F(IsolationTest, AChildThatSleepsEndsByTheWallClock) {
  const Failure f =
      failure(isolation_.run([]() -> std::string { sleep_for_ever(); }, {.cpu_time = 5, .wall_time = 0.2}));
  EXPECT_EQ(f.kind, FailureKind::timeout);
  EXPECT_THAT(f.message,
              testing::MatchesRegex("slept or waited through 0.2 s, with [0-9.e-]+ s of CPU time, whose limit is 5 s"));
}

// It is ready to run all the time, next to a process that has nearly all of its processor.
TEST_F(IsolationTest, AChildThatWaitsForAProcessorDoesNotSleep) {
  cpu_set_t allowed, here;
  sched_getaffinity(0, sizeof allowed, &allowed);
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  sched_setaffinity(0, sizeof here, &here);  // with all that it forks
  const pid_t other = fork();
  if (other == 0) compute_for_ever();
  {
    const SparedChild spared(other);
    const auto wait = []() -> std::string {
      const sched_param none{};
      sched_setscheduler(0, SCHED_IDLE, &none);
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
      while (std::chrono::steady_clock::now() < end) {
      }
      return "answer";
    };
    EXPECT_EQ(text(isolation_.run(wait, {.cpu_time = 30, .wall_time = 0.2})), "answer");
  }
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  sched_setaffinity(0, sizeof allowed, &allowed);
}

TEST_F(IsolationTest, WhatAChildForksComputesWithinItsLimit) {
  const ChildReport report = run(
      []() -> std::string {
        for (int i = 0; i < 4; ++i) fork_one(compute_for_ever);
        sleep_for_ever();
      },
      0.2);
  EXPECT_EQ(failure(report).message, k_too_much);
  EXPECT_GE(report.cpu_time, 0.2);
}

TEST_F(IsolationTest, WhatAChildsChildrenLeftBehindComputesWithinItsLimit) {
  const ChildReport report = run(
      []() -> std::string {
        for (int i = 0; i < 4; ++i) leave_one(compute_for_ever);
        sleep_for_ever();
      },
      0.2);
  EXPECT_EQ(failure(report).message, k_too_much);
  EXPECT_GE(report.cpu_time, 0.2);
}

TEST_F(IsolationTest, WhatHasEndedCountsAsWell) {
  const auto compute = [] { compute_isolated(0.1); };
  const auto wait_for_it = [&] {
    for (int i = 0; i < 3; ++i) waitpid(fork_one(compute), nullptr, 0);
  };
  EXPECT_EQ(end_of(wait_for_it, 0.2).message, k_too_much);
  const auto leave_it = [&] {
    for (int i = 0; i < 3; ++i) leave_one(compute);
    sleep_for_ever();
  };
  EXPECT_EQ(end_of(leave_it, 0.2).message, k_too_much);
}

TEST_F(IsolationTest, TheCpuTimeOfOneChildIsNotThatOfTheNext) {
  for (int i = 0; i < 3; ++i) {
    const ChildReport report = run([] { return answer_after(0.1); }, 0.2);
    EXPECT_EQ(text(report), "answer");
    EXPECT_GE(report.cpu_time, 0.1);
  }
}

// Two more processes per processor, which the outer isolation ends with its child: a child gets a third of its
// processor, so that 0.2 s of CPU time take longer than the limit by any other clock.
TEST_F(IsolationTest, ABusyMachineMakesNobodyLate) {
  for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i) fork_one(compute_for_ever);
  const auto inner = [] {
    Isolation isolation(STDOUT_FILENO);
    return text(isolation.run([] { return answer_after(0.2); }, {.cpu_time = 0.4, .wall_time = 300}));
  };
  EXPECT_EQ(text(isolation_.run(inner, {})), "answer");
}

constexpr std::size_t k_pebibyte = std::size_t{1} << 50U;  // more than any machine has

// Touches all that it takes, forever.
std::string eat_memory() {
  std::vector<std::unique_ptr<std::string>> eaten;
  while (true) eaten.push_back(std::make_unique<std::string>(1 << 20, 'x'));
}

TEST_F(IsolationTest, AnAllocationBeyondTheMemoryLimitIsNamed) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  const ChildReport report = isolation_.run(eat_memory, {.cpu_time = 30, .memory = 256 << 20});
  EXPECT_EQ(failure(report).kind, FailureKind::out_of_memory);
  EXPECT_EQ(failure(report).message, "needed more than the memory limit of 256 MiB");
  EXPECT_LT(report.peak_memory, 400e6);
}

TEST_F(IsolationTest, CatchingTheExceptionDoesNotHelp) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  const ChildReport report = isolation_.run(
      [] {
        try {
          return eat_memory();
        } catch (const std::bad_alloc&) {
          return std::string("a schedule that depends on the machine");
        }
      },
      {.cpu_time = 30, .memory = 256 << 20});
  EXPECT_EQ(failure(report).kind, FailureKind::out_of_memory);
}

TEST_F(IsolationTest, MoreThanTheMachineGivesIsNamedWithoutALimit) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  const Failure f = failure(run([] { return std::string(k_pebibyte, 'x'); }));
  EXPECT_EQ(f.kind, FailureKind::out_of_memory);
  EXPECT_EQ(f.message, "needed more memory than the machine gives");
}

TEST_F(IsolationTest, TheMemoryLimitOfOneChildIsNotThatOfTheNext) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  isolation_.run([] { return std::string("small"); }, {.cpu_time = 30, .memory = 64 << 20});
  EXPECT_EQ(text(run([] { return std::string(200'000'000, 'x').substr(0, 1); })), "x");
}

TEST_F(IsolationTest, AShortageThatAChildMeetsIsThrown) {
  EXPECT_THAT([&] { run([]() -> std::string { throw Shortage(Resource::open_files, "no more of them"); }); },
              ThrowsMessage<Shortage>(HasSubstr("lacks open files: no more of them;")));
  EXPECT_EQ(text(run([] { return std::string("still here"); })), "still here");
}

// Custom code may exit with any status: a status means only that it exited.
TEST_F(IsolationTest, NoExitStatusIsTakenForAnotherFailure) {
  for (int status = 0; status < 256; ++status) {
    const Failure left = end_of([&] { _exit(status); });
    EXPECT_EQ(left.kind, FailureKind::exited) << status;
    EXPECT_THAT(left.message, HasSubstr(fmt::format("exit status {}", status)));
  }
}

TEST_F(IsolationTest, MemoryThatIsRefusedToAForkOfAScenarioIsNotItsOwnEnd) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  const auto in_a_fork = [] {
    const pid_t fork_of_it = fork();
    if (fork_of_it == 0) eat_memory();
    waitpid(fork_of_it, nullptr, 0);
  };
  const Limits limits{.cpu_time = 30, .memory = 64 << 20};
  EXPECT_EQ(text(isolation_.run([&] { return in_a_fork(), std::string("answer"); }, limits)), "answer");
  const ChildReport left = isolation_.run([&]() -> std::string { in_a_fork(), _exit(1); }, limits);
  EXPECT_EQ(failure(left).kind, FailureKind::exited);
}

// In a child, whose limit is its own: this process must not throw. Returns what was thrown, if anything was.
std::string thrown_in_a_child(const std::function<void()>& function) {
  Isolation outer(STDOUT_FILENO);
  const ChildReport report = outer.run(
      [&]() -> std::string {
        try {
          function();
          return "nothing was thrown";
        } catch (const Shortage& shortage) {
          return std::string("shortage of ") + std::string(to_text(shortage.resource()));
        } catch (const std::exception& error) {
          return error.what();
        }
      },
      {.cpu_time = 30});
  if (const auto* failure = std::get_if<Failure>(&report.answer)) return failure->message;
  return std::get<std::string>(report.answer);
}

void limit(__rlimit_resource resource, rlim_t most) {
  const rlimit bound{most, most};
  setrlimit(resource, &bound);
}

TEST(ShortIsolation, AnAnswerThatMayNotBeWrittenIsAShortageOfSpace) {
  EXPECT_EQ(thrown_in_a_child([] {
              limit(RLIMIT_FSIZE, 1000);
              Isolation(STDOUT_FILENO).run([] { return std::string(2000, 'x'); }, {});
            }),
            "shortage of space");
}

TEST(ShortIsolation, ADescriptorThatIsRefusedIsAShortageAndLeavesNoneOpen) {
  if (k_sanitized) GTEST_SKIP() << "the sanitizer opens files of its own when something is thrown";
  const std::string outcome = thrown_in_a_child([] {
    // The numbers that are free, which need not follow each other; an isolation needs two, its run two more.
    std::array<int, 4> free{};
    for (int& number : free) number = open("/dev/null", O_RDONLY | O_CLOEXEC);
    for (const int number : free) close(number);
    const auto allow = [](int numbers) {
      const rlimit bound{static_cast<rlim_t>(numbers), 1024};
      setrlimit(RLIMIT_NOFILE, &bound);
    };
    for (const std::size_t few : {0U, 1U, 2U, 3U}) {
      allow(free.at(few));
      try {
        Isolation(STDOUT_FILENO).run([] { return std::string("x"); }, {});
        throw std::runtime_error("it ran with " + std::to_string(few));
      } catch (const Shortage& shortage) {
        if (shortage.resource() != Resource::open_files) throw;
      }
    }
    allow(free.back() + 1);
    Isolation(STDOUT_FILENO).run([] { return std::string("x"); }, {});
  });
  EXPECT_EQ(outcome, "nothing was thrown");
}

// The limit of processes counts those of the user and does not apply to root.
TEST(ShortIsolation, AForkThatIsRefusedIsAShortageOfProcesses) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can take on a user who has no other process";
  EXPECT_EQ(thrown_in_a_child([] {
              if (setuid(static_cast<uid_t>(100'000 + getpid())) != 0) throw std::runtime_error("setuid");
              limit(RLIMIT_NPROC, 1);
              Isolation(STDOUT_FILENO).run([] { return std::string("x"); }, {});
            }),
            "shortage of processes");
}

// 1 GiB of address space for a limit of 4 GiB of data.
TEST(ShortIsolation, MemoryThatTheMachineRefusesBelowTheLimitIsAShortage) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  EXPECT_EQ(thrown_in_a_child([] {
              limit(RLIMIT_AS, rlim_t{1} << 30U);
              Isolation(STDOUT_FILENO).run(eat_memory, {.cpu_time = 30, .memory = std::int64_t{4} << 30U});
            }),
            "shortage of memory");
}

// The address space alone would be enough.
TEST(ShortIsolation, MemoryThatNoMachineHasIsTheScenariosFailure) {
  if (k_sanitized) GTEST_SKIP() << "no limit is set under sanitizers";
  Isolation isolation(STDOUT_FILENO);
  const ChildReport report =
      isolation.run([] { return std::string(k_pebibyte, 'x'); }, {.cpu_time = 30, .memory = std::int64_t{4} << 30U});
  EXPECT_EQ(std::get<Failure>(report.answer).kind, FailureKind::out_of_memory);
}

TEST_F(IsolationTest, AChildThatClosesItsDescriptorsHasNoAnswer) {
  const auto close_all = [] {
    for (int descriptor = 0; descriptor < 64; ++descriptor) close(descriptor);
  };
  EXPECT_EQ(end_of(close_all).kind, FailureKind::exited);
}

TEST_F(IsolationTest, WhatAChildForksDiesWithIt) {
  const ChildReport report = run([] {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      std::this_thread::sleep_for(std::chrono::minutes(5));
      _exit(0);
    }
    return std::to_string(grandchild);
  });
  const pid_t grandchild = std::stoi(text(report));
  EXPECT_EQ(kill(grandchild, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST_F(IsolationTest, WorksOnAfterEveryKindOfEnd) {
  end_of([] { std::abort(); });
  end_of([] { _exit(1); });
  EXPECT_EQ(text(run([] { return std::string("still here"); })), "still here");
}

TEST_F(IsolationTest, AChildDoesNotOutliveWhoeverWaitsForItsAnswer) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  Isolation isolation(ends[1]);
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    close(ends[0]);
  });
  isolation.run(
      [&]() -> std::string {
        close(ends[0]);  // the child's own copy of the reader's end
        std::this_thread::sleep_for(std::chrono::minutes(5));
        return "late";
      },
      {.wall_time = 60});
  reader.join();
  close(ends[1]);
  EXPECT_TRUE(isolation.orphaned());
}

TEST_F(IsolationTest, AChildReadsNothing) {
  EXPECT_EQ(text(run([] {
              char byte = 0;
              return std::to_string(read(STDIN_FILENO, &byte, 1));
            })),
            "0");
}

// Descriptors that this process has open.
std::vector<int> open_descriptors() {
  std::vector<int> open;
  for (int descriptor = 0; descriptor < 256; ++descriptor)
    if (fcntl(descriptor, F_GETFD) >= 0) open.push_back(descriptor);
  return open;
}

TEST(Isolation, ClosesWhatItOpenedAndNothingElse) {
  const std::vector<int> before = open_descriptors();
  alignas(Isolation) std::array<unsigned char, sizeof(Isolation)> memory{};
  for (int old = 0; old < 8; ++old) {  // previous contents of that memory
    std::ranges::fill(memory, static_cast<unsigned char>(0));
    for (std::size_t i = 0; i + sizeof old <= memory.size(); i += sizeof old) std::memcpy(&memory[i], &old, sizeof old);
    auto* isolation = new (memory.data()) Isolation(STDOUT_FILENO);
    isolation->~Isolation();
    EXPECT_EQ(open_descriptors(), before) << old;
  }
}

}  // namespace
}  // namespace palio
