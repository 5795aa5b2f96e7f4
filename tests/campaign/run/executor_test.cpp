#include "campaign/run/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "tests/support/fake_runner.h"

namespace palio {
namespace {

Job job(std::int64_t id) {
  Job made;
  made.request.id = id;
  made.request.strategies = {{"HCPA", {}}, {"M-HEFT", {}}};
  made.scenarios = {{{id, 1, 1}}, {{id, 1, 2}}};
  return made;
}

std::unique_ptr<Runner> fake() { return std::make_unique<test::FakeRunner>(); }

TEST(Executor, RunsEveryJobOnceAndNamesItsScenarios) {
  for (const int jobs : {1, 2, 8}) {
    Executor executor(jobs, fake);
    std::int64_t next = 0;
    std::mutex mutex;
    std::set<ScenarioId> seen;
    executor.run([&]() -> std::optional<Job> { return next < 500 ? std::optional(job(next++)) : std::nullopt; },
                 [&](const Job&, const JobScenario& scenario, const ScenarioResult&) {
                   const std::scoped_lock lock(mutex);
                   EXPECT_TRUE(seen.insert(scenario.id).second);
                 });
    EXPECT_EQ(seen.size(), 1000U);
  }
}

// Counts how many runners work at once.
class SlowRunner final : public Runner {
public:
  SlowRunner(std::atomic<int>& running, std::atomic<int>& most) : running_(running), most_(most) {}
  void run(const RunRequest&, const Sink&) override {
    const int now = ++running_;
    int before = most_;
    while (now > before && !most_.compare_exchange_weak(before, now)) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    --running_;
  }
  void abort() override {}

private:
  std::atomic<int>& running_;
  std::atomic<int>& most_;
};

TEST(Executor, KeepsAllSlotsBusyAlsoWithMoreOfThemThanCores) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  Executor executor(6, [&] { return std::make_unique<SlowRunner>(running, most); });
  std::int64_t next = 0;
  // TBB wakes its threads up one by one, on a busy machine slowly: 20,000 jobs of 20 ms are 67 s for six.
  executor.run(
      [&]() -> std::optional<Job> { return most < 6 && next < 20000 ? std::optional(job(next++)) : std::nullopt; },
      [](const Job&, const JobScenario&, const ScenarioResult&) {});
  EXPECT_EQ(most, 6);
}

TEST(Executor, PassesOnWhatTheSinkThrows) {
  Executor executor(2, fake);
  std::int64_t next = 0;
  EXPECT_THROW(executor.run([&]() -> std::optional<Job> { return job(next++); },
                            [](const Job&, const JobScenario&, const ScenarioResult&) {
                              throw std::runtime_error("disk full");
                            }),
               std::runtime_error);
}

}  // namespace
}  // namespace palio
