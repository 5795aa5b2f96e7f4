#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/claims/outcomes.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::SizeIs;

// Published means: over the lower bound, and the speed-up.
struct NodeCell {
  std::int64_t tasks, gpus;
  double ccr, slr, speedup;
};
const std::vector<NodeCell> k_node_means{
    {1000, 1, 0.01, 4.39, 2.75}, {1000, 1, 0.1, 4.56, 2.59}, {1000, 1, 1, 8.73, 1.55}, {1000, 1, 10, 43.18, 0.67},
    {1000, 4, 0.01, 2.03, 6.09}, {1000, 4, 0.1, 2.05, 5.97}, {1000, 4, 1, 3.25, 4.15}, {1000, 4, 10, 18.26, 0.95},
    {100, 1, 0.01, 2.71, 1.69},  {100, 1, 0.1, 3.22, 1.40},  {100, 1, 1, 6.04, 0.91},  {100, 1, 10, 13.05, 0.85},
    {100, 4, 0.01, 1.22, 3.79},  {100, 4, 0.1, 1.43, 3.16},  {100, 4, 1, 4.60, 1.07},  {100, 4, 10, 14.49, 0.65}};

// Thirty graphs of a lower bound of 10 s in each cell; makespans `factor` times the published ones.
std::vector<MadeScenario> nodes_world(double factor) {
  std::vector<MadeScenario> made;
  for (const NodeCell& cell : k_node_means)
    for (std::int64_t sample = 0; sample < 30; ++sample) {
      const double makespan = 10 * factor * cell.slr;
      MadeScenario scenario{
          .platform = {"cpu-gpu", {{"cpus", std::int64_t{32}}, {"gpus", cell.gpus}}},
          .workload = {"cpu-gpu-graph",
                       {{"tasks", cell.tasks},
                        {"generator", "sameprob"},
                        {"node_cpus", std::int64_t{32}},
                        {"node_gpus", cell.gpus},
                        {"ccr", cell.ccr},
                        {"sample", sample},
                        {"seed", std::int64_t{1}}}},
          .strategy = "HEFT",
          .metrics = {{"makespan", makespan}, {"lower_bound", 10}, {"speedup", cell.speedup / factor}}};
      made.push_back(scenario);
      scenario.strategy = "Parametric";
      scenario.metrics["makespan"] = 1.25 * makespan;
      made.push_back(scenario);
    }
  return made;
}

std::vector<std::string> ids_from(char letter, int count) {
  std::vector<std::string> all;
  for (int i = 1; i <= count; ++i) all.push_back(letter + std::to_string(i));
  return all;
}

TEST(CpuGpuClaims, ThePublishedMeansAreReproduced) {
  const auto checked = verified("cpu-gpu", nodes_world(1));
  for (const auto& id : {ids_from('L', 16), ids_from('S', 16)}) EXPECT_THAT(reproduced(checked), IsSupersetOf(id));
  // Eight cells of 1,000 tasks: (4.39 + 4.56 + 8.73 + 43.18 + 2.03 + 2.05 + 3.25 + 18.26) / 8 = 86.45 / 8.
  EXPECT_NEAR(checked.at("A1").measurement.measured.value_or(0), 86.45 / 8, 1e-9);
  // Speed-ups below 1 are failures: all of 0.91, none of 1.07; two of the eight cells of 1,000 tasks.
  EXPECT_EQ(checked.at("F11").measurement.measured, 100);
  EXPECT_EQ(checked.at("F15").measurement.measured, 0);
  EXPECT_EQ(checked.at("A5").measurement.measured, 25);
  EXPECT_NEAR(checked.at("A7").measurement.measured.value_or(0), 20, 1e-9);  // 1 - 1 / 1.25
}

TEST(CpuGpuClaims, MeansThatDifferByMoreThanATenthDeviate) {
  const auto checked = verified("cpu-gpu", nodes_world(1.2));
  for (const auto& id : {ids_from('L', 16), ids_from('S', 16)}) EXPECT_THAT(deviating(checked), IsSupersetOf(id));
}

TEST(CpuGpuClaims, MakespansOfFactorizationsAgreeToTheLastDigit) {
  const auto of = [](double makespan) {
    return verified("cpu-gpu-cholesky",
                    {{.platform = {"cpu-gpu", {{"cpus", std::int64_t{32}}, {"gpus", std::int64_t{1}}}},
                      .workload = {"cholesky",
                                   {{"tiles", std::int64_t{5}},
                                    {"tile_size", "128"},
                                    {"node_cpus", std::int64_t{32}},
                                    {"node_gpus", std::int64_t{1}}}},
                      .strategy = "HEFT",
                      .metrics = {{"makespan", makespan}}}});
  };
  EXPECT_THAT(reproduced(of(1012.456272e-6)), ElementsAre("H1"));
  EXPECT_THAT(deviating(of(1012.457e-6)), ElementsAre("H1"));
  EXPECT_THAT(undecided(of(1012.456272e-6)), SizeIs(47));
}

}  // namespace
}  // namespace palio::test
