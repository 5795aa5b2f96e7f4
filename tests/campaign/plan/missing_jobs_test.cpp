#include "campaign/plan/missing_jobs.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "tests/campaign/campaign_helpers.h"
#include "tests/campaign/restricted_study.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

// The small study with 24 samples of each graph: 4 x 72 = 288 instances.
Study wider_study() {
  std::string text(test::k_small_study);
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 24");
  return test::study(text);
}

std::vector<MissingJob> all_jobs(MissingJobs& source) {
  std::vector<MissingJob> jobs;
  while (const std::optional<MissingJob> job = source.next()) jobs.push_back(*job);
  return jobs;
}

TEST(MissingJobs, EveryInstanceComesOnce) {
  const Study study = wider_study();
  const DoneSet done(study, {});
  for (const Shard shard : {Shard{1, 1}, Shard{2, 3}}) {
    MissingJobs missing(study, {.sample = 0, .shard = shard}, done, {});
    std::map<Instance, int> seen;
    for (const MissingJob& job : all_jobs(missing)) {
      ++seen[job.instance];
      EXPECT_EQ(job.strategies, (std::vector<std::uint32_t>{0, 1}));
    }
    std::map<Instance, int> wanted;
    for (const Instance& instance : test::instances_of(study, {.sample = 0, .shard = shard})) wanted[instance] = 1;
    EXPECT_EQ(seen, wanted);
  }
}

TEST(MissingJobs, TheFirstOnesComeFromAllOverTheStudy) {
  // 32 of 288 instances over 4 platforms: 8 each, within one.
  const Study study = wider_study();
  const DoneSet done(study, {});
  MissingJobs missing(study, {}, done, {});
  std::map<std::uint32_t, int> by_platform;
  for (std::uint64_t i = 0; i < MissingJobs::k_pilots; ++i) ++by_platform[missing.next()->instance.platform];
  ASSERT_EQ(by_platform.size(), 4U);
  for (const auto& [platform, count] : by_platform) EXPECT_NEAR(count, 8, 1) << platform;
}

// After the pilots, so that the database grows at its end.
TEST(MissingJobs, FollowInTheOrderOfTheirIds) {
  const Study study = wider_study();
  const DoneSet done(study, {});
  DimensionIds ids{{7, 2, 9, 4}, {}, {1, 2}};
  for (std::int64_t w = 0; w < 72; ++w) ids.workloads.push_back((w * 31) % 73 + 1);
  MissingJobs missing(study, {}, done, ids);
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  for (const MissingJob& job : all_jobs(missing))
    seen.emplace_back(ids.platforms[job.instance.platform], ids.workloads[job.instance.workload]);
  ASSERT_EQ(seen.size(), 288U);
  EXPECT_TRUE(std::ranges::is_sorted(seen.begin() + MissingJobs::k_pilots, seen.end()));
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
}

TEST(MissingJobs, WhatIsStoredIsLeftOut) {
  const Study study = test::study(test::k_small_study);
  DoneSet done(study, {{1, 2, 3, 4}, {1, 2, 3, 4, 5, 6}, {1, 2}});
  done.add({1, 1, 1});
  done.add({1, 2, 1});
  done.add({1, 2, 2});
  MissingJobs missing(study, {}, done, {});
  const std::vector<MissingJob> jobs = all_jobs(missing);
  ASSERT_EQ(jobs.size(), 23U);
  EXPECT_EQ(jobs[0].instance, (Instance{0, 0}));
  EXPECT_EQ(jobs[0].strategies, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(jobs[1].instance, (Instance{0, 2}));
}

// Ids may be any numbers, in any order; what is not stored has none.
TEST(MissingJobs, FindTheScenarioOfAnyId) {
  constexpr std::int64_t k_key = std::int64_t{1} << 47;
  const Study study = test::study(test::k_small_study);
  const ScenarioPositions positions(study, {{k_key + 9, 0, 3, k_key}, {5, k_key + 1, 0, 0, 0, 1}, {k_key, 2}});
  EXPECT_EQ(positions.find({3, k_key + 1, 2}), (ScenarioPosition{{2, 1}, 1}));
  EXPECT_EQ(positions.find({k_key + 9, 1, k_key}), (ScenarioPosition{{0, 5}, 0}));
  EXPECT_EQ(positions.find({0, 1, k_key}), std::nullopt);
  EXPECT_EQ(positions.find({k_key + 1, 1, k_key}), std::nullopt);
}

TEST(MissingJobs, AreTheStrategiesThatTakeTheWorkload) {
  const Study study = test::restricted_study();
  const DoneSet done(study, {});
  MissingJobs missing(study, {}, done, {});
  std::size_t scenarios = 0;
  for (const MissingJob& job : all_jobs(missing)) {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t s = 0; s < 3; ++s)
      if (test::restricted_takes(s, job.instance.workload)) expected.push_back(s);
    EXPECT_EQ(job.strategies, expected);
    scenarios += job.strategies.size();
  }
  EXPECT_EQ(scenarios, 52U);
}

TEST(MissingJobs, ShardsPartTheScenariosOfRestrictedStrategies) {
  const Study study = test::restricted_study();
  const DoneSet done(study, {});
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, int> seen;
  for (std::uint32_t index = 1; index <= 3; ++index) {
    MissingJobs missing(study, {.sample = 0, .shard = {index, 3}}, done, {});
    for (const MissingJob& job : all_jobs(missing))
      for (const std::uint32_t s : job.strategies) ++seen[{job.instance.platform, job.instance.workload, s}];
  }
  EXPECT_EQ(seen.size(), 52U);
  for (const auto& [scenario, times] : seen) EXPECT_EQ(times, 1);
}

TEST(MissingJobs, AnInstanceWhoseStrategiesAreStoredIsLeftOut) {
  // HCPA alone takes workload 2; the result of another strategy there is none of the study's.
  const Study study = test::restricted_study();
  DoneSet done(study, {{1, 2, 3, 4}, {1, 2, 3, 4, 5, 6, 7}, {1, 2, 3}});
  done.add({1, 3, 1});
  done.add({1, 3, 2});
  MissingJobs missing(study, {}, done, {});
  const std::vector<MissingJob> jobs = all_jobs(missing);
  ASSERT_EQ(jobs.size(), 27U);
  EXPECT_EQ(jobs[1].instance, (Instance{0, 1}));
  EXPECT_EQ(jobs[2].instance, (Instance{0, 3}));
}

TEST(DoneSet, KnowsScenariosByTheirDatabaseIds) {
  const Study study = test::study(test::k_small_study);
  DoneSet done(study, {{10, 3, 7, 1}, {1, 2, 3, 4, 5, 6}, {9, 2}});
  done.add({3, 6, 9});   // platform 1, workload 5, strategy 0
  done.add({10, 1, 2});  // platform 0, workload 0, strategy 1
  done.add({99, 1, 2});  // platforms, workloads and strategies of an earlier version of the study
  done.add({10, 70, 2});
  done.add({10, 1, 1});
  EXPECT_EQ(done.size(), 2U);
  EXPECT_TRUE(done.contains({1, 5}, 0));
  EXPECT_TRUE(done.contains({0, 0}, 1));
  EXPECT_FALSE(done.contains({0, 0}, 0));
  EXPECT_FALSE(done.contains({1, 5}, 1));
}

TEST(DoneSet, IdZeroIsNotStored) {
  const Study study = test::study(test::k_small_study);
  DoneSet done(study, {{0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0}});
  done.add({0, 0, 0});
  EXPECT_EQ(done.size(), 0U);
}

TEST(DoneSet, PassesOverWhatAStrategyDoesNotTake) {
  // M-HEFT-MAX (2) takes workload 1 and not workload 3, M-HEFT (3) neither.
  const Study study = test::restricted_study();
  DoneSet done(study, {{1, 2, 3, 4}, {1, 2, 3, 4, 5, 6, 7}, {1, 2, 3}});
  done.add({1, 1, 2});
  done.add({1, 3, 2});
  done.add({1, 1, 3});
  EXPECT_EQ(done.size(), 1U);
  EXPECT_TRUE(done.contains({0, 0}, 1));
}

}  // namespace
}  // namespace palio
