#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/error_of.h"
#include "tests/workloads/formats/described.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

using test::bytes;
using test::names;
using test::works;
using testing::ElementsAre;

const std::string k_saga_fork = R"({"name": "fork",
"task_graph": {"tasks": [
{"name": "A", "cost": 4.0},
{"name": "format", "cost": 6.5},
{"name": "C", "cost": 0.0}],
"dependencies": [
{"source": "A", "target": "format", "size": 3.25},
{"source": "A", "target": "C", "size": 0.0}]},
"network": {"nodes": [{"name": "N", "speed": 1.0}], "edges": [{"source": "N", "target": "N", "speed": null}]}})";

std::string saga_error(const std::string& from, const std::string& to) {
  std::string text = k_saga_fork;
  text.replace(text.find(from), from.size(), to);
  return test::error_of([&] { read_saga(text, "g.json"); });
}

TEST(Saga, ReadsCostsAndSizesAsTheyAre) {
  EXPECT_EQ(format_of(k_saga_fork, "f").name, "saga");
  const DescribedApplication graph = read_saga(k_saga_fork, "g.json").applications.at(0);
  EXPECT_EQ(graph.name, "fork");
  EXPECT_THAT(names(graph), ElementsAre("A", "format", "C"));
  EXPECT_THAT(works(graph), ElementsAre(4, 6.5, 1e-9));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::flop);
  EXPECT_THAT(bytes(graph), ElementsAre(3.25, 0));
}

TEST(Saga, WhatIsWrongHasItsLine) {
  EXPECT_EQ(saga_error("6.5", "-6.5"),
            "g.json:4: task_graph.tasks[1].cost is -6.5, must be a number that is not negative");
  EXPECT_EQ(saga_error("6.5", "null"),
            "g.json:4: task_graph.tasks[1].cost is null, must be a number that is not negative");
  EXPECT_EQ(saga_error(", \"cost\": 4.0", ""), "g.json:3: task_graph.tasks[0] has no \"cost\"");
  EXPECT_EQ(saga_error("\"name\": \"C\"", "\"name\": \"A\""),
            "g.json:5: task_graph.tasks[2].name is \"A\", the name of another task too");
  EXPECT_EQ(saga_error("\"target\": \"C\"", "\"target\": \"D\""),
            "g.json:8: task_graph.dependencies[1].target is \"D\", which is not the name of a task");
  EXPECT_EQ(saga_error("\"target\": \"C\"", "\"target\": \"A\""),
            "g.json:3: task_graph.tasks[0] is not valid: the task graph has a cycle: task \"A\" -> task \"A\"");
  EXPECT_THAT(saga_error("6.5", "NaN"), testing::StartsWith("g.json:4:"));
}

TEST(Saga, MayBeCutNowhere) {
  for (std::size_t length = 0; length < k_saga_fork.size(); ++length)
    EXPECT_THAT(test::error_of([&] { read_saga(k_saga_fork.substr(0, length), "g.json"); }),
                testing::StartsWith("g.json:"))
        << length;
}

}  // namespace
}  // namespace palio
