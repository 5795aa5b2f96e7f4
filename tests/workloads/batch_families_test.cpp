// What the families that draw whole batches have in common.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/batch_cases.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

using test::batch_recipe;
using test::build_batch;
using test::dump;

class BatchFamilies : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, BatchFamilies, testing::Values("random-batch", "fft-batch", "strassen-batch"));

TEST_P(BatchFamilies, EndTheirParametersWithSampleAndSeed) {
  const auto specs = workload_family(GetParam()).parameters;
  EXPECT_EQ(specs[specs.size() - 2].name, "sample");
  EXPECT_EQ(specs[specs.size() - 1].name, "seed");
}

TEST_P(BatchFamilies, NeedABatchSize) {
  EXPECT_THROW(parse_recipe(fmt::format("{}:sample=0,seed=1", GetParam()), workload_family(GetParam()).parameters),
               UserError);
  EXPECT_THROW(batch_recipe(GetParam(), 0, 0), UserError);
  EXPECT_THROW(batch_recipe(GetParam(), 10001, 0), UserError);
}

TEST_P(BatchFamilies, DrawDifferentGraphsReleasedTogether) {
  const Workload workload = build_batch(GetParam(), 10, 0);
  ASSERT_EQ(workload.applications.size(), 10U);
  std::set<std::string> dumps;
  for (const Application& application : workload.applications) {
    EXPECT_EQ(application.release_date, 0);
    dumps.insert(dump(application.graph));
  }
  EXPECT_EQ(dumps.size(), 10U);
}

TEST_P(BatchFamilies, AreTheSameForTheSameRecipeAndDifferBySample) {
  const auto first = [&](int sample) { return dump(build_batch(GetParam(), 2, sample).applications[0].graph); };
  EXPECT_EQ(first(3), first(3));
  EXPECT_NE(first(3), first(4));
}

TEST_P(BatchFamilies, OfDifferentSizesAreIndependent) {
  std::set<std::string> dumps;
  for (const int batch : {1, 2, 4})
    for (const Application& application : build_batch(GetParam(), batch, 0).applications)
      dumps.insert(dump(application.graph));
  EXPECT_EQ(dumps.size(), 7U);
}

// 0.5 and 3 times a whole number of bytes are exact.
TEST_P(BatchFamilies, DrawTheSameUnderAnyDataFactor) {
  const Workload plain = build_batch(GetParam(), 5, 0);
  for (const double factor : {0.0, 0.5, 3.0}) {
    const Workload scaled = build_batch(GetParam(), 5, 0, fmt::format("data_factor={}", factor));
    for (std::size_t i = 0; i < 5; ++i) {
      const TaskGraph& expected = plain.applications[i].graph;
      const TaskGraph& graph = scaled.applications[i].graph;
      ASSERT_EQ(graph.task_count(), expected.task_count());
      for (int id = 0; id < graph.task_count(); ++id) {
        ASSERT_EQ(graph.task(id).flop, expected.task(id).flop);
        ASSERT_EQ(graph.task(id).alpha, expected.task(id).alpha);
      }
      ASSERT_EQ(graph.edges().size(), expected.edges().size());
      for (std::size_t e = 0; e < graph.edges().size(); ++e) {
        ASSERT_EQ(graph.edges()[e].from, expected.edges()[e].from);
        ASSERT_EQ(graph.edges()[e].to, expected.edges()[e].to);
        ASSERT_EQ(graph.edges()[e].bytes, factor * expected.edges()[e].bytes);
      }
    }
  }
}

TEST_P(BatchFamilies, HaveAmdahlFractionsUpToTheirMaximum) {
  for (const double alpha_max : {0.25, 0.1}) {
    double largest = 0;
    for (const Application& application :
         build_batch(GetParam(), 400, 0, fmt::format("alpha_max={}", alpha_max)).applications)
      for (const Task& task : application.graph.tasks()) {
        ASSERT_GE(task.alpha, 0);
        ASSERT_LT(task.alpha, alpha_max);
        largest = std::max(largest, task.alpha);
      }
    EXPECT_GT(largest, 0.98 * alpha_max);  // 2000 draws at least
  }
}

TEST_P(BatchFamilies, TakeABoundOfZeroForAlpha) {
  for (const Application& application : build_batch(GetParam(), 3, 0, "alpha_max=0").applications)
    for (const Task& task : application.graph.tasks()) ASSERT_EQ(task.alpha, 0);
}

// d = (1024 k)^2 elements of 8 bytes are 8 k^2 MiB, k from 2 to 10: 32 to 800 MiB; of Strassen's blocks a quarter.
// Every edge out of a task carries the same.
TEST_P(BatchFamilies, CarryTheDataOfASquareOnEveryEdge) {
  const double scale = std::string_view(GetParam()) == "strassen-batch" ? 4 : 1;
  std::set<double> sides;
  for (const Application& application : build_batch(GetParam(), 200, 0).applications) {
    const TaskGraph& graph = application.graph;
    for (const Edge& edge : graph.edges()) {
      ASSERT_EQ(edge.bytes, graph.out_edges(edge.from)[0].bytes);
      sides.insert(std::sqrt(edge.bytes * scale / (8 * 0x1p20)));
    }
  }
  EXPECT_EQ(sides, (std::set<double>{2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

// Known answers: stored results belong to these very graphs, whose bits must never change. A second implementation of
// the three procedures, on the same stream seeds, gave the same bits.
TEST(BatchFamiliesDraw, TheseGraphsForEver) {
  const auto digest = [](std::string_view family) {
    std::string all;
    for (const Application& application : build_batch(family, 10, 0).applications) all += dump(application.graph);
    return content_digest(all);
  };
  EXPECT_EQ(digest("random-batch"), "1e112a990c8f97a32e0132dd69e71fb3");
  EXPECT_EQ(digest("fft-batch"), "8bbd1c31767489fd6e559885fb29db60");
  EXPECT_EQ(digest("strassen-batch"), "96a1390cffbea5818b52c99ef0e789ba");
}

TEST(CheckTaskCount, AllowsAMillionTasks) {
  EXPECT_NO_THROW(check_task_count(10000, 100, "tasks"));
  EXPECT_NO_THROW(check_task_count(1, 1000000, "tasks"));
  EXPECT_THROW(check_task_count(10000, 101, "tasks"), UserError);
  EXPECT_THROW(check_task_count(10, 100001, "tasks"), UserError);
}

TEST(EdgeLimit, CountsTheEdgesOfAllGraphs) {
  EdgeLimit limit("some-family", "this or that");
  EXPECT_NO_THROW(limit.add(6e6));
  EXPECT_NO_THROW(limit.add(4e6));
  EXPECT_EQ(test::error_of([&] { limit.add(1); }),
            "this some-family workload has more than 10000000 edges: lower this or that");
}

}  // namespace
}  // namespace palio
