// The CPU time and the wall time of a child and of what it leaves behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "runners/process/orphaned_processes.h"
#include "tests/runners/worker/isolated.h"

namespace palio {
namespace {

using test::answer_after;
using test::compute_isolated;
using test::IsolationTest;

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

}  // namespace
}  // namespace palio
