#include "strategies/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/error.h"
#include "platforms/family.h"
#include "strategies/files/file_policy.h"
#include "strategies/ptg/graph_method.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

using test::error_of;
using testing::HasSubstr;

Workload batch(int applications) {
  Workload built;
  for (int i = 0; i < applications; ++i) built.applications.push_back({"", test::graph({{1, 0}}), 0});
  return built;
}

std::vector<std::string_view> names(std::span<const Strategy> rows) {
  std::vector<std::string_view> names;
  for (const Strategy& known : rows) names.push_back(known.name);
  return names;
}

TEST(Registry, KnowsTheStrategiesOfTheMixedParallelStudy) {
  EXPECT_EQ(names(mixed_parallel_strategies()),
            (std::vector<std::string_view>{"CPA", "HCPA", "HCPA-OPT", "HCPA-OPT-FLEX", "M-HEFT", "M-HEFT-IMP",
                                           "M-HEFT-EFF", "M-HEFT-MAX"}));
}

TEST(Registry, KnowsTheSchedulersOfSequentialTasks) {
  EXPECT_EQ(names(sequential_strategies()),
            (std::vector<std::string_view>{"HEFT", "CPOP",      "PEFT",       "ETF",         "DLS",    "MCT",
                                           "MET",  "MinMin",    "MaxMin",     "Sufferage",   "Duplex", "OLB",
                                           "KPB",  "Switching", "Assignment", "FastestNode", "FCP",    "FLB",
                                           "BIL",  "HBMCT",     "WBA",        "Parametric",  "Exact",  "JIT"}));
}

TEST(Registry, OnlySchedulersOfSequentialTasksTakeTimesPerHost) {
  Workload timed = batch(0);
  timed.applications.push_back({"a", TaskGraph({{0, 1, "", {1, 2}, {}, 0}}, {}), 0});
  for (const Strategy& known : sequential_strategies()) EXPECT_NO_THROW(check_workload(known, timed)) << known.name;
  EXPECT_EQ(
      error_of([&] { check_workload(strategy("M-HEFT"), timed); }),
      "strategy M-HEFT needs the work of tasks in flop, but those of application \"a\" have times for each cluster "
      "or host");
}

TEST(Registry, KnowsTheListSchedulersOfTheClusterBatchStudy) {
  EXPECT_EQ(
      names(cluster_batch_strategies()),
      (std::vector<std::string_view>{"SELFISH", "SELFISH_WEIGHT", "SELFISH_ORDER", "CRA_NDAGS", "CRA_NDAGS_WEIGHT",
                                     "CRA_NDAGS_ORDER", "CRA_WORK", "CRA_WORK_WEIGHT", "CRA_WORK_ORDER", "CRA_WIDTH",
                                     "CRA_WIDTH_WEIGHT", "CRA_WIDTH_ORDER", "COMB_C1", "COMB_C2", "COMB_C3"}));
}

TEST(Registry, KnowsTheStrategiesOfTheConstrainedStudy) {
  EXPECT_EQ(names(constrained_strategies()),
            (std::vector<std::string_view>{"S", "ES", "PS-cp", "PS-width", "PS-work", "WPS-cp", "WPS-width", "WPS-work",
                                           "SCRAP-MAX", "SCRAP"}));
}

TEST(Registry, KnowsMags) { EXPECT_EQ(names(mags_strategies()), std::vector<std::string_view>{"MAGS"}); }

TEST(Registry, KnowsTheStrategiesOfTheSharedFilesStudy) {
  EXPECT_EQ(names(file_strategies()), (std::vector<std::string_view>{"WQ", "WQ+G", "WQ+H"}));
  for (const Strategy& known : file_strategies()) {
    const auto* method = method_if<FileMethod>(known);
    ASSERT_NE(method, nullptr) << known.name;
    EXPECT_NE(method->policy, nullptr);
    EXPECT_NE(method->makespan, nullptr);
  }
}

TEST(Registry, KnowsTheOnlineStrategiesForBagsOfTasks) {
  EXPECT_EQ(names(bag_strategies()),
            (std::vector<std::string_view>{"FIFO-RR", "FIFO-MCT", "FIFO-DD", "SPT-RR", "SPT-MCT", "SPT-DD", "SRPT-RR",
                                           "SRPT-MCT", "SRPT-DD", "SWRPT-RR", "SWRPT-MCT", "SWRPT-DD", "MWMA-NBT",
                                           "MWMA-MS"}));
  const Star star{{{1, {1, 0}}}, 1};
  for (const Strategy& known : bag_strategies()) {
    EXPECT_NO_THROW(check_platform(known, star)) << known.name;
    EXPECT_NO_THROW(check_workload(known, BagBatch{})) << known.name;
    EXPECT_THROW(check_workload(known, batch(1)), UserError) << known.name;
  }
}

TEST(Registry, KnowsCbs3m) {
  EXPECT_EQ(names(cbs3m_strategies()),
            (std::vector<std::string_view>{"CBS3M-EDF", "CBS3M-FIFO", "CBS3M-EDF-OFFLINE", "CBS3M-FIFO-OFFLINE"}));
  for (const Strategy& known : cbs3m_strategies()) EXPECT_NO_THROW(check_workload(known, BagBatch{})) << known.name;
}

TEST(Registry, NamesAreUnique) {
  const std::vector<std::string_view> all = names(strategies());
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
}

TEST(Registry, ListSchedulersAreHeldAgainstCpaWithTheirAllocation) {
  for (const Strategy& known : cluster_batch_strategies()) {
    const Recipe recipe =
        parse_recipe(std::string(known.name) + ":allocation=mcpa,area_divisor=improved", known.parameters);
    const std::optional<Recipe> alone = dedicated_recipe(known, recipe.parameters);
    ASSERT_TRUE(alone) << known.name;
    EXPECT_EQ(alone->name, "CPA");
    EXPECT_EQ(alone->parameters, recipe.parameters) << known.name;
    EXPECT_EQ(method_if<GraphMethod>(known)->terms.communication, PlannedCommunication::ignored);
    EXPECT_NO_THROW(check_workload(known, batch(10)));
  }
}

TEST(Registry, ListSchedulersRefuseSeveralClusters) {
  for (const Strategy& known : cluster_batch_strategies())
    EXPECT_THROW(check_platform(known, test::platform({test::cluster(1, 1), test::cluster(1, 1)})), UserError);
}

TEST(Registry, KnowsTheCoarseAllocationsOfTheClusterBatchStudy) {
  EXPECT_EQ(names(cafm_strategies()),
            (std::vector<std::string_view>{"CAFM_LPTF", "CAFM_SPTF", "CAFM_SAF", "CAFM_K_SHELVES", "CAFM_CRA",
                                           "CAFM_CRA_WEIGHT", "CAFM_CRA_ORDER"}));
  for (const Strategy& known : cafm_strategies())
    EXPECT_EQ(dedicated_recipe(known, resolve(known.name, known.parameters, {}))->name, "CPA");
}

TEST(Registry, UnknownNameSuggestsTheNearest) {
  EXPECT_THAT(error_of([] { strategy("HCPA-OTP"); }), HasSubstr("did you mean \"HCPA-OPT\"?"));
}

TEST(Registry, DefaultsOfEveryRowResolve) {
  for (const Strategy& known : strategies()) EXPECT_NO_THROW(resolve(known.name, known.parameters, {})) << known.name;
}

TEST(Registry, ParameterNamesAreColumnsOfTheirOwn) {
  std::set<std::string_view> others;
  for (const PlatformFamily& family : platform_families())
    for (const ParameterSpec& spec : family.parameters) others.insert(spec.name);
  for (const WorkloadFamily& family : workload_families())
    for (const ParameterSpec& spec : family.parameters) others.insert(spec.name);
  for (const MetricInfo& info : metric_table()) others.insert(info.name);
  for (const Strategy& known : strategies())
    for (const ParameterSpec& spec : known.parameters) EXPECT_EQ(others.count(spec.name), 0U) << spec.name;
}

TEST(Registry, CpaRefusesSeveralClusters) {
  EXPECT_THAT(error_of([] {
                check_platform(strategy("CPA"), test::platform({test::cluster(1, 1), test::cluster(1, 1)}));
              }),
              HasSubstr("CPA schedules on one cluster, but a platform has 2"));
}

TEST(Registry, SingleGraphStrategiesRefuseBatches) {
  EXPECT_THAT(error_of([] { check_workload(strategy("HCPA"), batch(2)); }),
              HasSubstr("one application, but a workload has 2"));
}

TEST(Registry, KindsOfApplicationsAndPlatformsGoTogether) {
  const Star star{{{1, {1, 0}}}, 1};
  EXPECT_THAT(error_of([&] { check_platform(strategy("HCPA"), star); }),
              HasSubstr("strategy HCPA schedules task graphs on clusters, not on a star"));
  EXPECT_THAT(error_of([&] { check_platform(strategy("WQ"), test::platform({test::cluster(1, 1)})); }),
              HasSubstr("strategy WQ schedules tasks that share files on a star, not on clusters"));
  EXPECT_THAT(error_of([&] { check_workload(strategy("HCPA"), BagBatch{}); }),
              HasSubstr("strategy HCPA schedules task graphs, but a workload has bags of tasks"));
}

TEST(Registry, OnePortStrategiesRefuseAMultiPortStar) {
  const Star star{{{1, {1, 0}}}, 1, PortModel::multi_port};
  for (const auto table : {bag_strategies(), file_strategies()})
    for (const Strategy& known : table)
      EXPECT_THAT(error_of([&] { check_platform(known, star); }),
                  HasSubstr(std::string(known.name) + " sends one message at a time, but a star is multi-port"));
  for (const Strategy& known : cbs3m_strategies()) EXPECT_NO_THROW(check_platform(known, star)) << known.name;
}

}  // namespace
}  // namespace palio
