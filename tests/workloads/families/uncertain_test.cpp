#include "workloads/families/parts/uncertain.h"

#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr std::string_view k_graph =
    "random-ptg:tasks=20,width=0.5,regularity=0.8,density=0.5,jump=1,complexity=mixed,sample=3,seed=1";

Recipe recipe(const std::string& more) {
  const std::string text = std::string(k_graph) + more;
  return parse_recipe(text, workload_family(recipe_name(text)).parameters);
}

Workload built(const std::string& more) {
  const Recipe of = recipe(more);
  return as<Workload>(workload_family(of.name).build(of, {}));
}

std::string refusal(const std::string& more) {
  return test::error_of([&] { built(more); });
}

TEST(Uncertain, RecipesWithoutItAreWhatTheyWere) {
  EXPECT_EQ(canonical_text(recipe("")).find("uncertainty"), std::string::npos);
  EXPECT_EQ(canonical_text(recipe("")).find("realizations"), std::string::npos);
  EXPECT_TRUE(built("").uncertainty.is_certain());
}

TEST(Uncertain, DefaultsAreLeftOut) {
  EXPECT_EQ(canonical_text(recipe(",uncertainty=gamma,deviation=0.1,realizations=100,data_deviation=0")),
            canonical_text(recipe(",uncertainty=gamma,deviation=0.1")));
}

TEST(Uncertain, LeavesTheGraphAsItIsDrawn) {
  const Workload certain = built("");
  const Workload uncertain = built(",uncertainty=gamma,deviation=0.5");
  const TaskGraph &one = certain.applications[0].graph, &other = uncertain.applications[0].graph;
  ASSERT_EQ(one.task_count(), other.task_count());
  for (int task = 0; task < one.task_count(); ++task) EXPECT_EQ(one.task(task).flop, other.task(task).flop);
  EXPECT_EQ(uncertain.uncertainty.realizations, 100);
}

TEST(Uncertain, LawsAndDeviationsShareTheirDraws) {
  const std::uint64_t seed = built(",uncertainty=gamma,deviation=0.5").uncertainty.seed;
  EXPECT_EQ(built(",uncertainty=beta,upper=2,realizations=7").uncertainty.seed, seed);
  EXPECT_EQ(built(",uncertainty=uniform,deviation=0.1,speed_deviation=0.2").uncertainty.seed, seed);
  const Recipe other = parse_recipe(
      "random-ptg:tasks=20,width=0.5,regularity=0.8,density=0.5,jump=1,complexity=mixed,sample=4,seed=1,uncertainty="
      "gamma,deviation=0.5",
      workload_family("random-ptg").parameters);
  EXPECT_NE(as<Workload>(workload_family(other.name).build(other, {})).uncertainty.seed, seed);
}

TEST(Uncertain, RefusesParametersThatTheLawDoesNotTake) {
  EXPECT_EQ(refusal(",deviation=0.5"),
            "random-ptg has deviation, but no law of uncertainty; give uncertainty = \"gamma\", or another law");
  EXPECT_EQ(refusal(",uncertainty=gamma"),
            "random-ptg has the law gamma, but no deviation: coefficient of variation of a task's duration; not with "
            "the law beta");
  EXPECT_EQ(refusal(",uncertainty=beta,deviation=0.5"), "random-ptg has deviation, but the law beta takes upper");
  EXPECT_EQ(refusal(",uncertainty=gamma,upper=2,deviation=0.1"),
            "random-ptg has upper, but the law gamma takes deviation");
  EXPECT_EQ(refusal(",uncertainty=uniform,deviation=0.6"),
            "a deviation of 0.6 is not possible with the law uniform: it is 0, or from 0.001 to 0.5773502691896257");
}

TEST(Uncertain, DataAreThoseOfTaskGraphs) {
  Recipe bags{"file", {{"path", "b.json"}, {"digest", "0"}, {"uncertainty", "gamma"}, {"deviation", 0.1}}};
  const std::string text =
      R"({"format": "palio-workload", "version": 1, "bags": [{"name": "b", "tasks": 2, "flop": 1, "bytes": 1}]})";
  EXPECT_EQ(as<BagBatch>(workload_family("file").build(bags, text)).uncertainty.realizations, 100);
  bags.parameters["data_deviation"] = 0.1;
  EXPECT_EQ(test::error_of([&] { workload_family("file").build(bags, text); }),
            "bags of tasks have no data_deviation: it is for task graphs");
}

}  // namespace
}  // namespace palio
