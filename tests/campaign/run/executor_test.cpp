#include "campaign/run/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "tests/campaign/campaign_helpers.h"

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
    executor.run([&] { return next < 500 ? std::vector<Job>{job(next++)} : std::vector<Job>(); },
                 [&](const Job&, const JobScenario& scenario, const ScenarioResult&) {
                   const std::scoped_lock lock(mutex);
                   EXPECT_TRUE(seen.insert(scenario.id).second);
                 });
    EXPECT_EQ(seen.size(), 1000U);
  }
}

TEST(Executor, JobsThatWereTakenTogetherGoToOneRunnerInTheirOrder) {
  std::vector<std::vector<std::int64_t>> asked(2);  // ids by runner
  std::size_t runners = 0;
  Executor executor(2, [&] {
    return std::make_unique<test::FunctionRunner>([&, runner = runners++](const RunRequest& request, const auto& sink) {
      asked[runner].push_back(request.id);
      for (const int strategy : {0, 1}) sink(strategy, {}, {});
    });
  });
  std::int64_t next = 0;
  std::mutex mutex;
  std::vector<JobScenario> seen;
  executor.run(
      [&] {
        std::vector<Job> three;
        while (next < 90 && three.size() < 3) three.push_back(job(next++));
        return three;
      },
      [&](const Job& job, const JobScenario& scenario, const ScenarioResult&) {
        const std::scoped_lock lock(mutex);
        EXPECT_EQ(scenario.id.platform, job.request.id);
        seen.push_back(scenario);
      });
  EXPECT_EQ(seen.size(), 180U);
  for (const auto& ids : asked)
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], i % 3 == 0 ? ids[i] / 3 * 3 : ids[i - 1] + 1);
}

TEST(Executor, KeepsAllSlotsBusyAlsoWithMoreOfThemThanCores) {
  std::atomic<int> running = 0, most = 0;  // runners at work at once
  const auto slow = [&](const RunRequest&, const auto&) {
    const int now = ++running;
    int before = most;
    while (now > before && !most.compare_exchange_weak(before, now)) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    --running;
  };
  Executor executor(6, [&] { return std::make_unique<test::FunctionRunner>(slow); });
  std::int64_t next = 0;
  // TBB wakes its threads up one by one, on a busy machine slowly: 20,000 jobs of 20 ms are 67 s for six.
  executor.run([&] { return most < 6 && next < 20000 ? std::vector<Job>{job(next++)} : std::vector<Job>(); },
               [](const Job&, const JobScenario&, const ScenarioResult&) {});
  EXPECT_EQ(most, 6);
}

TEST(Executor, PassesOnWhatTheSinkThrows) {
  Executor executor(2, fake);
  std::int64_t next = 0;
  EXPECT_THROW(executor.run([&] { return std::vector<Job>{job(next++)}; },
                            [](const Job&, const JobScenario&, const ScenarioResult&) {
                              throw std::runtime_error("disk full");
                            }),
               std::runtime_error);
}

}  // namespace
}  // namespace palio
