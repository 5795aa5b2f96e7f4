#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/formats/described.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

using test::bytes;
using test::names;
using test::works;
using testing::ElementsAre;

constexpr std::string_view k_fork = R"(# files first
FILE all 9000000
FILE part 1000000

TASK a split 2
task	b work 4.5e0
TASK c note 1
INPUTS a all
OUTPUTS a part
INPUTS b part all part
EDGE a c
)";

DescribedApplication read_dag_text(const std::string& text) { return read_dag(text, "w.dag").applications.at(0); }

std::string dag_error(const std::string& more) {
  return test::error_of([&] { read_dag_text(std::string(k_fork) + more + '\n'); });
}

// "all" has no writer; "part" goes to b once, which makes the edge that no EDGE names.
TEST(Dag, ReadsTasksFilesAndEdges) {
  const DescribedApplication graph = read_dag_text(std::string(k_fork));
  EXPECT_THAT(names(graph), ElementsAre("a", "b", "c"));
  EXPECT_THAT(works(graph), ElementsAre(2, 4.5, 1));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
  EXPECT_THAT(bytes(graph), ElementsAre(1e6, 0));
  EXPECT_EQ(graph.edges[0].to, 1);
}

TEST(Dag, LinesMayEndAsOnWindows) {
  EXPECT_THAT(works(read_dag_text("TASK a t 1\r\nTASK b t 2\r\nEDGE a b\r\n")), ElementsAre(1, 2));
}

TEST(Dag, IsToldByItsFirstRecord) {
  EXPECT_EQ(format_of(k_fork, "f").name, "dag");
  EXPECT_FALSE(is_dag("JOB a a.sub\nTASK a t 1\n"));  // HTCondor's
  EXPECT_FALSE(is_dag("# FILE\n"));
}

TEST(Dag, WhatIsWrongHasItsLine) {
  EXPECT_EQ(dag_error("JOB x"), "w.dag:12: \"JOB\" begins no record, which are FILE, TASK, EDGE, INPUTS, OUTPUTS");
  EXPECT_EQ(dag_error("TASK d x"), "w.dag:12: has 3 fields, must be TASK id type seconds");
  EXPECT_EQ(dag_error("OUTPUTS a"), "w.dag:12: has 2 fields, must be OUTPUTS task file...");
  EXPECT_EQ(dag_error("TASK a x 1"), "w.dag:12: the task \"a\" is given twice");
  EXPECT_EQ(dag_error("TASK d x -1"),
            "w.dag:12: the size of a task is \"-1\", must be a number that is not negative; the family workflow reads "
            "it with lenient=true");
  EXPECT_EQ(dag_error("FILE f 1MB"), "w.dag:12: the size of a file is \"1MB\", must be a number that is not negative");
  EXPECT_EQ(dag_error("FILE part 1"), "w.dag:12: the file \"part\" is given twice");
  EXPECT_EQ(dag_error("INPUTS d part"), "w.dag:12: \"d\" is not a task above this line");
  EXPECT_EQ(dag_error("EDGE a d"), "w.dag:12: \"d\" is not a task");
  EXPECT_EQ(dag_error("OUTPUTS a new\nINPUTS c new"),
            "w.dag:13: a file that the task \"a\" writes has no size; the family workflow reads it with lenient=true");
  EXPECT_EQ(dag_error("EDGE c a"), "w.dag:7: the task graph has a cycle: task \"c\" -> task \"a\" -> task \"c\"");
}

TEST(Dag, HasNoNamesWithBlanks) {
  const DescribedApplication graph{.name = "g", .tasks = {{"a b", 1, WorkUnit::seconds, {}}}, .edges = {}};
  EXPECT_EQ(test::error_of([&] { write_dag({{graph}}, 1e9); }),
            "the format dag has no names with blanks, as \"a b\": write the format palio");
}

}  // namespace
}  // namespace palio
