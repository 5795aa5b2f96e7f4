#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "workloads/families/applications/recipes.h"

namespace palio {
namespace {

TaskGraph scientific_graph(const std::string& recipe, const std::string& more = "", int sample = 0) {
  return build_scientific(parse_recipe("scientific:recipe=" + recipe + "," + more + "sample=" + std::to_string(sample) +
                                           ",seed=2024",
                                       scientific_parameters()),
                          "")
      .applications.at(0)
      .graph;
}

using Size = std::pair<int, std::size_t>;  // tasks, edges

std::set<Size> sizes(const std::string& recipe, int samples = 60) {
  std::set<Size> found;
  for (int sample = 0; sample < samples; ++sample) {
    const TaskGraph drawn = scientific_graph(recipe, "", sample);
    found.emplace(drawn.task_count(), drawn.edges().size());
  }
  return found;
}

// WfInstances has blast of (tasks, edges) = (43, 120), (103, 300), (303, 900); bwa of (104, 400), (1004, 4000);
// srasearch of (22, 30), (42, 60); seismology of (100 k + 1, 100 k).
TEST(Scientific, SizesAreThoseOfTheTraces) {
  EXPECT_EQ(sizes("blast"), (std::set<Size>{{43, 120}, {103, 300}, {303, 900}}));
  EXPECT_EQ(sizes("bwa", 10), (std::set<Size>{{104, 400}, {1004, 4000}}));
  EXPECT_EQ(sizes("srasearch"), (std::set<Size>{{22, 30}, {42, 60}}));
  for (const auto& [tasks, edges] : sizes("seismology")) {
    EXPECT_EQ(tasks % 100, 1);
    EXPECT_EQ(edges, static_cast<std::size_t>(tasks) - 1);
  }
}

// WfInstances, pegasus/1000genome: 2 chromosomes x 10 individuals have 52 tasks and 76 edges, x 25 have 82 and 106; 10
// x 25 have 410 and 530. pegasus/cycles with one crop: 1, 2, 5, 10 locations have 67 and 97, 133 and 194, 331 and 485,
// 661 and 970. pegasus/soykb: 5 samples x 10 chromosomes have 96 and 194, 25 x 20 have 676 and 1674.
TEST(Scientific, GroupsAndMembersMultiplyAsInTheTraces) {
  const std::set<Size> genome = sizes("1000genome");
  for (const Size& size : {Size{52, 76}, Size{82, 106}, Size{410, 530}})
    EXPECT_TRUE(genome.contains(size)) << size.first;
  EXPECT_EQ(sizes("cycles"), (std::set<Size>{{67, 97}, {133, 194}, {331, 485}, {661, 970}}));
  const std::set<Size> soykb = sizes("soykb");
  for (const Size& size : {Size{96, 194}, Size{676, 1674}}) EXPECT_TRUE(soykb.contains(size)) << size.first;
}

// pegasus/epigenomics of one sequence in 9 parts has 41 tasks and 48 edges, in 17 parts 73 and 88. pegasus/montage of
// 3 x 4 images, which all overlap, has 58 tasks and 114 edges; ours of 12, 30 and 36 images overlap less.
TEST(Scientific, PartsAndOverlapsAreThoseOfTheTraces) {
  const std::set<Size> epigenomics = sizes("epigenomics", 200);
  for (const Size& size : {Size{41, 48}, Size{73, 88}}) EXPECT_TRUE(epigenomics.contains(size)) << size.first;
  EXPECT_TRUE(sizes("montage").contains({58, 114}));
}

// 10 of 20 individuals, and so on.
TEST(Scientific, ScaleMakesMembersFewer) {
  EXPECT_EQ(scientific_graph("srasearch", "scale=0.01,").task_count(), 4);
  const int tasks = scientific_graph("seismology", "scale=0.01,").task_count();
  EXPECT_GE(tasks, 2);
  EXPECT_LE(tasks, 11);
}

// Each runtime has the mean of its row: fasterq-dump 1475 s with variation 0.598, which 500 draws of 10 or 20 tasks
// give within 0.598 / sqrt(5000) = 0.85 %; its file 1.521e9 byte with 0.475.
TEST(Scientific, RuntimesAndFilesHaveTheMeansOfTheTable) {
  double runtime = 0, bytes = 0;
  int tasks = 0;
  for (int sample = 0; sample < 500; ++sample) {
    const TaskGraph drawn = scientific_graph("srasearch", "", sample);
    const int members = (drawn.task_count() - 2) / 2;
    for (int task = 1; task <= members; ++task, ++tasks) {
      runtime += drawn.task(task).flop / 1e9;
      bytes += drawn.out_edges(task).front().bytes;
    }
  }
  EXPECT_GE(tasks, 5000);
  EXPECT_NEAR(runtime / tasks / 1475, 1, 5 * 0.0085);
  EXPECT_NEAR(bytes / tasks / 1.521e9, 1, 5 * 0.0068);
}

// The index of bwa (task 1) is one file for all; the parts of the input (task 0) are files of their own.
TEST(Scientific, CopiesAreAlikeAndPiecesAreNot) {
  const TaskGraph drawn = scientific_graph("bwa", "scale=0.05,");
  std::set<double> copies, pieces;
  for (const Edge& edge : drawn.out_edges(1)) copies.insert(edge.bytes);
  for (const Edge& edge : drawn.out_edges(0)) pieces.insert(edge.bytes);
  EXPECT_EQ(copies.size(), 1U);
  EXPECT_GE(pieces.size(), 5U);
}

// Mean of data over 1e8 byte/s by mean of runtimes over the same tasks and edges.
TEST(Scientific, CcrScalesTheDataAlone) {
  const TaskGraph own = scientific_graph("epigenomics"), scaled = scientific_graph("epigenomics", "ccr=0.5,");
  ASSERT_EQ(own.edges().size(), scaled.edges().size());
  double data = 0, time = 0;
  for (const Edge& edge : scaled.edges()) data += edge.bytes / 1e8;
  for (const Task& task : scaled.tasks()) time += task.flop / 1e9;
  data /= static_cast<double>(scaled.edges().size());
  time /= static_cast<double>(scaled.task_count());
  EXPECT_NEAR(data / time, 0.5, 1e-12);
  EXPECT_EQ(own.task(0).flop, scaled.task(0).flop);
  const double factor = scaled.edges()[0].bytes / own.edges()[0].bytes;
  EXPECT_NEAR(scaled.edges()[7].bytes / own.edges()[7].bytes / factor, 1, 1e-12);
}

TEST(Scientific, EveryRowIsKnownAndEachFileJoinsItsTypes) {
  for (const WorkflowRecipe& recipe : workflow_recipes()) {
    std::set<std::string_view> earlier;
    for (const TaskType& type : recipe.tasks) {
      EXPECT_TRUE(earlier.insert(type.name).second) << type.name;
      EXPECT_GT(type.mean, 0);
    }
    for (const FileType& file : recipe.files) {
      EXPECT_TRUE(earlier.contains(file.from)) << file.from;
      EXPECT_TRUE(earlier.contains(file.to)) << file.to;
    }
    EXPECT_NO_THROW(scientific_graph(std::string(recipe.name), "scale=0.1,ccr=1,")) << recipe.name;
  }
}

}  // namespace
}  // namespace palio
