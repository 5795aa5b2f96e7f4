#include "strategies/files/scalability/scalability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

constexpr TaskTimes k_supervised_times{.input = 1, .execution = 7, .output = 0};

int count(SupervisorRule rule, int workers) { return supervisor_count({rule, 50}, k_supervised_times, 32000, workers); }

TEST(Supervisors, FixedStandForSoManyWorkersEach) {
  EXPECT_EQ(count(SupervisorRule::fixed, 1), 1);
  EXPECT_EQ(count(SupervisorRule::fixed, 100), 2);
  EXPECT_EQ(count(SupervisorRule::fixed, 101), 3);
  EXPECT_EQ(supervisor_count({SupervisorRule::fixed, 7}, k_supervised_times, 32000, 15), 3);
}

TEST(Supervisors, OfEquation4FeedFewerWorkersTheShorterTheJobs) {
  // S' = 1 + 7 x 32000 / P: 2241 workers each at P = 100, 449 at 500, 225 at 1000, 23.4 at 10000.
  EXPECT_EQ(count(SupervisorRule::eq4, 100), 1);
  EXPECT_EQ(count(SupervisorRule::eq4, 500), 2);
  EXPECT_EQ(count(SupervisorRule::eq4, 1000), 5);
  EXPECT_EQ(count(SupervisorRule::eq4, 10000), 428);
}

TEST(Supervisors, OfTable1AreThoseOfItsNextRow) {
  EXPECT_EQ(count(SupervisorRule::table1, 1), 1);
  EXPECT_EQ(count(SupervisorRule::table1, 50), 1);
  EXPECT_EQ(count(SupervisorRule::table1, 51), 2);
  EXPECT_EQ(count(SupervisorRule::table1, 400), 10);
  EXPECT_EQ(count(SupervisorRule::table1, 10000), 200);
  EXPECT_EQ(count(SupervisorRule::table1, 10001), 201);  // one for 50
}

TEST(Supervisors, AreAtMostTheWorkers) {
  // S' = (100 + 100 x 107) / (100 + 100 x 100) = 1.07: 9.4 supervisors for 10 workers.
  EXPECT_EQ(supervisor_count({SupervisorRule::eq4, 50}, {.input = 100, .execution = 7, .output = 100}, 1000, 10), 10);
  EXPECT_EQ(supervisor_count({SupervisorRule::fixed, 1}, k_supervised_times, 32000, 10), 10);
}

TEST(Supervisors, PartsAreEvenAndTheFirstOnesLarger) {
  EXPECT_THAT(even_parts(8, 3), testing::ElementsAre(0, 3, 6, 8));
  EXPECT_THAT(even_parts(2, 3), testing::ElementsAre(0, 1, 2, 2));
}

}  // namespace
}  // namespace palio
