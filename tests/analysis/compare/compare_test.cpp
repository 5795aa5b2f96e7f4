#include "analysis/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <limits>
#include <ranges>

#include "analysis/compare/changes.h"
#include "core/error.h"
#include "storage/read/campaign_digest.h"
#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double k_infinite = std::numeric_limits<double>::infinity();

// The scenario star(hosts), chain(tasks), fast(threshold) and how it ended.
struct Made {
  std::int64_t hosts, tasks;
  double threshold;
  Outcome outcome;
};

// Only the makespan, in s, and the efficiency.
Completed took(double makespan, double efficiency = std::numeric_limits<double>::quiet_NaN()) {
  Completed completed;
  completed.metrics["makespan"] = makespan;
  completed.metrics["efficiency"] = efficiency;
  return completed;
}

Failure failed_by(FailureKind kind) { return {kind, 0, "message", ""}; }

Completed with_finish(double finish) {
  Completed completed = took(10);
  completed.applications = {{0, 0, 4}, {1, 2, finish}};
  return completed;
}

std::vector<Made> sample() {
  return {{1, 1, 0.5, took(10, 0.5)},
          {1, 1, 1.5, took(20)},
          {2, 1, 0.5, took(30)},
          {2, 1, 1.5, took(40)},
          {2, 2, 0.5, failed_by(FailureKind::timeout)}};
}

class CompareTest : public testing::Test {
protected:
  // A campaign that got these results one by one: rows get their ids in the order in which results need them.
  std::string store(const std::vector<Made>& results) {
    std::string file = folder_.file(std::to_string(++campaigns_) + ".db");
    ResultStore store(file, study_info("compared"));
    store.begin_session(session_info());
    std::vector<DimensionRow> platforms, workloads, strategies;
    for (const Made& made : results) {
      platforms.push_back(star(made.hosts, 7));
      workloads.push_back(chain(made.tasks, 1));
      strategies.push_back(fast(made.threshold));
    }
    const std::vector<std::int64_t> p = store.add_platforms(platforms), w = store.add_workloads(workloads),
                                    s = store.add_strategies(strategies);
    const Cost cost{0.001, 0.002, static_cast<double>(campaigns_), 1};
    std::vector<StoredResult> stored;
    for (std::size_t i = 0; i < results.size(); ++i)
      stored.push_back({{p[i], w[i], s[i]}, 1, {results[i].outcome, cost}});
    store.write(stored);
    return file;
  }
  Comparison compare(const std::vector<Made>& a, const std::vector<Made>& b, const CompareOptions& options = {}) {
    return compare_campaigns(store(a), store(b), options);
  }
  std::string scenario(const Made& made) const {
    return short_key(canonical_text(star(made.hosts, 7).recipe)) + "-" +
           short_key(canonical_text(chain(made.tasks, 1).recipe)) + "-" +
           short_key(canonical_text(fast(made.threshold).recipe));
  }

  TemporaryFolder folder_;
  int campaigns_ = 0;
};

TEST(RelativeChange, IsAPartOfWhatWas) {
  EXPECT_EQ(relative_change(10, 11), 0.1);
  EXPECT_EQ(relative_change(-10, -5), 0.5);
  EXPECT_EQ(relative_change(0, 0), 0);
  EXPECT_EQ(relative_change(0, 1), k_infinite);
  EXPECT_EQ(relative_change(NAN, NAN), 0);
  EXPECT_EQ(relative_change(NAN, 3), k_infinite);
  EXPECT_EQ(relative_change(3, NAN), k_infinite);
  EXPECT_NE(relative_change(1, std::nextafter(1.0, 2.0)), 0);
}

TEST_F(CompareTest, ScenariosMatchByIdentity) {
  std::vector<Made> backwards = sample();
  std::ranges::reverse(backwards);
  const Comparison comparison = compare(sample(), backwards);
  EXPECT_TRUE(comparison.is_equal());
  EXPECT_EQ(comparison.equal, 5);
  EXPECT_EQ(comparison.a.results, 5);
}

TEST_F(CompareTest, ACampaignIsEqualToItself) {
  const std::string file = store(sample());
  EXPECT_EQ(compare_campaigns(file, file, {}).equal, 5);
}

TEST_F(CompareTest, CountsEachKindOfDifference) {
  std::vector<Made> other = sample();
  other[0].outcome = took(11, 0.5);                          // metrics
  other[1].outcome = failed_by(FailureKind::crashed);        // outcome
  other[4].outcome = failed_by(FailureKind::out_of_memory);  // outcome: fails in another way
  other[2].hosts = 3;                                        // (2, 1, 0.5) only in A, (3, 1, 0.5) only in B
  other.push_back({3, 1, 2.5, took(1)});                     // only in B
  const Comparison comparison = compare(sample(), other);
  EXPECT_FALSE(comparison.is_equal());
  EXPECT_EQ(comparison.equal, 1);
  EXPECT_EQ(comparison.metrics_changed, 1);
  EXPECT_EQ(comparison.outcome_changed, 2);
  EXPECT_EQ(comparison.only_a, 1);
  EXPECT_EQ(comparison.only_b, 2);
}

TEST_F(CompareTest, CampaignsWithNothingInCommon) {
  const Comparison comparison = compare({{1, 1, 0.5, took(1)}}, {{2, 1, 0.5, took(1)}, {1, 2, 0.5, took(1)}});
  EXPECT_EQ(comparison.only_a, 1);
  EXPECT_EQ(comparison.only_b, 2);
  EXPECT_TRUE(compare({}, {}).is_equal());
}

TEST_F(CompareTest, TheLastBitCounts) {
  std::vector<Made> other = sample();
  other[3].outcome = took(std::nextafter(40.0, 41.0));
  EXPECT_EQ(compare(sample(), other).metrics_changed, 1);
  // One unit in the last place of 40 is 2^-47, relative to 40 about 1.8e-16.
  EXPECT_TRUE(compare(sample(), other, {.tolerance = 2e-16}).is_equal());
  EXPECT_FALSE(compare(sample(), other, {.tolerance = 1e-16}).is_equal());
}

TEST_F(CompareTest, EveryMetricHasItsLargestChange) {
  std::vector<Made> other = sample();
  other[0].outcome = took(12, 0.25);  // makespan +20 %, efficiency -50 %
  other[1].outcome = took(15);        // makespan -25 %
  const Comparison comparison = compare(sample(), other);
  ASSERT_EQ(comparison.metrics.size(), 2U);  // of all metrics those with a value
  const MetricChange& makespan = comparison.metrics[0];
  EXPECT_EQ(makespan.metric, "makespan");
  EXPECT_EQ(makespan.compared, 4);
  EXPECT_EQ(makespan.changed, 2);
  EXPECT_EQ(makespan.largest, -0.25);
  EXPECT_EQ(makespan.scenario, scenario(sample()[1]));
  const MetricChange& efficiency = comparison.metrics[1];
  EXPECT_EQ(efficiency.metric, "efficiency");
  EXPECT_EQ(efficiency.compared, 1);
  EXPECT_EQ(efficiency.largest, -0.5);
}

TEST_F(CompareTest, AValueThatGoesAwayIsAChange) {
  std::vector<Made> other = sample();
  other[0].outcome = took(10);
  const Comparison comparison = compare(sample(), other, {.tolerance = 1e9});
  EXPECT_EQ(comparison.metrics_changed, 1);
  EXPECT_EQ(comparison.metrics.at(1).largest, k_infinite);
}

TEST_F(CompareTest, OnlyTheNamedMetricsCount) {
  std::vector<Made> other = sample();
  other[0].outcome = took(10, 0.6);
  EXPECT_TRUE(compare(sample(), other, {.metrics = {"makespan"}}).is_equal());
  EXPECT_FALSE(compare(sample(), other, {.metrics = {"makespan", "efficiency"}}).is_equal());
}

TEST_F(CompareTest, DatesOfApplicationsCountAsInTheDigest) {
  const std::vector<Made> before{{1, 1, 0.5, with_finish(10)}}, after{{1, 1, 0.5, with_finish(8)}};
  const Comparison comparison = compare(before, after);
  EXPECT_EQ(comparison.metrics_changed, 1);
  EXPECT_EQ(comparison.metrics.back().metric, "applications");
  EXPECT_EQ(comparison.metrics.back().largest, -0.2);
  EXPECT_NE(digest_campaign(folder_.file("1.db")).digest, digest_campaign(folder_.file("2.db")).digest);
  EXPECT_EQ(compare(before, {{1, 1, 0.5, took(10)}}).metrics.back().largest, k_infinite);
  EXPECT_TRUE(compare(before, after, {.metrics = {"makespan"}}).is_equal());
}

TEST_F(CompareTest, CostsCountOnRequest) {
  // Every campaign of this test has another total_time.
  EXPECT_TRUE(compare(sample(), sample()).is_equal());
  const Comparison comparison = compare(sample(), sample(), {.costs = true});
  EXPECT_EQ(comparison.metrics_changed, 4);
  EXPECT_THAT(comparison.cell_metrics, ElementsAre("makespan", "total_time"));
}

TEST_F(CompareTest, CellsCountFailuresBesideTheMean) {
  std::vector<Made> other = sample();
  other[0].outcome = took(12);                         // threshold 0.5: +20 %
  other[2].outcome = took(30);                         // 0.5: unchanged; the mean is +10 %
  other[3].outcome = failed_by(FailureKind::crashed);  // 1.5: no pair
  other.push_back({3, 3, 1.5, took(5)});               // 1.5: only in B
  const Comparison comparison = compare(sample(), other, {.metrics = {"makespan"}});
  ASSERT_EQ(comparison.cells.size(), 2U);
  const ComparisonCell& half = comparison.cells[0];
  EXPECT_THAT(half.values, ElementsAre(SqlValue("FAST:threshold=0.5")));
  EXPECT_EQ(half.completed_a, 2);
  EXPECT_EQ(half.failed_a, 1);
  EXPECT_EQ(half.completed_b, 2);
  EXPECT_EQ(half.failed_b, 1);
  EXPECT_EQ(half.metrics.at(0).pairs, 2);
  EXPECT_EQ(half.metrics.at(0).changed, 1);
  EXPECT_DOUBLE_EQ(half.metrics.at(0).mean_change(), 0.1);
  const ComparisonCell& more = comparison.cells[1];
  EXPECT_EQ(more.completed_a, 2);
  EXPECT_EQ(more.failed_a, 0);
  EXPECT_EQ(more.completed_b, 2);
  EXPECT_EQ(more.failed_b, 1);
  EXPECT_EQ(more.metrics.at(0).pairs, 1);
}

TEST_F(CompareTest, CellsAreMadeByAnyColumnOfTheScenario) {
  const Comparison comparison = compare(sample(), sample(), {.by = {"tasks", "platform_family", "hosts"}});
  std::vector<std::vector<SqlValue>> values;
  for (const ComparisonCell& cell : comparison.cells) values.push_back(cell.values);
  const auto cell = [](std::int64_t tasks, std::int64_t hosts) {
    return std::vector<SqlValue>{tasks, std::string("star"), hosts};
  };
  EXPECT_THAT(values, ElementsAre(cell(1, 1), cell(1, 2), cell(2, 2)));
}

TEST_F(CompareTest, WrongNamesAreAnsweredWithTheNearest) {
  const auto message = [&](const CompareOptions& options) {
    return test::error_of([&] { compare(sample(), sample(), options); });
  };
  EXPECT_THAT(message({.metrics = {"makespam"}}),
              HasSubstr("--metric makespam: no such metric (did you mean \"makespan\""));
  EXPECT_THAT(message({.by = {"stratgy"}}), HasSubstr("did you mean \"strategy\""));
  EXPECT_THAT(message({.by = {"makespan"}}),
              HasSubstr("--by makespan: cells can only be split by columns that identify"));
  EXPECT_THROW(compare_campaigns(store(sample()), folder_.file("none.db"), {}), UserError);
}

TEST_F(CompareTest, ListsWhatDiffersMost) {
  std::vector<Made> other = sample();
  other[0].outcome = took(11, 0.5);                    // +10 %
  other[1].outcome = took(16);                         // -20 %
  other[3].outcome = failed_by(FailureKind::crashed);  // outcomes come first
  const Comparison comparison = compare(sample(), other, {.list = 2});
  ASSERT_EQ(comparison.differences.size(), 2U);
  EXPECT_EQ(comparison.differences[0].scenario, scenario(sample()[3]));
  EXPECT_EQ(comparison.differences[0].b, SqlValue("crashed"));
  EXPECT_EQ(comparison.differences[1].scenario, scenario(sample()[1]));
  EXPECT_EQ(comparison.differences[1].what, "makespan");
  EXPECT_EQ(comparison.differences[1].a, SqlValue(20.0));
  EXPECT_EQ(comparison.differences[1].b, SqlValue(16.0));
  EXPECT_EQ(comparison.differences[1].change, -0.2);
}

TEST_F(CompareTest, SaysWhatMadeTheResults) {
  const Comparison comparison = compare(sample(), sample());
  EXPECT_THAT(comparison.a.made_by, ElementsAre(MadeBy{"0.1.0", "g++ 12", "simgrid", "3.32"}));
  EXPECT_EQ(comparison.b.study, "compared");
}

std::vector<std::string> names(const Differences& differences) {
  std::vector<std::string> names;
  for (const Difference& difference : differences.first()) names.push_back(difference.scenario);
  return names;
}

Difference metric(const std::string& scenario, double change) {
  return {DifferenceKind::metrics, scenario, "makespan", {}, {}, change};
}

TEST(Differences, KeepsTheLargestWhateverTheirSign) {
  Differences differences(2);
  for (const Difference& difference : {metric("a", 0.1), metric("b", -0.3), metric("c", 0.2)})
    differences.add(difference);
  EXPECT_THAT(names(differences), ElementsAre("b", "c"));
  EXPECT_FALSE(differences.wants(DifferenceKind::metrics, 0.15));
  EXPECT_TRUE(differences.wants(DifferenceKind::metrics, -0.25));
}

TEST(Differences, OfEqualChangesTheFirstNamesWhateverTheOrder) {
  Differences differences(2);
  for (const char* name : {"c", "a", "b"}) differences.add(metric(name, 0.1));
  EXPECT_THAT(names(differences), ElementsAre("a", "b"));
}

TEST(Differences, OutcomesComeFirst) {
  Differences differences(3);
  differences.add({DifferenceKind::only_b, "d", "outcome", {}, {}});
  differences.add({DifferenceKind::only_a, "c", "outcome", {}, {}});
  differences.add(metric("b", 5));
  differences.add({DifferenceKind::outcome, "a", "outcome", {}, {}});
  EXPECT_THAT(names(differences), ElementsAre("a", "b", "c"));
}

// Each comes before all that are kept: moving these aside would take 40,000 x 20,000 moves, seconds.
TEST(Differences, KeepingManyCostsLittleEach) {
  const int count = 40000;
  Differences differences(count);
  const std::clock_t start = std::clock();
  for (int i = 1; i <= count; ++i) differences.add(metric(std::to_string(i), i));
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
  const std::vector<std::string> kept = names(differences);
  ASSERT_EQ(kept.size(), 40000U);
  EXPECT_EQ(kept.front(), "40000");
  EXPECT_EQ(kept.back(), "1");
}

TEST(Differences, WithoutALimitOfAnyKeepsNone) {
  const Differences differences(0);
  EXPECT_FALSE(differences.wants(DifferenceKind::metrics, 5));
  EXPECT_TRUE(differences.first().empty());
}

}  // namespace
}  // namespace palio::test
