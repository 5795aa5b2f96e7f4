#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/constrained_world.h"
#include "tests/analysis/shipped_queries.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

std::vector<std::vector<std::string>> figures(const std::vector<MadeResult>& results) {
  const TemporaryFolder folder;
  store_campaign(folder.file("made.db"), results);
  return answer("ptg-constrained-figures", folder.file("made.db"));
}

// Two draws; in the second PS-work takes 200 s like all others but S (300 s). S at 2 graphs: makespans 112 and 300 s,
// relative 1.12 and 1.5; unfairness 2 and 4 (the made average_slowdown is the unfairness).
TEST(ConstrainedFigures, RowsAreMeansOverInstances) {
  std::vector<MadeResult> results = paper_world();
  for (MadeResult result : results_of("random-batch", random_curves(), 1)) {
    result.makespan = result.strategy == "S" ? 300 : 200;
    result.unfairness *= 2;
    results.push_back(result);
  }
  const auto rows = figures(results);
  EXPECT_EQ(rows.size(), 120U);  // 3 kinds x 5 sizes x 8 strategies
  EXPECT_THAT(rows, testing::Contains(ElementsAre("random", "2", "S", "2", "3.000", "3.000", "1.310", "206.0")));
  // The fairest come first: 0.5 x 2 and twice that, 1.1312 and 1 times the best; of Strassen's three equal ones by
  // name.
  EXPECT_THAT(rows[0], ElementsAre("random", "2", "WPS-width", "2", "1.500", "1.500", "1.066", "156.6"));
  EXPECT_THAT(rows[112], ElementsAre("Strassen", "10", "ES", "1", "4.000", "4.000", "1.600", "160.0"));
}

TEST(ConstrainedFigures, LeaveOutWhatAStrategyLacks) {
  std::vector<MadeResult> results = paper_world();
  for (MadeResult& result : results) result.fails = result.batch == 4 && result.strategy == "WPS-work";
  const auto rows = figures(results);
  EXPECT_EQ(rows.size(), 96U);  // 4 sizes
  for (const std::vector<std::string>& row : rows) EXPECT_NE(row[1], "4");
}

TEST(ConstrainedFigures, WpsWidthHasItsOwnMuOnFft) {
  std::vector<MadeResult> results = paper_world();
  for (const int batch : k_sizes)
    results.push_back({.family = "fft-batch", .batch = batch, .strategy = "WPS-width", .makespan = 1, .unfairness = 0});
  // 0.2 x 2; 1.15 x 100 s.
  EXPECT_THAT(figures(results)[40], ElementsAre("FFT", "2", "WPS-width", "1", "0.400", "0.400", "1.150", "115.0"));
}

}  // namespace
}  // namespace palio::test
