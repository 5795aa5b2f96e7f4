#include "campaign/run/selection_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "campaign/study/dimension_rows.h"
#include "core/error.h"
#include "storage/write/result_store.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

constexpr const char* k_costs = "[[\"platform\", \"clusters=2\", 3]]";

class SelectionOfTest : public testing::Test {
protected:
  // A campaign that was asked for these parts and killed before its first result.
  void begin(const std::string& file, const CampaignRequest& request) {
    const ResultStore store(file, {study_.name, "", "", study_.seed, "small.toml", study_.text}, request);
  }

  // A campaign whose scenarios on two clusters took 10 s, and 1 s on one.
  void store_costs(const std::string& file) {
    ResultStore store(file, {study_.name, "", "", study_.seed, "small.toml", study_.text});
    const auto platforms = store.add_platforms(platform_rows(study_.platforms)),
               workloads = store.add_workloads(workload_rows(study_.workloads)),
               strategies = store.add_strategies(strategy_rows(study_.strategies, study_.known));
    store.begin_session({});
    std::vector<StoredResult> rows;
    for (std::size_t p = 0; p < platforms.size(); ++p) {
      Completed completed;
      completed.metrics["makespan"] = 1;
      rows.push_back({{platforms[p], workloads[0], strategies[0]}, 1, {completed, {}}});
      rows.back().result.cost.total_time = p < 2 ? 1 : 10;
    }
    store.write(rows);
    store.end_session("finished");
  }

  Selection selection(TypedRun run) const {
    run.database = database_;
    return selection_of(run, study_);
  }
  std::string refusal(const TypedRun& run) const {
    return test::error_of([&] { selection(run); });
  }

  test::TemporaryFolder folder_;
  Study study_ = test::study(test::k_small_study);
  std::string database_ = folder_.file("c.db"), costs_ = folder_.file("costs.db");
};

TEST_F(SelectionOfTest, AShardIsWrittenAsPartAndParts) {
  const Shard shard = selection({.shard = "2/4"}).shard;
  EXPECT_EQ(shard.index, 2U);
  EXPECT_EQ(shard.count, 4U);
  EXPECT_EQ(shard.rule, ShardRule::rounds);
  for (const char* wrong : {"0/4", "5/4", "a/b", "2", "2/", "/4", "2/4x", "-1/4", "2/4/1", "1/0", "1/4294967296"})
    EXPECT_THAT(refusal({.shard = wrong}), HasSubstr(std::string("--shard ") + wrong +
                                                     " is not of the form i/n with 1 <= i <= n, as in --shard 2/4"));
}

TEST_F(SelectionOfTest, AnEmptyFileHasNotBegunAnything) {
  std::ofstream(database_).close();
  EXPECT_EQ(selection({.shard = "2/4"}).shard.rule, ShardRule::rounds);
}

TEST_F(SelectionOfTest, WhatCannotBeReadIsNotTakenForNothing) {
  std::ofstream(database_) << "no campaign, but long enough to be taken for the beginning of a file that holds one.";
  EXPECT_NE(refusal({.shard = "2/4"}), "no error");
}

TEST_F(SelectionOfTest, AShardIsPartedAsItBegan) {
  begin(database_, {.shard = 2, .shards = 4, .shard_rule = "costs", .shard_costs = k_costs});
  EXPECT_EQ(selection({.shard = "2/4"}).shard.rule, ShardRule::costs);
  EXPECT_EQ(selection({.shard = "1/4"}).shard.rule, ShardRule::rounds);
  EXPECT_EQ(selection({.shard = "2/5"}).shard.rule, ShardRule::rounds);
  EXPECT_EQ(selection({.sample = "10", .shard = "2/4"}).shard.rule, ShardRule::rounds);
  EXPECT_EQ(selection({.where = "tasks = 5", .shard = "2/4"}).shard.rule, ShardRule::rounds);
}

TEST_F(SelectionOfTest, CostsThatBeganAShardStayWithIt) {
  begin(database_, {.shard = 2, .shards = 4, .shard_rule = "costs", .shard_costs = k_costs});
  for (const std::string& costs : {std::string(), folder_.file("gone.db")}) {
    const Selection part = selection({.shard = "2/4", .costs = costs});
    EXPECT_EQ(part.shard.rule, ShardRule::costs);
    EXPECT_EQ(part.weights->text, k_costs);
    EXPECT_EQ(part.weights->platform, (std::vector<double>{1, 1, 3, 3}));
  }
}

TEST_F(SelectionOfTest, AShardThatBeganWithoutCostsGoesOnSo) {
  begin(database_, {.shard = 2, .shards = 4, .shard_rule = "rounds"});
  testing::internal::CaptureStderr();
  EXPECT_EQ(selection({.shard = "2/4", .costs = folder_.file("gone.db")}).shard.rule, ShardRule::rounds);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("started shard 2/4 without costs and continues without them"));
}

TEST_F(SelectionOfTest, CostsAreTakenFromACampaignOfTheStudy) {
  store_costs(costs_);
  const Selection part = selection({.shard = "2/4", .costs = costs_});
  EXPECT_EQ(part.shard.rule, ShardRule::costs);
  // 2 s and 20 s were observed where 11 s each are the mean; one average observation of 5.5 s holds both at 1:
  // 7.5 / 16.5 = 0.4545 and 25.5 / 16.5 = 1.5454.
  EXPECT_EQ(part.weights->platform, (std::vector<double>{0.455, 0.455, 1.55, 1.55}));
  EXPECT_EQ(part.weights->workload, std::vector<double>(6, 1));
  EXPECT_EQ(part.weights->strategy, std::vector<double>(2, 1));
  EXPECT_THAT(part.weights->text, HasSubstr("[\"platform\", \"clusters=2\", 1.55]"));
}

TEST_F(SelectionOfTest, CostsThatAreOfNoUseAreRefused) {
  EXPECT_EQ(refusal({.costs = costs_}), "--costs balances the parts of --shard: also give --shard i/n");
  EXPECT_THAT(refusal({.shard = "2/4", .costs = costs_}), HasSubstr("there is no campaign"));
  begin(costs_, {});
  EXPECT_THAT(refusal({.shard = "2/4", .costs = costs_}),
              HasSubstr("it has no completed scenario of small; its study is small"));
}

TEST_F(SelectionOfTest, AnEmptyShardIsToldAndNoError) {
  const auto told = [&](const Selection& selection) {
    testing::internal::CaptureStderr();
    tell_empty_shard(study_, selection);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(told({.shard = {25, 30}}), "palio: shard 25/30 is empty: 24 instances are wanted\n");
  EXPECT_EQ(told({.sample = 5, .shard = {6, 6}}), "palio: shard 6/6 is empty: 5 instances are wanted\n");
  EXPECT_EQ(told({.shard = {24, 30}}), "");
  EXPECT_EQ(told({}), "");
}

}  // namespace
}  // namespace palio
