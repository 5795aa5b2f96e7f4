#include "campaign/costs/projection.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "runners/fake_runner.h"
#include "tests/campaign/costs/made_up_costs.h"

namespace palio {
namespace {

class ProjectionTest : public testing::Test {
protected:
  ProjectionTest() {
    for (int i = 1; i <= 54; ++i) {
      if (i <= 20) ids_.platforms.push_back(i);
      if (i <= 2) ids_.strategies.push_back(i);
      ids_.workloads.push_back(i);
    }
  }

  Study study_ = test::costly_study();  // 20 platforms, 54 workloads, 2 strategies
  DimensionIds ids_;
  CostModel model_{study_,
                   test::made_up_costs(study_, [](const Instance& at, std::size_t) { return at.platform == 0; })};
};

TEST_F(ProjectionTest, WhatIsStoredCostsNothingMore) {
  DoneSet done(study_, ids_);
  done.add({1, 1, 2});
  done.add({20, 54, 1});
  done.seal();
  const double stored = model_.predict({0, 0}, 1) + model_.predict({19, 53}, 0);
  EXPECT_NEAR(remaining_cost(study_, {}, done, model_), model_.total() - stored, 1e-9 * model_.total());
}

TEST_F(ProjectionTest, AShardCostsWhatItsScenariosDo) {
  DoneSet done(study_, ids_);
  done.add({1, 1, 2});
  done.seal();
  double shards = 0;
  for (std::uint32_t index = 1; index <= 3; ++index)
    shards += remaining_cost(study_, {.sample = 0, .shard = {index, 3}}, done, model_);
  EXPECT_NEAR(shards, remaining_cost(study_, {}, done, model_), 1e-9 * shards);
}

TEST_F(ProjectionTest, ProbesTellTheCostOfEveryStrategyOnASample) {
  const Probes probes =
      run_probes(study_, {.instances = 6, .jobs = 2, .make_runner = [] { return std::make_unique<FakeRunner>(); }});
  const auto& costs = probes.costs;
  EXPECT_EQ(probes.failed, 0U);
  ASSERT_EQ(costs.size(), 12U);
  std::vector<Instance> probed;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    EXPECT_EQ(costs[i].strategy, i % 2);
    EXPECT_DOUBLE_EQ(costs[i].cost, 7e-3);  // the fake's
    if (i % 2 == 0) probed.push_back(costs[i].instance);
  }
  std::vector<Instance> sample;
  InstanceStream stream(study_, {.sample = 6, .shard = {}});
  while (const std::optional<Instance> instance = stream.next()) sample.push_back(*instance);
  std::ranges::sort(sample);
  EXPECT_EQ(probed, sample);
}

// Fails when it may take as much memory as it likes, and the second strategy of every request anyhow.
class LimitedRunner final : public Runner {
public:
  void run(const RunRequest& request, const Sink& sink) override {
    for (int i = 0; i < static_cast<int>(request.strategies.size()); ++i) {
      ScenarioResult result{Failure{FailureKind::crashed, 11, "bang", ""}, {}};
      if (i != 1 && request.memory_limit == 1000) result.outcome = Completed{};
      sink(i, std::move(result), std::nullopt);
    }
  }
  void abort() override {}
};

TEST_F(ProjectionTest, ProbesHaveTheMemoryLimitAndCountWhatFails) {
  const Probes probes = run_probes(
      study_, {.instances = 6, .memory_limit = 1000, .make_runner = [] { return std::make_unique<LimitedRunner>(); }});
  EXPECT_EQ(probes.costs.size(), 6U);
  EXPECT_EQ(probes.failed, 6U);
}

// Never ends by itself.
class EndlessRunner final : public Runner {
public:
  void run(const RunRequest&, const Sink&) override {
    while (!aborted_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void abort() override { aborted_ = true; }

private:
  std::atomic<bool> aborted_ = false;
};

TEST_F(ProjectionTest, ProbesThatTakeTooLongAreGivenUp) {
  const auto start = std::chrono::steady_clock::now();
  const Probes probes = run_probes(study_, {.instances = 6, .jobs = 2, .seconds = 0.05, .make_runner = [] {
                                              return std::make_unique<EndlessRunner>();
                                            }});
  EXPECT_TRUE(probes.costs.empty());
  EXPECT_EQ(probes.failed, 0U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace palio
