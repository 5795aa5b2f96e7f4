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

// Task 1 reads both outputs of task 0, task 2 the second one and that of task 1.
constexpr std::string_view k_three = R"([
{"d": 2.5, "e_d": 2, "cpus": 1, "outputs": [{"s": 0.5, "e_s": 1}, {"s": 3, "e_s": 3}], "inputs": []},
{"d": 4, "e_d": null, "cpus": 4, "outputs": [{"s": 1, "e_s": null}], "inputs": [[0, 0], [0, 1]]},
{"d": 0, "e_d": 1, "cpus": 1, "outputs": [], "inputs": [[1, 0], [0, 1], [0, 1]]}])";

std::string estee_error(std::string_view from, std::string_view to) {
  std::string text(k_three);
  text.replace(text.find(from), from.size(), to);
  return test::error_of([&] { read_estee(text, "g.json"); });
}

TEST(Estee, ReadsOutputsAsEdges) {
  EXPECT_EQ(format_of(k_three, "f").name, "estee");
  const DescribedApplication graph = read_estee(k_three, "g.json").applications.at(0);
  EXPECT_THAT(names(graph), ElementsAre("0", "1", "2"));
  EXPECT_THAT(works(graph), ElementsAre(2.5, 4, 0));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
  // MiB: 0 -> 1 has 0.5 + 3, 0 -> 2 has 3 once, 1 -> 2 has 1.
  EXPECT_THAT(bytes(graph), ElementsAre(3670016, 3145728, 1048576));
}

TEST(Estee, WhatIsWrongHasItsLine) {
  EXPECT_EQ(estee_error("[[1, 0]", "[[3, 0]"), "g.json:4: [2].inputs[0][0] is 3, must be an integer from 0 to 2");
  EXPECT_EQ(estee_error("[[1, 0]", "[[1, 1]"), "g.json:4: [2].inputs[0][1] is 1, must be an integer from 0 to 0");
  EXPECT_EQ(estee_error("[[1, 0]", "[[2, 0]"), "g.json:4: [2].inputs[0] names an output of the task 2, which has none");
  EXPECT_EQ(estee_error("[[1, 0]", "[[1]"), "g.json:4: [2].inputs[0] must be [task, output]");
  EXPECT_EQ(estee_error("\"d\": 4", "\"d\": -4"), "g.json:3: [1].d is -4, must be a number that is not negative");
  EXPECT_EQ(estee_error("\"inputs\": []", "\"inputs\": [[2, 0]]"),
            "g.json:2: [0].inputs[0] names an output of the task 2, which has none");
  EXPECT_EQ(estee_error("\"inputs\": []", "\"inputs\": [[1, 0]]"),
            "g.json:3: [1] is not valid: the task graph has a cycle: task \"1\" -> task \"0\" -> task \"1\"");
}

}  // namespace
}  // namespace palio
