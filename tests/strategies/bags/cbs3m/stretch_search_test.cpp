#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/bags/cbs3m/stretch_search.h"
#include "strategies/bags/dedicated_rate.h"
#include "tests/strategies/bags/random_bags.h"
#include "tests/support/bag_builders.h"

namespace palio {
namespace {

constexpr double k_plan_tolerance = 1e-6;

// The first constraint of the fluid model that a plan breaks, derived from the model alone: amounts, buffers at every
// epoch, processors, links, the port. Tolerances are 1e-6 of an application and of the longest dedicated time.
class PlanChecker {
public:
  PlanChecker(const FluidProblem& problem, const FluidPlan& plan) : problem_(problem), plan_(plan) {
    for (const FluidApplication& application : problem.applications)
      time_ = std::max(time_, k_plan_tolerance * application.dedicated);
  }

  std::string run() {
    for (int k = 0; k < plan_.applications(); ++k) check_application(k);
    for (int j = 0; j < plan_.intervals(); ++j) check_interval(j);
    return problem_found_.value_or("valid");
  }

private:
  void expect(bool holds, const std::string& what) {
    if (!holds && !problem_found_) problem_found_ = what;
  }

  void check_application(int k) {
    const FluidApplication& application = problem_.applications[k];
    double total = application.unsent;
    for (const double tasks : application.held) total += tasks;
    const double crumb = k_plan_tolerance * total;
    double sent = 0;
    for (int u = 0; u < plan_.workers; ++u) sent += check_buffer(k, u, crumb);
    expect(std::abs(sent - application.unsent) <= crumb,
           fmt::format("application {}: sent {} of {}", k, sent, application.unsent));
  }

  double check_buffer(int k, int u, double crumb) {
    const FluidApplication& application = problem_.applications[k];
    const double deadline = application.release_date + plan_.stretch * application.dedicated;
    double buffer = application.held[u];
    double all_sent = 0;
    for (int j = 0; j < plan_.intervals(); ++j) {
      const double sent = plan_.sent[plan_.at(j, k, u)];
      const double computed = plan_.computed[plan_.at(j, k, u)];
      const bool inside = plan_.dates[j] >= application.start - time_ && plan_.dates[j + 1] <= deadline + time_;
      expect(inside || (sent <= 0 && computed <= 0), fmt::format("application {} works outside its time", k));
      expect(sent >= 0 && computed >= 0, "negative amount");
      buffer += sent - computed;
      all_sent += sent;
      expect(buffer >= -crumb, fmt::format("buffer of application {} on worker {}: {}", k, u, buffer));
    }
    expect(std::abs(buffer) <= crumb, fmt::format("application {} leaves {} on worker {}", k, buffer, u));
    return all_sent;
  }

  void check_interval(int j) {
    const double length = plan_.dates[j + 1] - plan_.dates[j];
    expect(length > 0, "dates do not increase");
    const bool one_port = problem_.star.port_model == PortModel::one_port;
    double port = 0;
    double master = 0;
    for (int u = 0; u < plan_.workers; ++u) {
      const Worker& worker = problem_.star.workers[u];
      double computing = 0;
      double bytes = 0;
      for (int k = 0; k < plan_.applications(); ++k) {
        computing += plan_.computed[plan_.at(j, k, u)] * problem_.applications[k].flop / worker.speed;
        bytes += plan_.sent[plan_.at(j, k, u)] * problem_.applications[k].bytes;
      }
      expect(computing <= length + time_, fmt::format("worker {} computes {} s in {} s", u, computing, length));
      expect(bytes / worker.link.bandwidth <= length + time_, fmt::format("link {} is full", u));
      port += bytes / std::min(worker.link.bandwidth, problem_.star.master_bandwidth);
      master += bytes / problem_.star.master_bandwidth;
    }
    expect(master <= length + time_, fmt::format("the master sends {} s in {} s", master, length));
    expect(!one_port || port <= length + time_, fmt::format("the port sends {} s in {} s", port, length));
  }

  const FluidProblem& problem_;
  const FluidPlan& plan_;
  double time_ = 0;  // s
  std::optional<std::string> problem_found_;
};

// Whether a plan exists in which every application has this stretch.
bool is_feasible(const FluidProblem& problem, double stretch) {
  FluidProgram program(problem, epochs_at(problem, stretch, 1e-7), FluidGoal::feasible);
  return program.solve_at(stretch) == LpStatus::optimal;
}

// A worker of 1 flop/s behind a link with negligible times: time alone is the number of flop.
Star one_processor(PortModel model = PortModel::one_port) { return {{{1, {1e12, 0}}}, 1e12, model}; }

void expect_stretch(const Star& star, const BagBatch& batch, double expected) {
  EXPECT_NEAR(offline_optimum(star, batch), expected, 1e-6 * expected);
  BagPolicy::LpUse use;
  const FluidProblem problem = offline_problem(star, batch);
  const FluidPlan plan = plan_by_bisection(problem, 1e-3, use);
  EXPECT_GE(plan.stretch, expected * (1 - 1e-6));
  EXPECT_LE(plan.stretch, expected * (1 + 1e-3));
  EXPECT_EQ(PlanChecker(problem, plan).run(), "valid");
  EXPECT_GE(use.count, 2);
}

TEST(StretchSearch, AnApplicationAloneHasStretchOne) {
  BagPolicy::LpUse use;
  for (const PortModel model : {PortModel::one_port, PortModel::multi_port}) {
    Star star = test::star({{1, 2}, {4, 1}, {3, 3}});
    star.port_model = model;
    EXPECT_EQ(offline_optimum(star, {{test::bag(7, 2, 3, 5)}}, &use), 1);
  }
  EXPECT_EQ(use.count, 2);
}

TEST(StretchSearch, TwoTwinsShareHalfAndHalf) {
  for (const PortModel model : {PortModel::one_port, PortModel::multi_port}) {
    Star star = test::star({{1, 2}, {4, 1}, {3, 3}});
    star.port_model = model;
    expect_stretch(star, {{test::bag(7, 2, 3), test::bag(7, 2, 3)}}, 2);
  }
}

TEST(StretchSearch, ApplicationsFarApartDoNotMeet) {
  EXPECT_EQ(offline_optimum(one_processor(), {{test::bag(1, 4, 1), test::bag(1, 4, 1, 4)}}), 1);
}

TEST(StretchSearch, AShortApplicationGoesAheadOfALongOne) {
  // 4 flop at 0 and 1 flop at 1 s. Deadlines 4 S and 1 + S; everything is done at 5 s: 4 S >= 5. Then the short one
  // has 1 s to 2.25 s.
  for (const PortModel model : {PortModel::one_port, PortModel::multi_port})
    expect_stretch(one_processor(model), {{test::bag(4, 1, 1), test::bag(1, 1, 1, 1)}}, 1.25);
}

TEST(StretchSearch, LastDeadlineMayBeOfEither) {
  // 2 flop at 0 and 2 flop at 1 s: deadlines 2 S and 1 + 2 S, done at 4 s: S = 1.5, and the first has 3 s.
  expect_stretch(one_processor(), {{test::bag(2, 1, 1), test::bag(2, 1, 1, 1)}}, 1.5);
}

TEST(StretchSearch, ThePortIsSharedAsWell) {
  // Two workers of 1000 flop/s, links of 1 byte/s. Alone, each of the two applications (4 and 2 tasks of 1 byte) takes
  // the port 4 s and 2 s. Together 6 s: S = 1.5, deadlines 6 and 3. With several ports 4 tasks take 2 s, 2 tasks 1 s;
  // together 3 s: the same stretch.
  Star star = test::star({{1000, 1}, {1000, 1}});
  expect_stretch(star, {{test::bag(4, 1, 1), test::bag(2, 1, 1)}}, 1.5);
  star.port_model = PortModel::multi_port;
  expect_stretch(star, {{test::bag(4, 1, 1), test::bag(2, 1, 1)}}, 1.5);
}

TEST(StretchSearch, PlacesAreDatedByTheStar) {
  // Two twins of 1 s each, at load 2: released at 0 and (1 + 1) / 2 = 1. They do not meet. At load 4: 0 and 0.5;
  // done at 2 s, deadlines S and 0.5 + S: S = 1.5.
  BagBatch batch{{test::bag(1, 1, 1, 0), test::bag(1, 1, 1, 1)}, 2};
  EXPECT_EQ(offline_optimum(one_processor(), batch), 1);
  batch.load = 4;
  EXPECT_NEAR(offline_optimum(one_processor(), batch), 1.5, 1e-6);
}

// At 10 s, with a task of 2 flop left of an application that takes 2 s alone: held or not yet sent.
FluidProblem late(double unsent, double held) { return {one_processor(), {{10, 0, 2, 2, 1, unsent, {held}}}}; }

TEST(StretchSearch, ALateApplicationHasItsDeadlineAhead) {
  // A deadline at 10 s would be S = 5; the task ends at 12 s: S = 6. Half of it, held: 11 s, S = 5.5.
  BagPolicy::LpUse use;
  EXPECT_EQ(least_stretch_bound(late(1, 0)), 5);
  EXPECT_NEAR(plan_by_bisection(late(1, 0), 1e-3, use).stretch, 6, 6e-3);
  EXPECT_NEAR(least_stretch(late(1, 0), use), 6, 1e-5);
  EXPECT_NEAR(plan_by_bisection(late(0, 0.5), 1e-3, use).stretch, 5.5, 6e-3);
  EXPECT_NEAR(least_stretch(late(0, 0.5), use), 5.5, 1e-5);
  EXPECT_FALSE(is_feasible(late(1, 0), 5));
  EXPECT_FALSE(is_feasible(late(1, 0), 5.999));
  EXPECT_TRUE(is_feasible(late(1, 0), 6.001));
}

TEST(StretchSearch, HeldTasksStayWhereTheyAre) {
  // Two workers of 1 flop/s; three tasks of 1 flop are held by worker 0 and one is not sent. Worker 0 is busy until 3
  // s. Alone, the application takes 2 s: S = 1.5.
  const FluidProblem problem{{{{1, {1e12, 0}}, {1, {1e12, 0}}}, 1e12}, {{0, 0, 2, 1, 1, 1, {3, 0}}}};
  BagPolicy::LpUse use;
  EXPECT_NEAR(least_stretch(problem, use), 1.5, 1e-6);
  const FluidPlan plan = plan_by_bisection(problem, 1e-3, use);
  EXPECT_EQ(PlanChecker(problem, plan).run(), "valid");
}

TEST(StretchSearch, ApplicationsThatAreSentStillTakeTheirWorkers) {
  // At 10 s the worker holds 3 tasks of 1 flop of an application released at 8 (3 s alone), and 1 task of another one
  // (1 s alone) comes. Deadlines 8 + 3 S and 10 + S, done at 14 s: S = 2, and the second has until 12 s.
  const FluidProblem problem{one_processor(), {{10, 8, 3, 1, 1, 0, {3}}, {10, 10, 1, 1, 1, 1, {0}}}};
  BagPolicy::LpUse use;
  EXPECT_NEAR(least_stretch(problem, use), 2, 1e-5);
  const FluidPlan plan = plan_by_bisection(problem, 1e-3, use);
  EXPECT_NEAR(plan.stretch, 2, 2e-3);
  EXPECT_EQ(PlanChecker(problem, plan).run(), "valid");
}

TEST(StretchSearch, WorkIsDoneAsEarlyAsItCan) {
  // Twins at 100 s make S = 2. Application 0 (4 flop at 0) has until 8 s and application 1 (1 flop at 6) as well:
  // epochs 0, 6, 8, 100, 102. Application 0 fits into the first 6 s, and nothing forces it to.
  const BagBatch batch{{test::bag(4, 1, 1), test::bag(1, 1, 1, 6), test::bag(1, 1, 1, 100), test::bag(1, 1, 1, 100)}};
  BagPolicy::LpUse use;
  const FluidPlan plan = plan_by_bisection(offline_problem(one_processor(), batch), 1e-3, use);
  EXPECT_NEAR(plan.stretch, 2, 2e-3);
  EXPECT_NEAR(plan.sent[plan.at(0, 0, 0)], 4, 1e-5);
  EXPECT_NEAR(plan.computed[plan.at(0, 0, 0)], 4, 1e-5);
}

TEST(StretchSearch, ThePlanThatBuffersLeastSendsWhenThereIsTimeToCompute) {
  // 1 flop/s, messages take no time. At 0 an application of 1 flop that has 1 s alone comes, and one of 4 flop that has
  // 4 s. Done at 5 s: S = 1.25, deadlines 1.25 and 5 s. In the first 1.25 s the second one gets 0.25 s of the
  // processor; sent earliest, all its 4 tasks go then; buffered least, only the 0.25 that are computed then.
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(4, 1, 1)}};
  const Star star = test::star({{1, 1e9}});
  BagPolicy::LpUse use;
  const FluidPlan early = plan_by_bisection(offline_problem(star, batch), 1e-3, use);
  const FluidPlan late = plan_by_bisection(offline_problem(star, batch), 1e-3, use, FluidGoal::least_buffered);
  EXPECT_NEAR(early.sent[early.at(0, 1, 0)], 4, 1e-5);
  EXPECT_NEAR(late.sent[late.at(0, 1, 0)], 0.25, 2e-3);
  EXPECT_NEAR(late.computed[late.at(0, 1, 0)], 0.25, 2e-3);
}

using testing::DoubleEq;
using testing::ElementsAre;

// Application 0: released at 0, 4 s alone; application 1: released at 6, 1 s alone. Deadlines 4 S and 6 + S.
FluidProblem two_epoch_applications() {
  FluidProblem problem;
  problem.applications.push_back({0, 0, 4, 1, 1, 1, {}});
  problem.applications.push_back({6, 6, 1, 1, 1, 1, {}});
  return problem;
}

std::vector<double> dates(const Epochs& epochs, double stretch) {
  std::vector<double> dates;
  for (const MovingDate& date : epochs.dates) dates.push_back(date.when(stretch));
  return dates;
}

TEST(Epochs, ApplicationsAreActiveFromStartToDeadline) {
  // At S = 1.75: 0, 6, 7 (deadline of 0), 7.75 (deadline of 1).
  const Epochs epochs = epochs_at(two_epoch_applications(), 1.75, 1e-7);
  EXPECT_THAT(dates(epochs, 1.75), ElementsAre(0, 6, 7, 7.75));
  EXPECT_THAT(epochs.first, ElementsAre(0, 1));
  EXPECT_THAT(epochs.end, ElementsAre(2, 3));
}

TEST(Epochs, ThoseAtOneDateAreOne) {
  // At S = 2 both deadlines are at 8.
  const Epochs epochs = epochs_at(two_epoch_applications(), 2, 1e-7);
  EXPECT_THAT(dates(epochs, 2), ElementsAre(0, 6, 8));
  EXPECT_THAT(epochs.end, ElementsAre(2, 2));
}

TEST(Epochs, ThoseAlmostAtOneDateAreOneIfAsked) {
  // At S = 2.00000001 the deadlines are 3e-8 s apart in 8 s.
  EXPECT_EQ(epochs_at(two_epoch_applications(), 2.00000001, 1e-7).intervals(), 2);
  EXPECT_EQ(epochs_at(two_epoch_applications(), 2.00000001, 1e-12).intervals(), 3);
}

TEST(Epochs, OrderChangesAtCriticalStretchesOnly) {
  // 4 S = 6 at 1.5, 4 S = 6 + S at 2; deadlines meet their own release at 0 only.
  const FluidProblem problem = two_epoch_applications();
  EXPECT_THAT(critical_stretches(problem, 1), ElementsAre(DoubleEq(1.5), DoubleEq(2)));
  EXPECT_THAT(critical_stretches(problem, 1.5), ElementsAre(DoubleEq(2)));
  const auto at = [&](double stretch) { return epochs_at(problem, stretch, 1e-12); };
  EXPECT_TRUE(have_same_order(at(1.51), at(1.99)));
  EXPECT_FALSE(have_same_order(at(1.49), at(1.51)));
  EXPECT_FALSE(have_same_order(at(1.99), at(2.01)));
  EXPECT_TRUE(have_same_order(at(2.01), at(100)));
}

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
    ASSERT_EQ(PlanChecker(problem, plan).run(), "valid") << "instance " << i;
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
      ASSERT_TRUE(is_feasible(problem, exact * factor)) << "instance " << i << ", times " << factor;
    for (const double factor : {0.3, 0.8, 0.99, 0.9999})
      ASSERT_FALSE(exact > 1 && is_feasible(problem, exact * factor)) << "instance " << i << ", times " << factor;
  }
}

// With one port, the search has other variables than the plan: both must find the same stretches feasible.
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
