// Executions that are decided on while they go on have the bits of one simulation of what was decided.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/policy_execution.h"
#include "strategies/registry.h"
#include "tests/engines/random_scenario.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/support/builders.h"
#include "tests/support/isolated_simulation.h"

namespace palio {
namespace {

void expect_same(const Execution& is, const Execution& expected) {
  for (std::size_t app = 0; app < expected.schedule.placements.size(); ++app)
    for (std::size_t task = 0; task < expected.schedule.placements[app].size(); ++task) {
      const Placement &one = is.schedule.placements[app][task], &other = expected.schedule.placements[app][task];
      ASSERT_EQ(one.processors, other.processors) << "task " << task << " of application " << app;
      ASSERT_EQ(one.start, other.start) << "task " << task << " of application " << app;
      ASSERT_EQ(one.finish, other.finish) << "task " << task << " of application " << app;
    }
  ASSERT_EQ(is.transfers.size(), expected.transfers.size());
  for (std::size_t i = 0; i < expected.transfers.size(); ++i) {
    ASSERT_EQ(is.transfers[i].start, expected.transfers[i].start) << "transfer " << i;
    ASSERT_EQ(is.transfers[i].finish, expected.transfers[i].finish) << "transfer " << i;
  }
}

// Simulates what was decided once more, from the beginning.
class Oracle final : public GraphSimulator {
public:
  explicit Oracle(const Platform& platform)
      : continuing_(fluid_simulator(platform)), whole_(fluid_simulator(platform)) {}

  Execution run(const Workload& workload, const Schedule& schedule) override { return whole_->run(workload, schedule); }
  Execution execute(const Workload& workload, Schedule& schedule, const Meanwhile& decide) override {
    Execution execution = continuing_->execute(workload, schedule, decide);
    expect_same(execution, whole_->run(workload, schedule));
    return execution;
  }

private:
  std::unique_ptr<GraphSimulator> continuing_, whole_;
};

struct Random {
  Platform platform;
  Workload workload;  // of two realizations
};

Random random_execution(std::uint64_t seed) {
  test::RandomScenario drawn = seed % 2 == 0 ? test::random_mesh_scenario(seed) : test::random_scenario(seed);
  Uncertainty& uncertainty = drawn.workload.uncertainty;
  if (seed % 3 != 0) uncertainty.durations = FactorLaw::with_deviation(LawKind::gamma, 0.5);
  if (seed % 5 == 0) uncertainty.data = FactorLaw::with_deviation(LawKind::uniform, 0.3);
  if (seed % 7 == 0) uncertainty.speeds = FactorLaw::with_deviation(LawKind::gamma, 0.2);
  uncertainty.realizations = 2;
  uncertainty.seed = seed;
  return {std::move(drawn.platform), std::move(drawn.workload)};
}

const std::vector<std::string>& recipes() {
  static const std::vector<std::string> all{
      "HEFT:replan=completion",
      "HEFT:replan=completion,decision_time=1.5",
      "PEFT:replan=late,tolerance=0.1",
      "ETF:replan=period,period={0},decision_time={1}",
      "MinMin:replan=ready",
      "MaxMin:replan=ready,decision_time=2",
      "JIT",
      "JIT:choice=idle,decision_time=0.5",
      "JIT:priority=fifo,choice=finish,decision_time=4",
      "HCPA:replan=completion",
      "M-HEFT:replan=completion,decision_time=1",
      "M-HEFT:replan=ready",
      "S:replan=completion,decision_time=0.5",
      "S:replan=ready",
      "SELFISH:replan=completion,decision_time=0.5",
  };
  return all;
}

// With a period of few decisions: one that is shorter than what data take may move tasks forever.
Recipe recipe_of(const std::string& text, const Random& random) {
  if (text.find("{0}") == std::string::npos) return test::recipe(text);
  const Recipe any = test::recipe(fmt::format(fmt::runtime(text), 1e6, 1));
  const auto& method = method_for<GraphMethod>(palio::strategy(any.name), random.platform, random.workload);
  const Schedule plan = method.schedule(random.platform, random.workload, any.parameters).schedule;
  const double period = makespan_of(fluid_simulator(random.platform)->run(random.workload, plan).schedule) / 2;
  return test::recipe(fmt::format(fmt::runtime(text), period, period / 4));
}

// Whether the strategy takes it.
template <class Execute>
bool executed(const Random& random, const std::string& text, GraphSimulator& simulator, Execute execute) {
  try {
    const Recipe recipe = recipe_of(text, random);
    const Strategy& strategy = palio::strategy(recipe.name);
    const auto& method = method_for<GraphMethod>(strategy, random.platform, random.workload);
    const Realizations realizations(random.platform, random.workload);
    PolicyExecution execution(random.platform, random.workload, &realizations, simulator, strategy, recipe.parameters);
    execute(execution, method.schedule(random.platform, random.workload, recipe.parameters).schedule);
  } catch (const UserError&) {
    return false;
  }
  return true;
}

class DecidedMeanwhile : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DecidedMeanwhile, HasTheBitsOfOneSimulationOfWhatWasDecided) {
  constexpr std::uint64_t k_seeds = 50;
  int executions = 0, decisions = 0;
  for (std::uint64_t seed = GetParam() * k_seeds; seed < (GetParam() + 1) * k_seeds && !HasFailure(); ++seed) {
    const Random random = random_execution(seed);
    Oracle oracle(random.platform);
    for (const std::string& recipe : recipes()) {
      SCOPED_TRACE(fmt::format("{}, seed {}", recipe, seed));
      executed(random, recipe, oracle, [&](PolicyExecution& execution, const Schedule& plan) {
        for (int r = 0; r < 2; ++r) {
          decisions += execution.execute(r, plan).decisions;
          ++executions;
        }
      });
    }
  }
  EXPECT_GT(executions, 500);
  EXPECT_GT(decisions, 2 * executions);
}
INSTANTIATE_TEST_SUITE_P(Scenarios, DecidedMeanwhile, testing::Range(std::uint64_t{0}, std::uint64_t{20}));

TEST(DecidedMeanwhile, HasTheBitsOfSimGridFromTheBeginning) {
  int executions = 0;
  for (std::uint64_t seed = 0; executions < 60 && !HasFailure(); ++seed) {
    const Random random = random_execution(seed);
    const std::string& recipe = recipes()[seed % recipes().size()];
    SCOPED_TRACE(fmt::format("{}, seed {}", recipe, seed));
    const auto fluid = fluid_simulator(random.platform);
    executed(random, recipe, *fluid, [&](PolicyExecution& execution, const Schedule& plan) {
      const Execution expected = execution.execute(0, plan).execution;
      expect_same(test::run_isolated(expected.schedule,
                                     [&] {
                                       Execution other;
                                       const auto simgrid =
                                           simgrid_simulator(random.platform, most_dates(random.workload));
                                       executed(random, recipe, *simgrid, [&](PolicyExecution& again, const Schedule&) {
                                         other = again.execute(0, plan).execution;
                                       });
                                       return other;
                                     }),
                  expected);
      ++executions;
    });
  }
}

}  // namespace
}  // namespace palio
