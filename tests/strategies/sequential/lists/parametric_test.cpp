#include <gtest/gtest.h>

#include "strategies/ptg/schedule_validator.h"
#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::RandomExample;
using test::runs;
using test::Runs;

Parameters choices(std::string priority, std::string choice, std::string placing, std::string critical = "off",
                   std::string sufferage = "off") {
  return {{"priority", std::move(priority)},
          {"choice", std::move(choice)},
          {"placing", std::move(placing)},
          {"critical", std::move(critical)},
          {"sufferage", std::move(sufferage)}};
}

std::vector<Parameters> combinations() {
  std::vector<Parameters> all;
  for (const std::string priority : {"upward", "cpop", "topological"})
    for (const std::string choice : {"finish", "start", "quickest"})
      for (const std::string placing : {"insertion", "append"})
        for (const std::string critical : {"off", "on"})
          for (const std::string sufferage : {"off", "on"})
            all.push_back(choices(priority, choice, placing, critical, sufferage));
  return all;
}

TEST(Parametric, HasTheOtherListSchedulersAmongItsCombinationsBitForBit) {
  RandomStream random(72);
  for (int i = 0; i < 500; ++i) {
    const auto [platform, workload] = test::drawn_example(random, 25, 5);
    const auto parametric = [&, &p = platform, &w = workload](const Parameters& chosen) {
      return runs("Parametric", p, w, chosen);
    };
    EXPECT_EQ(parametric({}), runs("HEFT", platform, workload)) << i;
    EXPECT_EQ(parametric(choices("cpop", "finish", "insertion", "on")), runs("CPOP", platform, workload)) << i;
    EXPECT_EQ(parametric(choices("topological", "finish", "append")), runs("MCT", platform, workload)) << i;
    EXPECT_EQ(parametric(choices("topological", "quickest", "append")), runs("MET", platform, workload)) << i;
    EXPECT_EQ(parametric(choices("topological", "start", "append")),
              runs("OLB", platform, workload, {{"earliest", "start"}}))
        << i;
    EXPECT_EQ(parametric({{"mean_transfer", "with-self"}}),
              runs("HEFT", platform, workload, {{"mean_transfer", "with-self"}}))
        << i;
  }
}

TEST(Parametric, All72CombinationsMakeValidSchedules) {
  const std::vector<Parameters> all = combinations();
  EXPECT_EQ(all.size(), 72U);
  const Strategy& parametric = strategy("Parametric");
  const auto* method = method_if<GraphMethod>(parametric);
  RandomStream random(73);
  std::vector<std::vector<double>> ends(all.size());  // of all instances
  for (int i = 0; i < 150; ++i) {
    const RandomExample example = test::drawn_example(random, 40, 4);
    for (std::size_t c = 0; c < all.size(); ++c) {
      const Schedule schedule =
          method->schedule(example.platform, example.workload, resolve("Parametric", parametric.parameters, all[c]))
              .schedule;
      ASSERT_EQ(find_violation(example.platform, example.workload, schedule).value_or("valid"), "valid")
          << label({"Parametric", all[c]}, {}) << " on instance " << i;
      ends[c].push_back(0);
      for (const Placement& placed : schedule.placements.front())
        ends[c].back() = std::max(ends[c].back(), placed.finish);
    }
  }
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_NE(ends[a], ends[b]) << label({"Parametric", all[a]}, {}) << " and " << label({"Parametric", all[b]}, {});
}

TEST(Parametric, SufferageComparesTheFirstTwoReadyTasks) {
  // Of tasks 0 and 1 the second host is worse by 2 and 5: task 1 on host 0 till 3. Of 0 and 2 by 7 - 6 and 6 - 2: task
  // 2 on host 1 till 2. Of 0 and 3 by 8 - 7 and nothing: task 0. Task 3 then ends at 9 on host 1.
  EXPECT_EQ(runs("Parametric", test::k_independent, choices("topological", "finish", "append", "off", "on")),
            (Runs{{0, 3, 7}, {0, 0, 3}, {1, 0, 2}, {1, 2, 9}}));
}

TEST(Parametric, CriticalTasksGoToTheOneHostThatIsQuickestForThem) {
  // Tasks 0, 2, 3 are critical (see Cpop), host 0 takes 7 s for them, host 1 10. Task 1 there, too: 6 against 7.
  EXPECT_EQ(runs("Parametric", test::k_diamond, choices("topological", "finish", "append", "on")),
            (Runs{{0, 0, 2}, {0, 2, 6}, {0, 6, 9}, {0, 9, 11}}));
}

TEST(Parametric, ACriticalTaskHasNothingToSufferFrom) {
  // As Sufferage.ComparesTheFirstTwo, with task 3 critical (rank 6.5, the largest of the entries), on host 0.
  // Topological order: 1 before 0, which loses less; 2 before 0; of 0 and 3 task 0 loses 1, task 3 nothing.
  EXPECT_EQ(runs("Parametric", test::k_independent, choices("topological", "finish", "append", "on", "on")),
            (Runs{{0, 3, 7}, {0, 0, 3}, {1, 0, 2}, {0, 7, 13}}));
}

}  // namespace
}  // namespace palio
