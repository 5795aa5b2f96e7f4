#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/claims/outcomes.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

struct PrintedMeans {
  std::string law;
  std::vector<double> ratios;  // of k_allocations
};
const std::vector<std::string> k_allocations{"ICPP22", "TOPC24", "Fair", "minTime", "minArea"};
const std::vector<PrintedMeans> k_printed{{"roofline", {1.28, 1.28, 1.28, 1.52, 11.28}},
                                          {"communication", {1.75, 1.38, 1.38, 2.97, 10.22}},
                                          {"amdahl", {2.32, 1.98, 2.01, 21.31, 7.88}},
                                          {"general", {2.74, 1.50, 1.60, 4.86, 5.37}},
                                          {"powercom", {1.52, 1.46, 1.35, 2.84, 12.76}}};

// Thirty graphs of a lower bound of 10 s under each law; ratios `factor` times those of the paper.
std::vector<MadeScenario> world(double factor) {
  std::vector<MadeScenario> made;
  for (std::int64_t sample = 0; sample < 30; ++sample)
    for (const auto& [law, ratios] : k_printed)
      for (std::size_t i = 0; i < ratios.size(); ++i)
        made.push_back({.platform = {"one-cluster", {{"cluster_processors", std::int64_t{512}}}},
                        .workload = {"daggen",
                                     {{"tasks", std::int64_t{2500}},
                                      {"fat", 0.5},
                                      {"density", 0.5},
                                      {"regular", 0.5},
                                      {"jump", std::int64_t{5}},
                                      {"law", law},
                                      {"sample", sample},
                                      {"seed", std::int64_t{1}}}},
                        .strategy = k_allocations[i],
                        .metrics = {{"makespan", 10 * factor * ratios[i]}, {"lower_bound", 10}}});
  return made;
}

TEST(MoldableClaims, ThePrintedMeansAreReproduced) {
  const auto checked = verified("moldable-online", world(1));
  EXPECT_THAT(reproduced(checked), SizeIs(42));
  EXPECT_NEAR(checked.at("M26").measurement.measured.value_or(0), 1.922, 1e-9);  // the mean of the five of ICPP22
}

TEST(MoldableClaims, MeansThatDifferByMoreThanATenthDeviate) {
  EXPECT_THAT(deviating(verified("moldable-online", world(1.2))), SizeIs(30));
}

TEST(MoldableClaims, OneScenarioAboveAProvenRatioDeviates) {
  std::vector<MadeScenario> made = world(1);
  made[2].metrics["makespan"] = 26.3;  // Fair, roofline
  const auto checked = verified("moldable-online", made);
  EXPECT_THAT(deviating(checked), ElementsAre("B3"));
}

}  // namespace
}  // namespace palio::test
