#include "storage/read/united_campaigns.h"

#include <algorithm>
#include <cmath>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// Two campaigns with platforms and strategies of their own, and one platform in common.
class UnitedCampaignsTest : public testing::Test {
protected:
  using Scenarios = std::vector<StoredResult>;

  std::string make(const std::string& name, std::vector<DimensionRow> platforms, std::vector<DimensionRow> strategies,
                   const Scenarios& results) {
    std::string file = folder_.file(name);
    ResultStore store(file, study_info(name));
    store.add_platforms(platforms);
    store.add_workloads(chains(1));
    store.add_strategies(strategies);
    store.begin_session(session_info());
    store.write(results);
    return file;
  }

  std::unique_ptr<CampaignReader> united(const std::vector<std::string>& files) const {
    auto reader = std::make_unique<CampaignReader>(files.front());
    reader->unite(std::vector<std::filesystem::path>(files.begin() + 1, files.end()));
    return reader;
  }

  TemporaryFolder folder_;
  // star(1), star(2) by fast(0.5); star(2), star(3) by fast(1.5): they meet on star(2).
  std::string a_ = make("a.db", stars(2), {fast(0.5)}, {completed({1, 1, 1}, 10), completed({2, 1, 1}, 20)});
  std::string b_ = make("b.db", {star(2, 7), star(3, 7)}, {fast(1.5)},
                        {completed({2, 1, 2}, 40), failed({3, 1, 2}, FailureKind::timeout, "slow")});
};

TEST_F(UnitedCampaignsTest, ResultsNameTheirCampaign) {
  EXPECT_THAT(rows_of(*united({a_, b_}), "SELECT campaign, hosts, threshold, makespan FROM results ORDER BY 1, 2"),
              ElementsAre(ElementsAre(SqlValue(a_), SqlValue(std::int64_t{1}), SqlValue(0.5), SqlValue(10.0)),
                          ElementsAre(SqlValue(a_), SqlValue(std::int64_t{2}), SqlValue(0.5), SqlValue(20.0)),
                          ElementsAre(SqlValue(b_), SqlValue(std::int64_t{2}), SqlValue(1.5), SqlValue(40.0)),
                          ElementsAre(SqlValue(b_), SqlValue(std::int64_t{3}), SqlValue(1.5), SqlValue())));
}

// star(2) is one platform for both: 40 / 20.
TEST_F(UnitedCampaignsTest, StrategiesMeetOnCommonInstances) {
  EXPECT_THAT(column_of(*united({a_, b_}),
                        "SELECT y.makespan / x.makespan FROM results x JOIN results y "
                        "USING (platform, workload) WHERE x.threshold < y.threshold"),
              ElementsAre(SqlValue(2.0)));
  const auto reader = united({a_, b_});
  const ResultColumns columns = reader->results(std::vector<std::string>{"makespan"});
  const auto makespan = [&](const ScenarioId& numbers) {
    const ScenarioId id = id_of(numbers);
    const auto at = std::ranges::find(*columns.ids, id, [&](const ResultId& places) {
      const auto& [platforms, workloads, strategies] = *columns.dimensions;
      return ScenarioId{platforms[places.platform], workloads[places.workload], strategies[places.strategy]};
    });
    return at == columns.ids->end() ? -1 : (*columns.values[0])[static_cast<std::size_t>(at - columns.ids->begin())];
  };
  EXPECT_EQ(columns.ids->size(), 4U);
  EXPECT_EQ(makespan({1, 1, 1}), 10);
  EXPECT_EQ(makespan({2, 1, 1}), 20);
  EXPECT_EQ(makespan({2, 1, 2}), 40);
  EXPECT_TRUE(std::isnan(makespan({3, 1, 2})));
}

TEST_F(UnitedCampaignsTest, InstancesOfTwoCampaignsJoin) {
  const std::string join =
      "SELECT y.makespan / x.makespan FROM results x JOIN results y USING (instance) WHERE x.threshold < y.threshold";
  EXPECT_THAT(column_of(*united({a_, b_}), join), ElementsAre(SqlValue(2.0)));
  const auto prepared = united({a_, b_});
  prepared->prepare_joins(join);
  EXPECT_THAT(column_of(*prepared, join), ElementsAre(SqlValue(2.0)));
  EXPECT_THAT(column_of(*prepared, "SELECT count(DISTINCT instance) FROM results"),
              ElementsAre(SqlValue(std::int64_t{3})));
}

TEST_F(UnitedCampaignsTest, OtherViewsHoldAllToo) {
  const auto reader = united({a_, b_});
  EXPECT_THAT(rows_of(*reader, "SELECT campaign, message FROM failures"),
              ElementsAre(ElementsAre(SqlValue(b_), SqlValue("slow"))));
  EXPECT_THAT(column_of(*reader, "SELECT study FROM campaign ORDER BY 1"),
              ElementsAre(SqlValue("a.db"), SqlValue("b.db")));
  EXPECT_THAT(column_of(*reader, "SELECT relative_makespan FROM relative_makespans ORDER BY 1"),
              ElementsAre(SqlValue(1.0), SqlValue(1.0), SqlValue(2.0)));
  EXPECT_THAT(column_of(*reader, "SELECT count(*) FROM session JOIN results ON session = id GROUP BY id"),
              ElementsAre(SqlValue(std::int64_t{2}), SqlValue(std::int64_t{2})));
}

// The same scenario in two campaigns: without a name for each, one strategy would have two results on one instance.
TEST_F(UnitedCampaignsTest, AStrategyThatRanTheSameScenarioIsOneForEachCampaign) {
  const std::string again = make("again.db", stars(1), {fast(0.5), fast(2.5)}, {completed({1, 1, 1}, 11)});
  const std::string label = fast(0.5).label;
  EXPECT_THAT(rows_of(*united({a_, again}), "SELECT strategy, makespan FROM results ORDER BY 2"),
              ElementsAre(ElementsAre(SqlValue(label + " in " + a_), SqlValue(10.0)),
                          ElementsAre(SqlValue(label + " in " + again), SqlValue(11.0)),
                          ElementsAre(SqlValue(label + " in " + a_), SqlValue(20.0))));
  EXPECT_EQ(column_of(*united({a_, again}), "SELECT label FROM strategy").size(), 2U);
}

// Other draws of the same study: one strategy, pooled.
TEST_F(UnitedCampaignsTest, AStrategyOnOtherInstancesStaysOne) {
  const std::string more = make("more.db", {star(9, 7)}, {fast(0.5)}, {completed({9, 1, 1}, 30)});
  EXPECT_THAT(rows_of(*united({a_, more}), "SELECT strategy, sum(makespan) FROM results GROUP BY 1"),
              ElementsAre(ElementsAre(SqlValue(fast(0.5).label), SqlValue(60.0))));
}

TEST_F(UnitedCampaignsTest, StaleResultsAreLeftOut) {
  sqlite_shell(b_, "UPDATE result SET stale = 1 WHERE platform_id = p#2");
  const auto reader = united({a_, b_});
  EXPECT_THAT(column_of(*reader, "SELECT count(*) FROM result"), ElementsAre(SqlValue(std::int64_t{3})));
  EXPECT_EQ(error_of<UserError>([&] { column_of(*reader, "SELECT count(*) FROM all_results"); }),
            "all_results is there for one campaign only, to show its stale results: ask " + a_ +
                " alone, or ask results, which holds what the studies of all campaigns want");
  EXPECT_THAT(error_of<UserError>([&] { column_of(*reader, "SELECT * FROM al_results"); }), HasSubstr("no such table"));
}

TEST_F(UnitedCampaignsTest, RefusesWhatItCannotRead) {
  EXPECT_EQ(error_of<UserError>([&] { united({a_, b_, a_}); }), a_ + " is given twice");
  EXPECT_THAT(error_of<UserError>([&] { united({a_, folder_.file("none.db")}); }), HasSubstr("there is no campaign"));
  EXPECT_THAT(error_of<UserError>([&] { united(std::vector<std::string>(20, a_)); }),
              HasSubstr("20 campaigns are too many to be read as one"));
  sqlite_shell(b_, "PRAGMA user_version = 99");
  EXPECT_THAT(error_of<UserError>([&] {
                united({a_, b_});
              }),
              AllOf(HasSubstr(b_), HasSubstr("version 99"), HasSubstr("use the newer Palio")));
}

}  // namespace
}  // namespace palio::test
