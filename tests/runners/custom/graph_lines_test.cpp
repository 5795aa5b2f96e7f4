#include "runners/custom/graph_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "core/identity/canonical.h"
#include "runners/custom/command_keeper.h"
#include "strategies/custom/custom_code.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

// Two processors of 1 flop/s on a network that takes no time.
const Platform k_line_platform = test::fast_platform({test::cluster(2, 1)});

TEST(InstanceText, HasTheLawsOfTheGraphThatHasOthersThanAmdahls) {
  Workload workload = test::workload(test::graph({{1, 0.5}}));
  EXPECT_THAT(instance_text(k_line_platform, workload), Not(HasSubstr("speedups")));
  workload.applications.push_back(
      {"laws", {{{1, 0.5, ""}, {8, 0, "", {}, {SpeedupLaw::powercom, Speedup::k_any_number, 0.25, 0.5}}}, {}}, 0});
  EXPECT_THAT(instance_text(k_line_platform, workload),
              HasSubstr(R"("speedups":[["amdahl",2147483647,0.0,0.0],["powercom",2147483647,0.25,0.5]])"));
}

const std::vector<int> k_both{0, 1}, k_last{1};

TEST(InstanceText, HasWhatRunsIfAnythingDoes) {
  Workload workload = test::workload(test::graph({{6, 0}}));
  EXPECT_THAT(instance_text(k_line_platform, workload), Not(HasSubstr("free_from")));
  workload.background = std::make_shared<const Background>(Background{{7, 5}, {{0, 0, 20, 0, k_both, 4}}});
  const std::string text = instance_text(k_line_platform, workload);
  EXPECT_THAT(text, HasSubstr(R"("free_from":[7.0,5.0])"));
  EXPECT_THAT(text, HasSubstr(R"("inflows":[[0,0,20.0,[0,1],4.0]])"));
}

// Each of these differs from all before it in one thing.
TEST(ContentHash, DiffersWhereTheLineDoes) {
  std::set<std::uint64_t> hashes;
  std::set<std::string> texts;
  Platform platform = k_line_platform;
  Workload workload = test::workload(test::graph({{6, 0.5}, {4, 0}}, {{0, 1, 7}}));
  const auto expect_another = [&](const char* what) {
    EXPECT_TRUE(texts.insert(instance_text(platform, workload)).second) << what;
    EXPECT_TRUE(hashes.insert(content_hash(platform, workload)).second) << what;
  };
  expect_another("the first");
  const std::uint64_t first = content_hash(platform, workload);
  EXPECT_EQ(content_hash(Platform(platform), Workload(workload)), first);
  platform.clusters[0].speed = 2;
  expect_another("speed");
  TaskGraph& graph = workload.applications[0].graph;
  graph = test::graph({{6, 0.5}, {5, 0}}, {{0, 1, 7}});
  expect_another("work");
  graph = test::graph({{6, 0.5}, {5, 0}}, {{0, 1, 8}});
  expect_another("data");
  graph = test::graph({{6, 0.25}, {5, 0}}, {{0, 1, 8}});
  expect_another("alpha");
  graph = test::graph({{6, 0.25}, {5, 0}});
  expect_another("an edge less");
  graph = {{{0, 0, "", {3}}, {0, 0, "", {4}}}, {}};
  expect_another("times");
  graph = {{{0, 0, "", {3}}, {0, 0, "", {4}, {SpeedupLaw::roofline, 3}}}, {}};
  expect_another("a law");
  workload.applications[0].release_date = 9;
  expect_another("release");
  workload.applications[0].name = "g";
  expect_another("name");
  workload.background = std::make_shared<const Background>(Background{{7, 5}, {}});
  expect_another("what runs");
  workload.background = std::make_shared<const Background>(Background{{7, 6}, {}});
  expect_another("until when");
  workload.background = std::make_shared<const Background>(Background{{7, 6}, {{0, 0, 20, 0, k_both, 4}}});
  expect_another("its data");
  workload.background = std::make_shared<const Background>(Background{{7, 6}, {{0, 0, 20, 0, k_last, 4}}});
  expect_another("where they are");
}

// At 5 s: task 0 has ended, 1 runs and ends at 6 s, 2 is decided and starts later, 3 may be decided on, 4 waits for 1.
// Nothing after 5 s is told.
TEST(DecideText, TellsWhatHasHappened) {
  const CustomCode code(
      library_manifest("d1", R"({"interface": 4, "strategies": [{"name": "A", "summary": "s", "decides": "at_run_time",
                                "parameters": [{"name": "x", "meaning": "m", "min": 0, "max": 1, "default": 1}]}]})"),
      "");
  const Strategy& strategy = code.strategies().front();
  const Workload workload =
      test::workload(test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 2, 1}, {0, 3, 1}, {1, 4, 1}}));
  const Schedule executed{{{{0, {0}, 0, 4.5}, {0, {1}, 1, 6}, {0, {0, 1}, 7, 8}, {}, {}}}};
  const std::string text = decide_text(strategy, parse_recipe("A:knowledge=none", strategy.parameters).parameters,
                                       {k_line_platform, workload, executed, 5});
  EXPECT_EQ(text, R"({"ended":[[0,0,[0],0.0,4.5]],"now":5.0,"parameters":{"x":1.0},"ready":[[0,3]],)"
                  R"("running":[[0,1,[1],1.0]],"strategy":"A","type":"decide","waiting":[[0,2,[0,1]]]})");
}

// Two tasks that do not wait for each other.
const Workload k_free_tasks = test::workload(test::graph({{6, 0}, {4, 0}}));

std::string refused_text(const std::string& answer) {
  GraphPlan plan(k_line_platform, k_free_tasks);
  try {
    read_plan("./mine", answer, plan);
  } catch (const FailedElsewhere& error) {
    EXPECT_EQ(error.failure().kind, FailureKind::protocol);
    return error.what();
  }
  return "";
}

TEST(PlanText, PlacementsAreTakenAsTheyStand) {
  GraphPlan plan(k_line_platform, k_free_tasks);
  read_plan("./mine", R"({"placements": [[0, 1, [1]], [0, 0, [0], 0, 6]]})", plan);
  const std::vector<Placement> placed = plan.schedule().placements[0];
  EXPECT_EQ(placed[0].processors, (std::vector<int>{0}));
  EXPECT_EQ(placed[0].finish, 6);
  EXPECT_EQ(placed[1].processors, (std::vector<int>{1}));
}

TEST(PlanText, DecisionsAreTakenInTheirOrder) {
  GraphPlan plan(k_line_platform, k_free_tasks);
  read_decisions("./mine", R"({"decisions": [[0, 1, [1]], [0, 0, [0]]]})", plan);
  const std::vector<Decision> decisions = plan.decisions();
  ASSERT_EQ(decisions.size(), 2);
  EXPECT_EQ(decisions[0].task, 1);
  EXPECT_EQ(decisions[1].processors, (std::vector<int>{0}));
  EXPECT_THROW(read_decisions("./mine", R"({"placements": []})", plan), FailedElsewhere);
}

TEST(PlanText, WhatIsNoJsonIsNoAnswer) {
  EXPECT_EQ(refused_text("rubbish"),
            "the command \"./mine\" printed a line that is no answer (no JSON, so no schedule): rubbish; print to "
            "standard error instead");
  EXPECT_THAT(refused_text(R"({"placements": [[0, 1, "x"]]})"), HasSubstr("no schedule ("));
}

TEST(PlanText, WhatIsNoAnswerIsNamedByItsShape) {
  const std::string begin = "the command \"./mine\" answered what is no schedule (";
  for (const auto& [answer, why] : std::initializer_list<std::pair<const char*, const char*>>{
           {"null", "the answer is null, not an object such as {\"placements\": [...]}"},
           {"7", "the answer is 7, not an object such as {\"placements\": [...]}"},
           {"[]", "the answer is an array, not an object such as {\"placements\": [...]}"},
           {"\"no\"", "the answer is \"no\", not an object such as {\"placements\": [...]}"},
           {"{}", "the answer has no \"placements\""},
           {R"({"placements": null})", "\"placements\" is null, not an array"},
           {R"({"placements": {"a": 1}})", "\"placements\" is an object, not an array"},
           {R"({"placements": [{"a": 1, "b": 2, "c": 3}]})",
            "a placement is [graph, task, processors] or [graph, task, processors, start, finish]"},
           {R"({"placements": [[0, 1, 0]]})", "\"processors\" of a placement is 0, not an array"},
           {R"({"placements": [[0, 1, [true]]]})", "true is not a whole number in its range"},
           {R"({"placements": [[0, 1, [0], true, 4]]})", "a date of a placement is true, not a number"},
           {R"({"no_schedule": 7})", "\"no_schedule\" is 7, not a text"},
           {R"({"error": null})", "\"error\" is null, not a text"},
           {R"({"placements": 1e999})", "a number in it is too large"}})
    EXPECT_EQ(refused_text(answer), begin + why + "): " + answer);
}

// Of two values neither is the right one.
TEST(PlanText, AKeyThatIsGivenTwiceIsRefused) {
  EXPECT_THAT(refused_text(R"({"placements": [], "placements": []})"),
              HasSubstr("(the key \"placements\" is given twice in one object)"));
}

// The object, the list of placements, a placement and its processors are four levels.
TEST(PlanText, DeepAnswersAreRefused) {
  EXPECT_EQ(refused_text(R"({"placements": [], "note": [[[[[[[]]]]]]]})"), "");
  EXPECT_THAT(refused_text(R"({"placements": [], "note": [[[[[[[[]]]]]]]]})"),
              HasSubstr("(nested deeper than 8 levels)"));
  EXPECT_THAT(refused_text(std::string(10'000'000, '[')), HasSubstr("(nested deeper than 8 levels)"));
}

}  // namespace
}  // namespace palio
