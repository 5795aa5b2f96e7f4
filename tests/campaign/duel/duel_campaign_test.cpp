#include "campaign/duel/duel_campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/error.h"
#include "tests/campaign/duel/duel_examples.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::HasSubstr;

const Duel k_duel{test::plain("HEFT"), test::plain("FastestNode")};

std::vector<SearchedUnit> searched(int jobs, std::int64_t restarts = 5) {
  DuelSearch search(DuelStarts({}, {}, 1), {.evaluations = 60, .hottest = 0.3, .coldest = 0.003}, 1,
                    [] { return judge_plans; });
  const std::vector<SearchUnit> units = missing_units({}, {k_duel}, restarts, {});
  return search.search(units, jobs, std::chrono::hours(1), [] { return false; });
}

DuelRecord record(int jobs) {
  DuelRecord all{"settings", 1, {k_duel.target, k_duel.base}, {}};
  for (const SearchedUnit& unit : searched(jobs))
    std::ranges::copy(found_instances(unit, {}), std::back_inserter(all.found));
  return all;
}

TEST(DuelSearch, FindsTheSameWithAnyNumberOfWorkers) {
  const std::string one = duel_study(record(1), {}).text;
  EXPECT_EQ(duel_study(record(4), {}).text, one);
  EXPECT_THAT(one, HasSubstr("move = [\n\"start\",\n"));
}

TEST(DuelSearch, AllDuelsMeetTheSameStarts) {
  const DuelStarts starts({}, {}, 1);
  EXPECT_EQ(workload_text(starts.instance(3)), workload_text(starts.instance(3)));
  EXPECT_NE(workload_text(starts.instance(3)), workload_text(starts.instance(4)));
  EXPECT_NE(workload_text(starts.instance(3)), workload_text(DuelStarts({}, {}, 2).instance(3)));
}

TEST(DuelStarts, AFamilyDrawsOneForEachRestart) {
  const DuelStarts starts("mesh:hosts=4,heterogeneity=3", "chains", 1);
  EXPECT_EQ(starts.instance(0).platform.clusters.size(), 4U);
  EXPECT_NE(platform_text(starts.instance(0)), platform_text(starts.instance(1)));
  EXPECT_EQ(starts.title(), "chains on mesh:hosts=4,heterogeneity=3");
  const DuelStarts fixed("mesh:hosts=4,heterogeneity=3,sample=7", "chains:sample=2", 1);
  EXPECT_EQ(platform_text(fixed.instance(0)), platform_text(fixed.instance(1)));
}

TEST(DuelStarts, RefuseWhatIsNoTaskGraph) {
  EXPECT_EQ(test::error_of([] { DuelStarts({}, "bags-of-tasks", 1); }),
            "a duel is about task graphs, but bags-of-tasks has bags of tasks");
  EXPECT_EQ(test::error_of([] { DuelStarts("star:workers=2", {}, 1); }),
            "a duel is about clusters, but star:workers=2 has a star");
  EXPECT_EQ(test::error_of([] { DuelStarts({}, "file:path=a.json,digest=0", 1); }),
            "file reads a file: give it to a duel with --from or --platform");
  EXPECT_THAT(test::error_of([] { DuelStarts({}, "chain", 1); }), HasSubstr("did you mean \"chains\"?"));
}

// Digests of platforms and names of workloads that a selection wants, with two strategies each.
std::set<std::pair<std::string, std::string>> wanted(const Study& study, const Selection& selection) {
  std::set<std::pair<std::string, std::string>> wanted;
  InstanceStream stream(study, selection);
  while (const auto instance = stream.next()) {
    EXPECT_EQ(stream.strategies(*instance).size(), 2U);
    EXPECT_TRUE(stream.holds(*instance));
    wanted.emplace(text_of(study.platforms[instance->platform].recipe.parameters, "digest"),
                   canonical_text(study.workloads[instance->workload].recipe));
  }
  return wanted;
}

TEST(DuelStudy, WantsEachInstanceWithItsTwoStrategies) {
  DuelRecord found = record(2);
  std::set<std::pair<std::string, std::string>> expected;
  for (const FoundInstance& instance : found.found)
    expected.emplace(text_of(instance.platform.recipe.parameters, "digest"), canonical_text(instance.workload.recipe));
  std::ranges::reverse(found.found);
  found.strategies.push_back(test::plain("CPOP"));
  const Study study = duel_study(found, {});
  EXPECT_EQ(wanted(study, duel_selection()), expected);
  // Written so that nothing is found by it, every pair of a platform and a workload is looked at.
  EXPECT_EQ(wanted(study, {.where = "platform_digest IS network AND (strategy = target OR strategy = base)"}),
            expected);
}

TEST(DuelStudy, KnowsWhichRestartsAreMissing) {
  EXPECT_TRUE(missing_units(record(1), {k_duel}, 5, {}).empty());
  const auto missing = missing_units(record(1), {k_duel, {k_duel.base, k_duel.target}}, 6, {});
  ASSERT_EQ(missing.size(), 7U);
  EXPECT_EQ(missing.front().restart, 5);
  EXPECT_EQ(missing.back().duel.target.name, "FastestNode");
}

TEST(Contestants, AreTwoOfTheKnownOnes) {
  EXPECT_EQ(test::error_of([] {
              read_contestants({"HEFT", "HEFT:mean_transfer=distinct"}, {});
            }),
            "HEFT is named twice: a strategy is never worse than itself");
  EXPECT_THAT(test::error_of([] { read_contestants({"HEFTT"}, {}); }), HasSubstr("did you mean \"HEFT\"?"));
  EXPECT_EQ(all_heuristics().size(), 18U);
  EXPECT_EQ(all_pairs(all_heuristics()).size(), 306U);
}

}  // namespace
}  // namespace palio
