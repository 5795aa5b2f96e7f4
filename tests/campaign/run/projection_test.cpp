#include "campaign/run/projection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/campaign/campaign_helpers.h"
#include "tests/campaign/costs/made_up_costs.h"
#include "tests/campaign/restricted_study.h"
#include "tests/support/fake_runner.h"

namespace palio {
namespace {

class ProbesTest : public testing::Test {
protected:
  Study study_ = test::costly_study();  // 20 platforms, 54 workloads, 2 strategies
};

TEST_F(ProbesTest, ProbesTellTheCostOfEveryStrategyOnASample) {
  const Probes probes = run_probes(
      study_, {.instances = 6, .jobs = 2, .make_runner = [] { return std::make_unique<test::FakeRunner>(); }});
  const auto& costs = probes.costs;
  EXPECT_EQ(probes.failed, 0U);
  ASSERT_EQ(costs.size(), 12U);
  std::vector<Instance> probed;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    EXPECT_EQ(costs[i].strategy, i % 2);
    EXPECT_DOUBLE_EQ(costs[i].cost, 7e-3);  // the fake's
    if (i % 2 == 0) probed.push_back(costs[i].instance);
  }
  std::vector<Instance> sample = test::instances_of(study_, {.sample = 6, .shard = {}});
  std::ranges::sort(sample);
  EXPECT_EQ(probed, sample);
}

// Costs of the 2,160 scenarios differ by a factor of 60. Probes are the same in whatever order they end; of 20 seeds,
// each of which draws another sample, one may be further off.
TEST_F(ProbesTest, ProbesProjectTheTotalToWithinAThird) {
  int within = 0;
  for (study_.seed = 1; study_.seed <= 20; ++study_.seed) {
    const auto made_up = [&] {
      return std::make_unique<test::FunctionRunner>([&](const RunRequest& request, const Runner::Sink& sink) {
        const auto at = [](const auto& specs, const Spec& wanted) {
          const auto found = std::ranges::find(specs, wanted.recipe, &Spec::recipe);
          return static_cast<std::uint32_t>(found - specs.begin());
        };
        const Instance instance{at(study_.platforms, request.platform), at(study_.workloads, request.workload)};
        for (std::size_t i = 0; i < request.strategies.size(); ++i) {
          ScenarioResult result{Completed{}, {}};
          const bool first = request.strategies[i] == study_.strategies.front();
          result.cost.total_time = test::made_up_cost(study_, instance, first ? 0 : 1);
          sink(static_cast<int>(i), std::move(result), std::nullopt);
        }
      });
    };
    const Probes probes = run_probes(study_, {.seconds = 600, .enough = 600, .make_runner = made_up});
    ASSERT_EQ(probes.costs.size(), 192U);
    double total = 0;
    for (std::uint32_t p = 0; p < study_.platforms.size(); ++p)
      for (std::uint32_t w = 0; w < study_.workloads.size(); ++w)
        for (const std::size_t s : {0U, 1U}) total += test::made_up_cost(study_, {p, w}, s);
    const double ratio = CostModel(study_, probes.costs).total() / total;
    within += ratio > 1 / 1.3 && ratio < 1.3 ? 1 : 0;
  }
  EXPECT_GE(within, 19);
}

// The runner fails without the limit, and always at the second strategy of a request.
TEST_F(ProbesTest, ProbesHaveTheMemoryLimitAndCountWhatFails) {
  const auto limited = [] {
    return std::make_unique<test::FunctionRunner>([](const RunRequest& request, const Runner::Sink& sink) {
      for (int i = 0; i < static_cast<int>(request.strategies.size()); ++i) {
        ScenarioResult result{Failure{FailureKind::crashed, 11, "bang", ""}, {}};
        if (i != 1 && request.memory_limit == 1000) result.outcome = Completed{};
        sink(i, std::move(result), std::nullopt);
      }
    });
  };
  const Probes probes = run_probes(study_, {.instances = 6, .memory_limit = 1000, .make_runner = limited});
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

// The second strategy never ends: what the first one costs says nothing of the study.
TEST_F(ProbesTest, StrategiesThatDoNotEndInTimeAreNamed) {
  class FirstOnly final : public Runner {
  public:
    void run(const RunRequest& request, const Sink& sink) override {
      sink(0, {Completed{}, {}}, std::nullopt);
      endless_.run(request, sink);
    }
    void abort() override { endless_.abort(); }

  private:
    EndlessRunner endless_;
  };
  const Probes probes = run_probes(
      study_, {.instances = 6, .jobs = 2, .seconds = 0.5, .make_runner = [] { return std::make_unique<FirstOnly>(); }});
  EXPECT_EQ(probes.unseen, std::set<std::uint32_t>{1});
}

// 24 instances with two strategies each.
TEST_F(ProbesTest, NoProbeBeginsWhenThereAreEnough) {
  const Probes probes =
      run_probes(study_, {.enough = 0, .make_runner = [] { return std::make_unique<test::FakeRunner>(); }});
  EXPECT_EQ(probes.costs.size(), 48U);
}

TEST_F(ProbesTest, ProbesThatTakeTooLongAreGivenUp) {
  const Probes probes = run_probes(study_, {.instances = 6, .jobs = 2, .seconds = 0.05, .make_runner = [] {
                                              return std::make_unique<EndlessRunner>();
                                            }});
  EXPECT_TRUE(probes.costs.empty());
  EXPECT_EQ(probes.failed, 0U);
  EXPECT_EQ(probes.unseen, (std::set<std::uint32_t>{0, 1}));
}

TEST(RestrictedProbes, ProbesRunTheStrategiesThatTakeTheWorkload) {
  // All 28 instances: 52 scenarios.
  const Study study = test::restricted_study();
  const Probes probes =
      run_probes(study, {.instances = 28, .make_runner = [] { return std::make_unique<test::FakeRunner>(); }});
  ASSERT_EQ(probes.costs.size(), 52U);
  for (const CostObservation& seen : probes.costs)
    EXPECT_TRUE(test::restricted_takes(seen.strategy, seen.instance.workload));
}

// 1,202 s of CPU are 601 s on two cores.
TEST(QuickerEngine, IsNamedWhereTheDefaultTakesMinutes) {
  const std::vector<Projection> both{{"simgrid", "probes", 9, 1202}, {"fluid", "probes", 9, 84}};
  EXPECT_EQ(
      quicker_engine_text(both, 2),
      "with simgrid this takes about 10 min 01 s; --engine fluid gives the same bits in about 42 s (a campaign keeps "
      "its engine)");
  EXPECT_EQ(quicker_engine_text(both, 5), "") << "240 s";
  EXPECT_EQ(quicker_engine_text(std::span(both).first(1), 1), "");
}

}  // namespace
}  // namespace palio
