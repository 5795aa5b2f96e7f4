// The only scenario of an instance, by an engine that simulates once: the process that runs it also builds the
// instance.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "tests/runners/worker/asked_worker.h"

namespace palio {
namespace {

using test::AskedWorker;
using test::Deeds;
using test::failure;
using test::request;
using test::saw;

class OnlyScenario : public testing::Test {
protected:
  ~OnlyScenario() override { munmap(attempts_, sizeof(int)); }

  ScenarioResult result_of(const std::function<double()>& deed, const RunRequest& wanted = request({"HCPA"})) {
    const Deeds deeds{{"HCPA", [&] { return ++*attempts_, deed(); }}, {"M-HEFT", [] { return 5.0; }}};
    AskedWorker worker(deeds, Simulates::once, k_shortest_wait);
    const std::vector<ScenarioResult> results = worker.ask(wanted);
    EXPECT_EQ(saw(worker.ask({"M-HEFT"}).at(0)), 5);  // the worker goes on
    return results.at(0);
  }
  // In all processes so far.
  int attempts() const { return *attempts_; }

private:
  int* attempts_ =
      static_cast<int*>(mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
};

TEST_F(OnlyScenario, RunsOnceIfItCompletes) {
  EXPECT_EQ(saw(result_of([] { return 7.0; })), 7);
  EXPECT_EQ(attempts(), 1);
}

TEST_F(OnlyScenario, FailsWithItsNameInTheSecondAttempt) {
  EXPECT_EQ(failure(result_of([]() -> double { throw std::runtime_error("no"); })).message, "no");
  EXPECT_EQ(attempts(), 2);
}

TEST_F(OnlyScenario, CrashesWithItsSignal) {
  EXPECT_EQ(failure(result_of([] { return raise(SIGSEGV), 0.0; })).signal, SIGSEGV);
  EXPECT_EQ(attempts(), 2);
}

TEST_F(OnlyScenario, ThatKillsItsParentCostsNoWorker) {
  EXPECT_EQ(failure(result_of([] { return kill(getppid(), SIGKILL), pause(), 0.0; })).kind, FailureKind::crashed);
}

TEST_F(OnlyScenario, EndsAtItsLimit) {
  RunRequest wanted = request({"HCPA"});
  wanted.time_limit = 0.1;
  const ScenarioResult result = result_of(
      []() -> double {
        while (true) {
        }
      },
      wanted);
  EXPECT_EQ(failure(result).message, "longer than the limit of 0.1 s of CPU time");
}

TEST_F(OnlyScenario, HasOneAttemptWhereEachHasItsProcess) {
  RunRequest wanted = request({"HCPA"});
  wanted.isolation = ProcessPer::scenario;
  EXPECT_EQ(failure(result_of([]() -> double { throw std::runtime_error("no"); }, wanted)).message, "no");
  EXPECT_EQ(attempts(), 1);
}

TEST_F(OnlyScenario, FailsWithItsInstance) {
  RunRequest wanted = request({"HCPA"});
  wanted.workload = test::spec("{}");
  EXPECT_EQ(failure(result_of([] { return 7.0; }, wanted)).kind, FailureKind::exception);
  EXPECT_EQ(attempts(), 0);
}

}  // namespace
}  // namespace palio
