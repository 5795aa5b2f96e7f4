// Properties of the search for the least stretch that must hold whatever the instance.
#include <gtest/gtest.h>

#include <algorithm>

#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/bags/cbs3m/stretch_search.h"
#include "strategies/bags/dedicated_rate.h"
#include "tests/strategies/bags/plan_checker.h"
#include "tests/strategies/bags/random_bags.h"

namespace palio {
namespace {

struct Instance {
  Star star;
  BagBatch batch;
};

Instance draw_stretch(RandomStream& random) {
  Instance instance{test::small_star(random, 4), test::small_bags(random, 5)};
  if (random.uniform_integer(0, 2) == 0) instance.star.port_model = PortModel::multi_port;
  return instance;
}

TEST(RandomStretch, ExactSearchAndBisectionAgreeAndPlansKeepAllConstraints) {
  RandomStream random(64);
  int above_one = 0;
  for (int i = 0; i < 400; ++i) {
    const Instance instance = draw_stretch(random);
    const FluidProblem problem = offline_problem(instance.star, instance.batch);
    BagPolicy::LpUse use;
    const double exact = least_stretch(problem, use);
    const FluidPlan plan = plan_by_bisection(problem, 1e-3, use);
    ASSERT_EQ(test::find_plan_violation(problem, plan).value_or("valid"), "valid") << "instance " << i;
    ASSERT_GE(plan.stretch, exact * (1 - 1e-5)) << "instance " << i;
    ASSERT_LE(plan.stretch, exact * (1 + 1e-3) + 1e-5) << "instance " << i;
    above_one += exact > 1.01 ? 1 : 0;
  }
  EXPECT_GT(above_one, 200);
}

TEST(RandomStretch, MoreStretchNeverHurts) {
  RandomStream random(65);
  for (int i = 0; i < 100; ++i) {
    const Instance instance = draw_stretch(random);
    const FluidProblem problem = offline_problem(instance.star, instance.batch);
    BagPolicy::LpUse use;
    const double exact = least_stretch(problem, use);
    for (const double factor : {1.0 + 1e-5, 1.001, 1.1, 1.5, 2.0, 5.0, 30.0})
      ASSERT_TRUE(test::is_feasible(problem, exact * factor)) << "instance " << i << ", times " << factor;
    for (const double factor : {0.3, 0.8, 0.99, 0.9999})
      ASSERT_FALSE(exact > 1 && test::is_feasible(problem, exact * factor)) << "instance " << i << ", times " << factor;
  }
}

// With one port the search has other variables than the plan: both must know the same stretches as feasible.
TEST(RandomStretch, TheSearchAndThePlanHaveTheSameConstraints) {
  RandomStream random(68);
  for (int i = 0; i < 150; ++i) {
    const Instance instance = draw_stretch(random);
    const FluidProblem problem = offline_problem(instance.star, instance.batch);
    BagPolicy::LpUse use;
    const double exact = least_stretch(problem, use);
    const auto status = [&](double stretch) {
      FluidProgram program(problem, epochs_at(problem, stretch, 1e-7), FluidGoal::early);
      return to_word(program.solve_at(stretch));
    };
    ASSERT_EQ(status(exact * (1 + 1e-5)), "optimal") << "instance " << i;
    ASSERT_EQ(exact > 1 ? status(exact * (1 - 1e-4)) : "infeasible", "infeasible") << "instance " << i;
  }
}

// One after the other by release date is a schedule: no flow is longer than all dedicated times together.
TEST(RandomStretch, LiesBetweenItsBounds) {
  RandomStream random(66);
  for (int i = 0; i < 200; ++i) {
    const Instance instance = draw_stretch(random);
    double sum = 0;
    double least = 1e300;
    for (const BagOfTasks& bag : instance.batch.applications) {
      const double alone = dedicated_makespan(instance.star, bag);
      sum += alone;
      least = std::min(least, alone);
    }
    const double optimum = offline_optimum(instance.star, instance.batch);
    ASSERT_GE(optimum, 1) << "instance " << i;
    ASSERT_LE(optimum, sum / least * (1 + 1e-6)) << "instance " << i;
  }
}

TEST(RandomStretch, IsTheSameInOtherUnits) {
  // Bytes, flop and seconds may be large or small: the stretch is a number without unit.
  RandomStream random(67);
  for (int i = 0; i < 50; ++i) {
    Instance instance = draw_stretch(random);
    const double optimum = offline_optimum(instance.star, instance.batch);
    instance.star.master_bandwidth *= 1e6;
    for (Worker& worker : instance.star.workers) {
      worker.speed *= 1e8;
      worker.link.bandwidth *= 1e6;
    }
    for (BagOfTasks& bag : instance.batch.applications) {
      bag.flop *= 1e11;
      bag.bytes *= 1e9;
      bag.release_date *= 1e3;
    }
    ASSERT_NEAR(offline_optimum(instance.star, instance.batch), optimum, 1e-5 * optimum) << "instance " << i;
  }
}

}  // namespace
}  // namespace palio
