#include "campaign/duel/duel.h"

#include <gtest/gtest.h>

#include "campaign/duel/duel_report.h"
#include "tests/campaign/duel/duel_examples.h"
#include "tests/support/fake_runner.h"

namespace palio {
namespace {

TEST(PlanJudge, ComparesTheEndsOfBothPlans) {
  // HEFT: t0 on left, 0 to 4 s, then t1 on right, where it ends at 4 s and not at 8; t2 waits for data until 14 s and
  // ends at 16 s. FastestNode: all on left, 4 + 4 + 2 = 10 s.
  const Evaluation evaluation = judge_plans({test::plain("HEFT"), test::plain("FastestNode")}, test::costly_join());
  EXPECT_EQ(evaluation.failure, "");
  EXPECT_DOUBLE_EQ(evaluation.ratio, 1.6);
}

TEST(PlanJudge, AStrategyWithoutAScheduleIsNoRatio) {
  DuelInstance many = test::costly_join();
  many.tasks.resize(70, {1, 1, ""});
  const Evaluation evaluation = judge_plans({test::plain("HEFT"), test::plain("Exact")}, many);
  EXPECT_EQ(evaluation.failure.substr(0, 7), "Exact: ");
}

TEST(SimulationJudge, AsksForBothStrategiesOnTheInstance) {
  auto runner = std::make_unique<test::FakeRunner>();
  test::FakeRunner& asked = *runner;
  const Judge judge = simulation_judge({}, std::move(runner));
  const Evaluation evaluation = judge({test::plain("HEFT"), test::plain("FastestNode")}, test::costly_join());
  EXPECT_EQ(evaluation.failure, "");
  EXPECT_GT(evaluation.ratio, 0);
  ASSERT_EQ(asked.requests().size(), 1U);
  EXPECT_EQ(asked.requests().front().strategies.size(), 2U);
}

TEST(Dates, ThatAPlanDoesNotHave) {
  EXPECT_EQ(no_dates(test::plain("HEFT"), {}), "");
  EXPECT_EQ(no_dates(test::plain("CAFM_SAF"), {}), "it plans as if data moved instantly");
}

TEST(Reasons, NameTheFirstTaskThatGoesElsewhereAndWhereTheTimeGoes) {
  const DuelInstance instance = test::costly_join();
  const auto placements = [&](std::string_view strategy) {
    return planned_schedule(test::plain(strategy), instance).placements.front();
  };
  // The end of HEFT's schedule waited for the data of t1 from 4 to 14 s.
  EXPECT_EQ(
      reasons(instance, {"HEFT", "FastestNode", placements("HEFT"), placements("FastestNode")}),
      (std::vector<std::string>{
          "The plans diverge at t1: with HEFT it runs on right from 0 to 4 s, with FastestNode on left from 4 to 8 s.",
          "Plan of HEFT: 16 s, 10 s of it transfers, along t1 (right) > t2 (left).",
          "Plan of FastestNode: 10 s, 0 s of it transfers, along t0 (left) > t1 (left) > t2 (left)."}));
}

// A chain of 12 tasks on the quickest host: the first and the last four, and four between them.
TEST(Reasons, LeaveOutTheMiddleOfALongChain) {
  DuelInstance instance = test::costly_join();
  instance.tasks.assign(12, {1, 1, ""});
  instance.edges.clear();
  for (int task = 1; task < 12; ++task) instance.edges.push_back({task - 1, task, 1});
  const auto same = planned_schedule(test::plain("FastestNode"), instance).placements.front();
  EXPECT_EQ(reasons(instance, {"MET", "FastestNode", same, same}).back(),
            "Plan of FastestNode: 12 s, 0 s of it transfers, along t0 (left) > t1 (left) > t2 (left) > t3 (left) > 4 "
            "more > t8 (left) > t9 (left) > t10 (left) > t11 (left).");
}

// Two tasks of 1 s in a row, the second of which starts a rounding error late or early.
TEST(Reasons, TakeNoRoundingForTransfers) {
  DuelInstance instance = test::costly_join();
  instance.tasks.assign(2, {1, 1, ""});
  instance.edges = {{0, 1, 1}};
  for (const double error : {1e-13, -1e-13}) {
    auto placements = planned_schedule(test::plain("FastestNode"), instance).placements.front();
    placements[1].start += error;
    EXPECT_EQ(reasons(instance, {"MET", "FastestNode", placements, placements}).back(),
              "Plan of FastestNode: 2 s, 0 s of it transfers, along t0 (left) > t1 (left).");
  }
}

TEST(Reasons, SayThatThereIsNoDifference) {
  const DuelInstance instance = test::costly_join();
  const auto same = planned_schedule(test::plain("MET"), instance).placements.front();
  EXPECT_EQ(reasons(instance, {"MET", "FastestNode", same, same}).front(), "Both plans are the same.");
}

}  // namespace
}  // namespace palio
