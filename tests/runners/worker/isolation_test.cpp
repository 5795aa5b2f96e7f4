#include "runners/worker/isolation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <thread>

#include "core/shortage.h"
#include "tests/runners/worker/isolated.h"

namespace palio {
namespace {

using test::answer_after;
using test::IsolationTest;
using testing::HasSubstr;
using testing::ThrowsMessage;

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
