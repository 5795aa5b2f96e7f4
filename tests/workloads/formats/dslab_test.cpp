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

const std::string k_dslab_fork = R"(# three tasks
inputs:
  - name: in
    size: 500
tasks:
  - name: A
    flops: 100
    memory: 1000
    inputs:
      - in
    outputs:
      - name: a0
        size: 150
      - name: a1
        size: 0.5
  - name: B
    flops: 2.5
    max_cores: 2
    inputs: [a0, a1]
    outputs: []
  - name: C
    flops: 0
    max_cores: 10
    cores_dependency: 0.1
    inputs:
      - a1
    outputs:
      - name: out
        size: 300
)";

std::string dslab_error(const std::string& from, const std::string& to) {
  std::string text = k_dslab_fork;
  text.replace(text.find(from), from.size(), to);
  return test::error_of([&] { read_dslab(text, "d.yaml"); });
}

TEST(Dslab, ReadsGigaflopAndMegabytes) {
  EXPECT_EQ(format_of(k_dslab_fork, "f").name, "dslab");
  const DescribedApplication graph = read_dslab(k_dslab_fork, "d.yaml").applications.at(0);
  EXPECT_THAT(names(graph), ElementsAre("A", "B", "C"));
  EXPECT_THAT(works(graph), ElementsAre(100e9, 2.5e9, 0));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::flop);
  EXPECT_THAT(bytes(graph), ElementsAre(150.5e6, 0.5e6));
}

// By DSLab's formulas: 1 core; speed-up min(n, 2); 1 / (0.1 + 0.9 / min(n, 10)).
TEST(Dslab, TasksUseAsManyCoresAsTheyCan) {
  const DescribedApplication graph = read_dslab(k_dslab_fork, "d.yaml").applications.at(0);
  EXPECT_EQ(graph.tasks[0].speedup, Speedup());
  EXPECT_EQ(graph.tasks[0].alpha, 1);
  EXPECT_EQ(graph.tasks[1].speedup, (Speedup{.law = SpeedupLaw::roofline, .max_processors = 2}));
  EXPECT_EQ(graph.tasks[1].alpha, std::nullopt);
  EXPECT_EQ(graph.tasks[2].speedup, (Speedup{.law = SpeedupLaw::general, .max_processors = 10}));
  EXPECT_EQ(graph.tasks[2].alpha, 0.1);
}

TEST(Dslab, WhatIsWrongHasItsLine) {
  EXPECT_EQ(dslab_error("max_cores: 2", "max_cores: 0"),
            "d.yaml:18: tasks[1].max_cores is 0, must be an integer from 1 to 2147483647");
  EXPECT_EQ(dslab_error("max_cores: 2", "max_core: 2"),
            "d.yaml:18: tasks[1] has an unknown key \"max_core\" (did you mean \"max_cores\"?)");
  EXPECT_EQ(dslab_error("max_cores: 2", "min_cores: 2"),
            "d.yaml:18: tasks[1].min_cores is more than 1, but a task of Palio runs on any number of processors");
  EXPECT_EQ(dslab_error("cores_dependency: 0.1", "cores_dependency: 1.1"),
            "d.yaml:24: tasks[2].cores_dependency is 1.1, must be from 0 to 1");
  EXPECT_EQ(dslab_error("flops: 100", "flops: -100"),
            "d.yaml:7: flops is -100, must be a number that is not negative; the family workflow reads it with "
            "lenient=true");
  EXPECT_EQ(dslab_error("flops: 100", "memory: 1"), "d.yaml:8: the key \"memory\" is given twice in one mapping");
  EXPECT_EQ(dslab_error("    flops: 100\n", ""), "d.yaml:6: tasks[0] has no \"flops\"");
  EXPECT_EQ(dslab_error("size: 150", "size: nan"),
            "d.yaml:13: tasks[0].outputs[0].size is \"nan\", must be a finite decimal number");
  EXPECT_EQ(dslab_error("[a0, a1]", "[a0, a2]"),
            "d.yaml:19: tasks[1].inputs[1] is \"a2\", which is neither an input nor an output");
  EXPECT_EQ(dslab_error("outputs: []", "outputs: [{name: a0, size: 1}]"),
            "d.yaml:20: tasks[1].outputs[0].name is \"a0\", the name of another input or output too");
  EXPECT_EQ(dslab_error("      - a1\n", "      - out\n"),
            "d.yaml:26: tasks[2].inputs[0] is \"out\", which the same task writes");
  EXPECT_EQ(dslab_error("      - in\n", "      - out\n"),
            "d.yaml:21: the task graph has a cycle: task \"C\" -> task \"A\" -> task \"C\"");
}

}  // namespace
}  // namespace palio
