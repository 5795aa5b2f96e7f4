#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/made_campaign.h"
#include "tests/analysis/shipped_queries.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

// Two complete instances and one that HCPA failed. M-HEFT 100 and 300 s, HCPA 150 and 240 s: means 200 and 195 (-2.5
// %), mean ratio (1.5 + 0.8) / 2. Efficiencies 0.2 and 0.4 against 0.3 and 0.9: means 0.3 and 0.6.
TEST(MixedParallelTable, ComparesWhatEveryStrategyCompleted) {
  const TemporaryFolder folder;
  const auto made = [](int sample, const char* strategy, double makespan, double efficiency) {
    return MadeResult{.family = "random-ptg",
                      .sample = sample,
                      .strategy = strategy,
                      .fails = makespan == 0,
                      .makespan = makespan,
                      .efficiency = efficiency};
  };
  store_campaign(folder.file("made.db"),
                 {made(0, "M-HEFT", 100, 0.2), made(1, "M-HEFT", 300, 0.4), made(2, "M-HEFT", 1, 0.9),
                  made(0, "HCPA", 150, 0.3), made(1, "HCPA", 240, 0.9), made(2, "HCPA", 0, 0)});
  EXPECT_THAT(
      answer("mixed-parallel-table1", folder.file("made.db")),
      ElementsAre(ElementsAre("0.0", "M-HEFT", "2", "200.0", "+0.0 %", "815.52 s", "1.000", "0.300", "+0.0 %", "0.105"),
                  ElementsAre("0.0", "HCPA", "2", "195.0", "-2.5 %", "", "1.150", "0.600", "+100.0 %", "")));
}

}  // namespace
}  // namespace palio::test
