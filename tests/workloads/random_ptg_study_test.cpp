// The 1,296 graphs of the mixed-parallel study: 432 types, 3 samples of each.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/workloads/batch_cases.h"

namespace palio {
namespace {

struct StudyGraph {
  Recipe recipe;
  TaskGraph graph;
};

// The 72 graphs of one number of tasks, width and regularity.
void add_recipes(int tasks, double width, double regularity, std::vector<Recipe>& recipes) {
  for (const double density : {0.2, 0.8})
    for (const int jump : {1, 2, 4})
      for (const char* complexity : {"stencil", "sort", "matmul", "mixed"})
        for (const int sample : {0, 1, 2})
          recipes.push_back(test::ptg_recipe({tasks, width, regularity, density, jump, complexity, sample}));
}

std::vector<Recipe> study_recipes() {
  std::vector<Recipe> recipes;
  for (const int tasks : {10, 20, 50})
    for (const double width : {0.1, 0.2, 0.8})
      for (const double regularity : {0.2, 0.8}) add_recipes(tasks, width, regularity, recipes);
  return recipes;
}

const std::vector<StudyGraph>& study_graphs() {
  static const std::vector<StudyGraph> graphs = [] {
    std::vector<StudyGraph> built;
    for (const Recipe& recipe : study_recipes())
      built.push_back({recipe, build_random_ptg(recipe, "").applications.at(0).graph});
    return built;
  }();
  return graphs;
}

std::int64_t parameter(const Recipe& recipe, std::string_view name) { return integer_of(recipe.parameters, name); }

TEST(StudyGraphs, AreAllBuiltAndAllDifferent) {
  ASSERT_EQ(study_graphs().size(), 1296U);
  std::set<std::string> dumps;
  for (const auto& [recipe, graph] : study_graphs()) dumps.insert(test::dump(graph));
  EXPECT_EQ(dumps.size(), 1296U);
}

TEST(StudyGraphs, HaveTheirNumberOfTasks) {
  for (const auto& [recipe, graph] : study_graphs()) {
    ASSERT_EQ(graph.task_count(), parameter(recipe, "tasks"));
    ASSERT_EQ(std::ssize(test::generation_levels(recipe, 0)), graph.task_count()) << "sum of the level sizes";
  }
}

TEST(StudyGraphs, HaveAParentForEveryTaskBelowTheFirstLevel) {
  for (const auto& [recipe, graph] : study_graphs()) {
    const std::vector<int> level = test::generation_levels(recipe, 0);
    for (int id = 0; id < graph.task_count(); ++id)
      ASSERT_EQ(graph.in_edges(id).empty(), level[static_cast<std::size_t>(id)] == 0) << canonical_text(recipe);
  }
}

// Every parent is at most `jump` levels above, so that no precedence level is below the generation level.
TEST(StudyGraphs, HaveEdgesThatGoDownByAtMostTheJump) {
  for (const auto& [recipe, graph] : study_graphs()) {
    const std::vector<int> level = test::generation_levels(recipe, 0);
    for (const Edge& edge : graph.edges()) {
      const int distance = level[static_cast<std::size_t>(edge.to)] - level[static_cast<std::size_t>(edge.from)];
      ASSERT_GE(distance, 1) << canonical_text(recipe);
      ASSERT_LE(distance, parameter(recipe, "jump")) << canonical_text(recipe);
    }
    for (int id = 0; id < graph.task_count(); ++id) ASSERT_LE(graph.level(id), level[static_cast<std::size_t>(id)]);
  }
}

TEST(StudyGraphs, WithoutJumpsHaveTheirGenerationLevels) {
  for (const auto& [recipe, graph] : study_graphs()) {
    if (parameter(recipe, "jump") != 1) continue;
    const std::vector<int> level = test::generation_levels(recipe, 0);
    for (int id = 0; id < graph.task_count(); ++id) ASSERT_EQ(graph.level(id), level[static_cast<std::size_t>(id)]);
  }
}

// Wanted parents: at most 1 + density x (size of the level above), and no more than that level has.
TEST(StudyGraphs, HaveNoMoreParentsThanTheDensityAllows) {
  for (const auto& [recipe, graph] : study_graphs()) {
    const std::vector<int> level = test::generation_levels(recipe, 0);
    for (int id = 0; id < graph.task_count(); ++id) {
      if (graph.in_edges(id).empty()) continue;
      const auto above = std::ranges::count(level, level[static_cast<std::size_t>(id)] - 1);
      const double most = 1 + real_of(recipe.parameters, "density") * static_cast<double>(above);
      ASSERT_LE(static_cast<double>(graph.in_edges(id).size()), std::min(most, static_cast<double>(above)));
    }
  }
}

TEST(StudyGraphs, HaveNoDuplicateEdge) {
  for (const auto& [recipe, graph] : study_graphs()) {
    std::set<std::pair<int, int>> ends;
    for (const Edge& edge : graph.edges()) ASSERT_TRUE(ends.emplace(edge.from, edge.to).second);
  }
}

// The graph's constructor refuses cycles; this checks the order that it found.
TEST(StudyGraphs, AreAcyclic) {
  for (const auto& [recipe, graph] : study_graphs())
    for (const Edge& edge : graph.edges())
      ASSERT_LT(graph.topological_position(edge.from), graph.topological_position(edge.to));
}

// V = 8 q^2 bytes with q / 1024 in 2..10: 32 to 800 MiB, the same on every edge out of a task.
TEST(StudyGraphs, CarryTheProducersDataOnEveryEdge) {
  for (const auto& [recipe, graph] : study_graphs())
    for (int id = 0; id < graph.task_count(); ++id)
      for (const Edge& edge : graph.out_edges(id)) {
        const double k = std::sqrt(edge.bytes / (8 * 0x1p20));
        ASSERT_EQ(k, std::floor(k));
        ASSERT_GE(k, 2);
        ASSERT_LE(k, 10);
        ASSERT_EQ(edge.bytes, graph.out_edges(id)[0].bytes);
      }
}

TEST(StudyGraphs, HaveAmdahlFractionsBelowAQuarter) {
  for (const auto& [recipe, graph] : study_graphs())
    for (const Task& task : graph.tasks()) {
      ASSERT_GE(task.alpha, 0);
      ASSERT_LT(task.alpha, 0.25);
    }
}

}  // namespace
}  // namespace palio
