#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "workloads/families/families.h"

namespace palio {
namespace {

TaskGraph daggen(const std::string& parameters, int sample = 0) {
  const std::string recipe = "daggen:" + parameters + ",sample=" + std::to_string(sample) + ",seed=2024";
  return build_daggen(parse_recipe(recipe, daggen_parameters()), "").applications.at(0).graph;
}

std::vector<std::pair<int, int>> edges_of(const TaskGraph& graph) {
  std::vector<std::pair<int, int>> ends;
  for (const Edge& edge : graph.edges()) ends.emplace_back(edge.from, edge.to);
  return ends;
}

TEST(Daggen, SharesGraphAndDrawsBetweenLaws) {
  const TaskGraph general = daggen("tasks=300,law=general"), power = daggen("tasks=300,law=powercom"),
                  roof = daggen("tasks=300,law=roofline"), amdahl = daggen("tasks=300,law=amdahl");
  EXPECT_EQ(edges_of(general), edges_of(power));
  for (int task = 0; task < 300; ++task) {
    EXPECT_EQ(general.task(task).flop, power.task(task).flop);
    EXPECT_EQ(general.task(task).speedup.overhead, power.task(task).speedup.overhead);
    EXPECT_EQ(general.task(task).speedup.max_processors, roof.task(task).speedup.max_processors);
    EXPECT_EQ(general.task(task).alpha, amdahl.task(task).alpha);
  }
}

// max_processors 1 to 512; alpha 10^-3 to 10^-0.5, half of them below 10^-1.75; overhead 10^-6 to 10^-2, half below
// 10^-4; the exponent 0 to 1. Of 5,000 draws a half is at most 5 % off (7 deviations).
TEST(Daggen, DrawsParametersOfLawsAsPublished) {
  const TaskGraph general = daggen("tasks=5000,law=general"), power = daggen("tasks=5000,law=powercom");
  int small_alpha = 0, small_overhead = 0, few_processors = 0, small_exponent = 0;
  for (int task = 0; task < 5000; ++task) {
    const double alpha = general.task(task).alpha;
    const auto& [law, max_processors, overhead, exponent] = general.task(task).speedup;
    ASSERT_TRUE(alpha >= 1e-3 * (1 - 1e-12) && alpha < 0.3163) << alpha;
    ASSERT_TRUE(overhead >= 1e-6 * (1 - 1e-12) && overhead < 0.01001) << overhead;
    ASSERT_TRUE(max_processors >= 1 && max_processors <= 512) << max_processors;
    small_alpha += alpha < 0.01778279410038923 ? 1 : 0;
    small_overhead += overhead < 1e-4 ? 1 : 0;
    few_processors += max_processors <= 256 ? 1 : 0;
    small_exponent += power.task(task).speedup.exponent < 0.5 ? 1 : 0;
  }
  for (const int half : {small_alpha, small_overhead, few_processors, small_exponent}) EXPECT_NEAR(half, 2500, 250);
}

// 2,500^0.5 = 50 tasks a level, from 25 to 75; each below the first has 1 to 1 + half of the level above as parents.
TEST(Daggen, HasLevelsAndParentsOfTheGenerator) {
  const TaskGraph graph = daggen("tasks=2500");
  EXPECT_EQ(graph.task_count(), 2500);
  const auto entries = std::ranges::count_if(graph.topological_order(), [&](int id) { return graph.level(id) == 0; });
  EXPECT_GE(entries, 25);
  EXPECT_LE(entries, 75);
  const auto parents = static_cast<double>(graph.edges().size()) / 2500;
  EXPECT_NEAR(parents, 13, 2);
  for (const Edge& edge : graph.edges()) EXPECT_LT(edge.from, edge.to);
}

TEST(Daggen, ADensityOfZeroGivesEachTaskOneParent) {
  const TaskGraph graph = daggen("tasks=500,density=0");
  for (int id = 0; id < 500; ++id) EXPECT_LE(graph.in_edges(id).size(), 1U);
}

TEST(Daggen, WithoutDataHasNoBytes) {
  const TaskGraph silent = daggen("tasks=100,data_factor=0"), talking = daggen("tasks=100");
  for (const Edge& edge : silent.edges()) EXPECT_EQ(edge.bytes, 0);
  for (const Edge& edge : talking.edges()) EXPECT_GE(edge.bytes, 8.0 * 2048 * 2048);
}

}  // namespace
}  // namespace palio
