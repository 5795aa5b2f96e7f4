#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/identity/random_stream.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/scenario.h"
#include "strategies/registry.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

Uncertainty uncertain(double deviation, int realizations, double speed_deviation = 0) {
  Uncertainty made;
  made.durations = FactorLaw::with_deviation(LawKind::gamma, deviation);
  made.speeds = FactorLaw::with_deviation(LawKind::gamma, speed_deviation);
  made.realizations = realizations;
  made.seed = 7;
  return made;
}

const Star k_star{{{1, {2, 0}}, {2, {2, 0.1}}, {1.5, {4, 0}}}, 3};

BagBatch bags(const Uncertainty& uncertainty) {
  BagBatch batch{{{"", 12, 3, 1, 0}, {"", 8, 1, 2, 2}}, 0};
  batch.uncertainty = uncertainty;
  return batch;
}

SharedFileTasks files(const Uncertainty& uncertainty) {
  SharedFileTasks tasks{{1.0, 2.0}, {0, 0, 0, 0, 0, 1, 1, 1, 1}, 2, 0.5};
  tasks.uncertainty = uncertainty;
  return tasks;
}

// References first, then the scenario, each in a process of its own, as a worker does it.
template <class Work>
MetricValues executed(const Star& star, const Work& work, const std::string& strategy,
                      const Engine& engine = with_fluid()) {
  BuiltInstance instance = build_instance(star, work, engine.kinds);
  const Recipe recipe = test::recipe(strategy);
  Isolation isolation(STDOUT_FILENO);
  add_references(instance, {recipe}, [&](const std::function<std::string()>& function) {
    return isolation.run(function, {.cpu_time = 60});
  });
  const ResultLine line =
      test::isolated_scenario([&]() -> const BuiltInstance& { return instance; }, recipe, Detail::metrics);
  if (const auto* failure = std::get_if<Failure>(&line.result.outcome)) {
    ADD_FAILURE() << strategy << ": " << failure->message;
    return {};
  }
  return std::get<Completed>(line.result.outcome).metrics;
}

std::vector<std::string> strategies_of(std::string_view kind) {
  std::vector<std::string> names;
  for (const Strategy& row : strategies())
    if (row.method->kind() == kind) names.emplace_back(row.name);
  return names;
}

template <class Work>
void expect_bits_of_the_exact_run(const Work& certain, const Work& uncertain) {
  for (const std::string& strategy : strategies_of(Work::k_called)) {
    const MetricValues exact = executed(k_star, certain, strategy);
    const MetricValues realized = executed(k_star, uncertain, strategy);
    EXPECT_TRUE(std::isnan(exact["mean_makespan"]));
    for (const char* name : {"makespan", "mean_makespan", "p95_makespan", "worst_makespan"})
      EXPECT_EQ(realized[name], exact["makespan"]) << strategy << ", " << name;
    EXPECT_EQ(realized["late_share"], 0);
  }
}

TEST(UncertainBags, WithoutDeviationHaveTheBitsOfTheExactRun) {
  expect_bits_of_the_exact_run(bags({}), bags(uncertain(0, 3)));
  EXPECT_EQ(executed(k_star, bags(uncertain(0, 3)), "CBS3M-EDF")["mean_max_stretch"],
            executed(k_star, bags({}), "CBS3M-EDF")["max_stretch"]);
}

TEST(UncertainFiles, WithoutDeviationHaveTheBitsOfTheExactRun) {
  expect_bits_of_the_exact_run(files({}), files(uncertain(0, 3)));
}

template <class Work>
void expect_same_bits_on_both_engines(const Work& work) {
  for (const std::string& strategy : strategies_of(Work::k_called)) {
    const MetricValues fluid = executed(k_star, work, strategy);
    const MetricValues simgrid = executed(k_star, work, strategy, with_simgrid());
    for (const char* name : {"makespan", "mean_makespan", "deviation_makespan", "worst_makespan"}) {
      EXPECT_EQ(simgrid[name], fluid[name]) << strategy << ", " << name;
      EXPECT_GT(fluid[name], 0) << strategy << ", " << name;
    }
  }
}

TEST(UncertainBags, HaveTheSameBitsOnBothEngines) { expect_same_bits_on_both_engines(bags(uncertain(0.6, 3, 0.2))); }

TEST(UncertainFiles, HaveTheSameBitsOnBothEngines) { expect_same_bits_on_both_engines(files(uncertain(0.6, 3, 0.2))); }

// One worker is never idle after the first message, of 1e-6 s: a sum of 20 gamma durations of 3 s.
TEST(UncertainBags, OnOneWorkerHaveTheMeanOfASum) {
  constexpr int k_realizations = 2000;
  BagBatch batch{{{"", 20, 3, 1e-6, 0}}, 0};
  batch.uncertainty = uncertain(0.5, k_realizations);
  const MetricValues metrics = executed(Star{{{1, {1, 0}}}, 1}, batch, "FIFO-RR");
  const double deviation = 0.5 * 3 * std::sqrt(20);
  EXPECT_NEAR(metrics["mean_makespan"], 60, 4 * deviation / std::sqrt(k_realizations));
  EXPECT_NEAR(metrics["deviation_makespan"], deviation, 4 * 1.2 * deviation / std::sqrt(2 * k_realizations));
}

// Three tasks on one worker that gets their file anew in 1 s each: 3 s and the sum of three durations of 2 s.
TEST(UncertainFiles, OnOneWorkerHaveTheMeanOfASum) {
  constexpr int k_realizations = 5000;
  SharedFileTasks tasks{{1.0}, {0, 0, 0}, 2, 0};
  tasks.uncertainty = uncertain(0.5, k_realizations);
  const MetricValues metrics = executed(Star{{{1, {1, 0}}}, 1}, tasks, "WQ");
  EXPECT_NEAR(metrics["mean_makespan"] - metrics["makespan"], 0, 4 * 0.5 * 2 * std::sqrt(3.0 / k_realizations));
}

// All tasks of a worker of a slow realization take longer by the same factor.
TEST(UncertainBags, WorkersHaveTheirSpeedsInARealization) {
  BagBatch batch{{{"", 4, 3, 1e-9, 0}}, 0};
  batch.uncertainty = uncertain(0, 1, 0.5);
  const Star star{{{1, {1, 0}}}, 1};
  const MetricValues metrics = executed(star, batch, "FIFO-RR");
  Star slowed = star;
  RandomStream draws(hash64("speeds", batch.uncertainty.seed));
  slowed.workers[0].speed *= batch.uncertainty.speeds.quantile(draws.uniform_real(0, 1));
  BagBatch certain = batch;
  certain.uncertainty = {};
  EXPECT_EQ(metrics["mean_makespan"], executed(slowed, certain, "FIFO-RR")["makespan"]);
}

TEST(UncertainMasters, HaveNoUncertainData) {
  const auto refusal = [](const std::string& text) {
    const Recipe recipe = parse_recipe(text, workload_family(recipe_name(text)).parameters);
    return test::error_of([&] { workload_family(recipe.name).build(recipe, {}); });
  };
  const std::string law = ",uncertainty=gamma,deviation=0.2";
  EXPECT_EQ(refusal("bags-of-tasks:sample=0,seed=1" + law), "no error");
  EXPECT_EQ(refusal("bags-of-tasks:sample=0,seed=1,data_deviation=0.1" + law),
            "bags of tasks have no data_deviation: it is for task graphs");
}

}  // namespace
}  // namespace palio
