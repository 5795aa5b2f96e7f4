#include "strategies/ptg/schedule_validator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Two clusters of two processors, 1 flop/s; links 10 byte/s, 1 s. A (4 flop) sends 100 bytes to B (6 flop), alpha 0.
// A on processors 0, 1 from 0 to 2; B on 2, 3: 7 s of latency and 10 s for 100 bytes through an uplink: from 19 to 22.
class ScheduleValidator : public testing::Test {
protected:
  Platform platform_ = test::platform({test::cluster(2, 1), test::cluster(2, 1)});
  Workload workload_ = test::workload(test::graph({{4, 0}, {6, 0}}, {{0, 1, 100}}));
  Schedule schedule_{{{{0, {0, 1}, 0, 2}, {1, {2, 3}, 19, 22}}}};

  Placement& a() { return schedule_.placements[0][0]; }
  Placement& b() { return schedule_.placements[0][1]; }
  std::string violation() const { return find_violation(platform_, workload_, schedule_).value_or("valid"); }
  std::string simulated_violation(const std::vector<Transfer>& transfers) const {
    return find_simulated_violation(platform_, workload_, schedule_, transfers).value_or("valid");
  }
};

TEST_F(ScheduleValidator, AcceptsAValidPlan) { EXPECT_EQ(violation(), "valid"); }

TEST_F(ScheduleValidator, AcceptsDatesThatDifferInTheLastBits) {
  b().start = 19 * (1 - 1e-12);
  EXPECT_EQ(violation(), "valid");
}

TEST_F(ScheduleValidator, DataBeforeStart) {
  b() = {1, {2, 3}, 18, 21};
  EXPECT_EQ(violation(), "task 1 starts at 18 s, before the data of task 0 is there at 19 s");
}

TEST_F(ScheduleValidator, WithoutDataOnlyPrecedenceCounts) {
  workload_ = test::workload(test::graph({{4, 0}, {6, 0}}, {{0, 1, 0}}));
  b() = {1, {2, 3}, 2, 5};
  EXPECT_EQ(violation(), "valid");
  b() = {1, {2, 3}, 1.9, 4.9};
  EXPECT_THAT(violation(), HasSubstr("before the data of task 0"));
}

TEST_F(ScheduleValidator, DataThatStaysOnItsProcessorsIsThereAtOnce) {
  b() = {0, {0, 1}, 2, 5};
  EXPECT_EQ(violation(), "valid");
}

TEST_F(ScheduleValidator, OneTaskPerProcessorAtATime) {
  workload_ = test::workload(test::graph({{4, 0}, {6, 0}}));
  b() = {0, {1}, 1, 7};
  EXPECT_EQ(violation(), "task 1 starts at 1 s on processor 1, which task 0 keeps until 2 s");
}

TEST_F(ScheduleValidator, InsideOneCluster) {
  b() = {1, {1, 2}, 19, 22};
  EXPECT_EQ(violation(), "task 1 uses processor 1, which is not in cluster 1");
}

TEST_F(ScheduleValidator, ProcessorsAreDistinct) {
  b().processors = {2, 2};
  EXPECT_THAT(violation(), HasSubstr("not ascending and distinct"));
}

TEST_F(ScheduleValidator, SomeProcessor) {
  b().processors = {};
  EXPECT_EQ(violation(), "task 1 has no processor");
}

TEST_F(ScheduleValidator, AnExistingCluster) {
  b().cluster = 2;
  EXPECT_EQ(violation(), "task 1 is on cluster 2, which does not exist");
}

TEST_F(ScheduleValidator, PositiveDuration) {
  b().finish = b().start;
  EXPECT_EQ(violation(), "task 1 runs from 19 to 19 s");
}

// At 1e12 s the next double is 1.2e-4 s away: 1e-9 s vanish there, 1 s does not. Task 0 follows on the same processor,
// at the same date.
TEST_F(ScheduleValidator, ATimeThatVanishesInItsDateIsNone) {
  workload_ = test::workload(test::graph({{1e12, 0}, {1e-9, 0}, {1e12, 0}}));
  schedule_ = {{{{0, {0}, 1e12, 2e12}, {0, {0}, 1e12, 1e12}, {0, {0}, 0, 1e12}}}};
  EXPECT_EQ(violation(), "valid");
  workload_ = test::workload(test::graph({{1e12, 0}, {1, 0}, {1e12, 0}}));
  EXPECT_EQ(violation(), "task 1 runs from 1000000000000 to 1000000000000 s");
  workload_ = test::workload(test::graph({{1e12, 0}, {1e-9, 0}, {1e12, 0}}));
  b() = {0, {0}, 1.5e12, 1.5e12};
  EXPECT_EQ(violation(), "task 1 starts at 1500000000000 s on processor 0, which task 0 keeps until 2000000000000 s");
}

TEST_F(ScheduleValidator, FiniteDates) {
  b().finish = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(violation(), HasSubstr("task 1 runs from 19 to nan s"));
}

TEST_F(ScheduleValidator, TheDurationOfTheModel) {
  b().finish = 21;
  EXPECT_THAT(violation(), HasSubstr("task 1 takes 2 s, but should take 3 s on 2 processors"));
  b().finish = 23;
  EXPECT_THAT(violation(), HasSubstr("task 1 takes 4 s, but should take 3 s on 2 processors"));
}

TEST_F(ScheduleValidator, EveryTaskIsScheduled) {
  schedule_.placements[0].pop_back();
  EXPECT_EQ(violation(), "application 0 has 2 tasks, but 1 are scheduled");
  schedule_.placements.clear();
  EXPECT_EQ(violation(), "the schedule has 0 applications, the workload 1");
}

TEST_F(ScheduleValidator, NotBeforeTheRelease) {
  workload_.applications[0].release_date = 1;
  EXPECT_EQ(violation(), "task 0 starts at 0 s, before its release at 1 s");
}

TEST_F(ScheduleValidator, NotBeforeTheDecision) {
  schedule_.placements[0][0].not_before = 1;
  EXPECT_EQ(violation(), "task 0 starts at 0 s, before it is decided on at 1 s");
}

TEST_F(ScheduleValidator, NamesTasksAsTheFileDoes) {
  workload_ = test::workload(TaskGraph({{4, 0, "fetch"}, {6, 0, "solve"}}, {{0, 1, 100}}));
  b().cluster = -1;
  EXPECT_EQ(violation(), "task \"solve\" is on cluster -1, which does not exist");
}

TEST_F(ScheduleValidator, SimulatedDatesMayComeLater) {
  b() = {1, {2, 3}, 25, 30};
  EXPECT_EQ(simulated_violation({{0, 0, 1, 2, 25}}), "valid");
}

TEST_F(ScheduleValidator, SimulatedTaskWaitsForItsTransfer) {
  EXPECT_THAT(simulated_violation({{0, 0, 1, 2, 19.5}}), HasSubstr("before the data of task 0 is there at 19.5 s"));
}

TEST_F(ScheduleValidator, SimulatedTransferWaitsForItsSender) {
  EXPECT_THAT(simulated_violation({{0, 0, 1, 1.5, 19}}), HasSubstr("leaves at 1.5 s, before the task ends at 2 s"));
}

// Task 1 was given its processors at 3 s only.
TEST_F(ScheduleValidator, SimulatedTransferWaitsForTheDecision) {
  b() = {1, {2, 3}, 25, 28};
  schedule_.resent = {{0, 0, 1, b(), 3}};
  EXPECT_EQ(simulated_violation({{0, 0, 1, 3, 20}}), "valid");
  EXPECT_EQ(simulated_violation({{0, 0, 1, 2.5, 20}}),
            "the data of task 0 for task 1 leaves at 2.5 s, before its processors are decided on at 3 s");
}

TEST_F(ScheduleValidator, SimulatedDataMustMove) {
  EXPECT_EQ(simulated_violation({}), "the data of task 0 for task 1 never moved");
}

TEST_F(ScheduleValidator, SimulatedTransfersComeInAnyOrder) {
  workload_ = test::workload(test::graph({{4, 0}, {6, 0}, {2, 0}}, {{0, 1, 100}, {1, 2, 100}}));
  schedule_.placements[0].push_back({0, {0, 1}, 50, 51});
  const Transfer first{0, 0, 1, 2, 19}, second{0, 1, 2, 22, 39};
  EXPECT_EQ(simulated_violation({first, second}), "valid");
  EXPECT_EQ(simulated_violation({second, first}), "valid");
  EXPECT_EQ(simulated_violation({second}), "the data of task 0 for task 1 never moved");
  EXPECT_EQ(simulated_violation({first}), "the data of task 1 for task 2 never moved");
}

TEST_F(ScheduleValidator, SimulatedTaskIsNeverFasterThanTheModel) {
  b() = {1, {2, 3}, 19, 21};
  EXPECT_THAT(simulated_violation({{0, 0, 1, 2, 19}}), HasSubstr("task 1 takes 2 s, but should take 3 s"));
}

}  // namespace
}  // namespace palio
