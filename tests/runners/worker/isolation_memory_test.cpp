// What happens when memory, or another resource of the machine, runs short in a child.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <new>
#include <stdexcept>

#include "core/sanitized.h"
#include "core/shortage.h"
#include "tests/runners/worker/isolated.h"

namespace palio {
namespace {

using test::IsolationTest;

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

}  // namespace
}  // namespace palio
