#include "campaign/plan/job_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace palio {
namespace {

using Costs = std::vector<std::vector<double>>;  // by job, then strategy

// A source of jobs on platforms 0, 1, 2, ... whose scenarios cost what the table says.
class Source {
public:
  explicit Source(Costs costs) : costs_(std::move(costs)) {}

  JobOrder order(int slots) {
    return {[this]() -> std::optional<MissingJob> {
              if (next_ == costs_.size()) return std::nullopt;
              MissingJob job{{static_cast<std::uint32_t>(next_), 0}, {}};
              for (std::uint32_t s = 0; s < costs_[next_].size(); ++s) job.strategies.push_back(s);
              ++next_;
              return job;
            },
            [this](const Instance& at, std::size_t s) { return costs_[at.platform][s]; }, [this] { return lessons_; },
            slots};
  }
  void learn(Costs costs) {
    costs_ = std::move(costs);
    ++lessons_;
  }
  std::size_t taken() const { return next_; }

private:
  Costs costs_;
  std::size_t next_ = 0;
  std::uint64_t lessons_ = 0;
};

std::vector<std::uint32_t> platforms(JobOrder order) {
  std::vector<std::uint32_t> platforms;
  while (const std::optional<MissingJob> job = order.next()) platforms.push_back(job->instance.platform);
  return platforms;
}

TEST(JobOrder, AShortCampaignGoesLongestFirst) {
  Source source({{1}, {5}, {3}, {5}});
  EXPECT_EQ(platforms(source.order(2)), (std::vector<std::uint32_t>{1, 3, 2, 0}));
}

TEST(JobOrder, WhatIsLearntLaterOrdersTheRest) {
  // All in one window and nothing is known when the first one is asked for. Then it turns out that platform 4 takes
  // longest, before 2, 3 and 1.
  Source source({{1}, {1}, {1}, {1}, {1}});
  JobOrder order = source.order(2);
  EXPECT_EQ(order.next()->instance.platform, 0U);
  source.learn({{1}, {1}, {4}, {2}, {5}});
  EXPECT_EQ(platforms(std::move(order)), (std::vector<std::uint32_t>{4, 2, 3, 1}));
}

TEST(JobOrder, AJobThatTurnsOutLongerThanItsShareIsSplit) {
  // 10 + 1 on 2 slots: the share is 5.5, once it is known.
  Source source({{1, 1}, {1, 1}, {1, 1}});
  JobOrder order = source.order(2);
  EXPECT_EQ(order.next()->strategies.size(), 2U);
  source.learn({{1, 1}, {0.5, 0.5}, {4, 6}});
  EXPECT_EQ(order.next()->strategies, (std::vector<std::uint32_t>{1}));
}

// How many jobs each turn of a slot takes.
std::vector<std::size_t> turns(JobOrder order) {
  std::vector<std::size_t> turns;
  for (auto few = order.next_few(); !few.empty(); few = order.next_few()) turns.push_back(few.size());
  return turns;
}

TEST(JobOrder, ShortJobsAreTakenTogetherButNotTheLast) {
  // Jobs of 2^-8 s: two of them are 0.0078 s, three would be more than 0.01 s. At turn n, 2 (n - 1) jobs are gone, and
  // the window holds the 64 after them: at turn 34 the last one of 130. Turn 35 asks for a 131st and finds the end.
  std::vector<std::size_t> expected(34, 2);
  expected.insert(expected.end(), 62, 1);
  EXPECT_EQ(turns(Source(Costs(130, {0x1p-9, 0x1p-9})).order(1)), expected);
}

TEST(JobOrder, LongJobsAreTakenOneByOne) {
  // Of 1 s and 0.001 s in turn: a long one never waits behind a short one, nor a short one behind a long one.
  Costs costs;
  for (int i = 0; i < 200; ++i) costs.push_back({i % 2 == 0 ? 1 : 0.001});
  EXPECT_EQ(turns(Source(costs).order(1)), std::vector<std::size_t>(200, 1));
}

TEST(JobOrder, EqualJobsKeepTheirOrder) {
  Source source(Costs(100, {1, 1}));
  const std::vector<std::uint32_t> order = platforms(source.order(1));
  EXPECT_TRUE(std::ranges::is_sorted(order));
  EXPECT_EQ(order.size(), 100U);
}

TEST(JobOrder, LongCampaignsKeepTheirOrderUntilTheLastWindow) {
  // 200 jobs, each longer than the one before; the window of one slot holds 64. The source shows its end when a 201st
  // is asked for, so 137 go in order, and while they do the source is never more than the window ahead.
  Costs costs;
  for (int i = 0; i < 200; ++i) costs.push_back({1.0 + i});
  Source source(costs);
  JobOrder order = source.order(1);
  for (std::uint32_t i = 0; i < 137; ++i) {
    EXPECT_EQ(order.next()->instance.platform, i);
    EXPECT_EQ(source.taken(), std::min(i + 64, 200U));
  }
  for (std::uint32_t i = 0; i < 63; ++i) EXPECT_EQ(order.next()->instance.platform, 199 - i);
  EXPECT_FALSE(order.next());
}

TEST(JobOrder, AJobLongerThanItsShareGoesStrategyByStrategy) {
  // 12 of 16 on 2 slots: the share is 8. Its strategies take 6, 4 and 2; the job of 4 and 0 stays whole, as it is no
  // longer than half of the 4 + 4 + 2 that are left when its turn comes.
  Source source({{4, 0}, {2, 6, 4}});
  JobOrder order = source.order(2);
  std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> handed;
  while (const std::optional<MissingJob> job = order.next())
    handed.emplace_back(job->instance.platform, job->strategies);
  EXPECT_EQ(handed, (decltype(handed){{1, {1}}, {0, {0, 1}}, {1, {2}}, {1, {0}}}));
}

TEST(JobOrder, OneSlotSplitsNothing) {
  Source source({{2, 6, 4}});
  EXPECT_EQ(source.order(1).next()->strategies.size(), 3U);
}

TEST(JobOrder, NoSlotIdlesAtTheEnd) {
  // On 4 slots: 20 jobs of 20 ms, then one of 4 strategies of 100 ms: 800 ms of work, so 200 ms at least. In the order
  // of the source the long job would begin after 100 ms and end after 500 ms.
  Costs costs(20, {0.02});
  costs.push_back({0.1, 0.1, 0.1, 0.1});
  Source source(costs);
  JobOrder order = source.order(4);
  std::array<double, 4> ends{};  // of the slots, each of which takes the next job when it is free
  while (const std::optional<MissingJob> job = order.next()) {
    double& slot = *std::ranges::min_element(ends);
    for (const std::uint32_t s : job->strategies) slot += costs[job->instance.platform][s];
  }
  EXPECT_NEAR(*std::ranges::max_element(ends), 0.2, 1e-9);
}

}  // namespace
}  // namespace palio
