#include <fmt/format.h>
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

const test::FormatTexts k_csv{"g.csv"};

TEST(Csv, ReadsATableOfTasksAndOneOfEdges) {
  const DescribedApplication graph = k_csv.read(
      "id,flop,alpha,colour\na,2e9,0.5,red\n\"b, \"\"c\"\"\",4e9,,\nc,0,1,blue\n\nsource,target,bytes\na,\"b, "
      "\"\"c\"\"\",1e6\na,c,\n");
  EXPECT_EQ(graph.name, "workflow");
  EXPECT_THAT(names(graph), ElementsAre("a", "b, \"c\"", "c"));
  EXPECT_THAT(works(graph), ElementsAre(2e9, 4e9, 0));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::flop);
  EXPECT_EQ(graph.tasks[0].alpha, 0.5);
  EXPECT_FALSE(graph.tasks[1].alpha.has_value());
  EXPECT_THAT(bytes(graph), ElementsAre(1e6, 0));  // an empty cell carries nothing
  EXPECT_EQ(graph.edges[0].from, 0);
  EXPECT_EQ(graph.edges[0].to, 1);
}

// As spreadsheets and pandas write them: an index, capitals, blanks, Windows' line ends, empty columns at the end.
TEST(Csv, ReadsWhatSpreadsheetsAndPandasWrite) {
  const DescribedApplication graph = k_csv.read(
      "\xEF\xBB\xBF"
      ",Task, Runtime ,,\r\n0,a, 2,,\r\n1,b,4.5,,\r\n,,,,\r\n,From,To,Data,\r\n0,a,b,7,\r\n");
  EXPECT_THAT(names(graph), ElementsAre("a", "b"));
  EXPECT_THAT(works(graph), ElementsAre(2, 4.5));
  EXPECT_EQ(graph.tasks[0].unit, WorkUnit::seconds);
  EXPECT_THAT(bytes(graph), ElementsAre(7));
}

TEST(Csv, TheTablesMayHaveAnyOrderAndOtherPairsOfColumns) {
  for (const char* ends : {"source,target", "from,to", "parent,child", "src,dst"})
    EXPECT_THAT(bytes(k_csv.read(fmt::format("{},size\na,b,3\nname,seconds\na,1\nb,1", ends))), ElementsAre(3)) << ends;
  EXPECT_TRUE(k_csv.read("task,flop\na,1\nb,1\nsource,target\n").edges.empty());
}

// Each kind of table has one header, so rows that look like one are rows.
TEST(Csv, TasksMayHaveNamesOfColumns) {
  const DescribedApplication graph =
      k_csv.read("task,flop\nsource,1\ntarget,1\ntask,1\nsource,target\nsource,target\ntask,target\n");
  EXPECT_THAT(names(graph), ElementsAre("source", "target", "task"));
  EXPECT_THAT(bytes(graph), ElementsAre(0, 0));
}

TEST(Csv, OtherColumnsAreReadWhereTheyAreNamed) {
  const std::string text = "id,weight\na,3\nb,4\nsource,target,weight\na,b,5\n";
  WorkflowReading reading;
  EXPECT_EQ(k_csv.error(text),
            "g.csv:2: the task \"a\" has no flop, flops, work, seconds, runtime, duration, size; the family workflow "
            "reads \"weight\" with work_attribute=weight");
  reading.work_attribute = "weight";
  EXPECT_EQ(k_csv.error(text, reading),
            "g.csv:5: no edge has bytes, data, size; the family workflow reads \"weight\" with data_attribute=weight");
  reading.data_attribute = "weight";
  EXPECT_THAT(works(k_csv.read(text, reading)), ElementsAre(3, 4));
  EXPECT_EQ(k_csv.read(text, reading).tasks[0].unit, WorkUnit::flop);
  EXPECT_THAT(bytes(k_csv.read(text, reading)), ElementsAre(5));
  reading.data_attribute = "mass";
  EXPECT_THAT(k_csv.error(text, reading), testing::StartsWith("g.csv:5: no edge has mass"));
}

// An index is no number of bytes that was forgotten.
TEST(Csv, AColumnWithoutANameIsIgnored) {
  EXPECT_THAT(bytes(k_csv.read(",id,flop\n0,a,1\n1,b,1\n,source,target\n0,a,b\n")), ElementsAre(0));
  EXPECT_EQ(k_csv.error(",id\n0,a\n"),
            "g.csv:2: the task \"a\" has no flop, flops, work, seconds, runtime, duration, size");
}

// A size may be that of a picture.
TEST(Csv, ASizeNextToOtherNumbersIsAmbiguous) {
  EXPECT_THAT(works(k_csv.read("id,size,colour\na,3,red\nsource,target\n")), ElementsAre(3));
  EXPECT_EQ(k_csv.error("id,Size,weight\na,3,4\nsource,target\n"),
            "g.csv:2: the task \"a\" has Size and weight: call the one that is its work flop or seconds");
}

// flop comes before size, which may be that of memory; a name that is told comes before both.
TEST(Csv, TheFirstKnownNameCounts) {
  const std::string text = "id,size,runtime,flop\na,1,2,3\nsource,target\n";
  WorkflowReading reading;
  EXPECT_THAT(works(k_csv.read(text, reading)), ElementsAre(3));
  reading.work_attribute = "runtime";
  EXPECT_THAT(works(k_csv.read(text, reading)), ElementsAre(2));
  EXPECT_EQ(k_csv.read(text, reading).tasks[0].unit, WorkUnit::seconds);
}

TEST(Csv, MistakesHaveNames) {
  const std::string tasks = "id,flop\na,1\nb,2\n";
  EXPECT_EQ(k_csv.error("id;flop\na;1\n"),
            "g.csv:1: commas must separate the columns, not semicolons or tabs; one and a half is 1.5");
  EXPECT_EQ(k_csv.error("source\ttarget\na\tb\n"),
            "g.csv:1: commas must separate the columns, not semicolons or tabs; one and a half is 1.5");
  EXPECT_EQ(k_csv.error(tasks),
            "g.csv:1: the file has no table of edges: give both, one behind the other (cat tasks.csv edges.csv > "
            "graph.csv); where no task waits for another one, the second is the line source,target");
  EXPECT_THAT(k_csv.error("source,target\na,b\n"), testing::StartsWith("g.csv:1: the file has no table of tasks: "));
  EXPECT_EQ(k_csv.error("id,flop\na,1,2\n"), "g.csv:2: the line has 3 values, but its table has 2 columns: id,flop");
  EXPECT_EQ(k_csv.error("id,flop\n\"a,1\n"), "g.csv:2: a quote is not closed in this line");
  EXPECT_EQ(k_csv.error("id,flop\na,-1\n"), "g.csv:2: flop is \"-1\", must be a number that is not negative");
  EXPECT_EQ(k_csv.error("id,flop\na,nan\n"), "g.csv:2: flop is \"nan\", must be a number that is not negative");
  EXPECT_EQ(k_csv.error("id,flop,alpha\na,1,2\n"), "g.csv:2: alpha is \"2\", must be a number from 0 to 1");
  EXPECT_EQ(k_csv.error("id,flop\na,\n"),
            "g.csv:2: the task \"a\" has no flop, flops, work, seconds, runtime, duration, size");
  EXPECT_EQ(k_csv.error("id,flop\n,1\n"), "g.csv:2: a task has an empty name");
  EXPECT_EQ(k_csv.error("id,flop\na,1\na,2\n"), "g.csv:3: there is another task \"a\" before this one");
  EXPECT_EQ(k_csv.error(tasks + "source,target\na,c\n"), "g.csv:5: the edge names \"c\", which is not a task");
  EXPECT_EQ(k_csv.error(tasks + "source,target\na,a\n"), "g.csv:5: the edge leads from \"a\" to itself");
  EXPECT_EQ(k_csv.error(tasks + "source,target\na,b\na,b\n"),
            "g.csv:6: a second edge from \"a\" to \"b\": give one edge the data of both");
  EXPECT_EQ(k_csv.error(tasks + "source,target,bytes\na,b,x\n"),
            "g.csv:5: bytes is \"x\", must be a number that is not negative");
  EXPECT_EQ(k_csv.error(tasks + "source,target\na,b\nb,a\n"),
            "g.csv:3: the task graph has a cycle: task \"b\" -> task \"a\" -> task \"b\"");
  EXPECT_EQ(k_csv.error("id,flop\nsource,target\n"), "g.csv:1: the task graph has no task");
  EXPECT_EQ(k_csv.error("id,flop\nt\xE4sk,1\n"), "g.csv:2: the line is not UTF-8: save the file as UTF-8");
  EXPECT_EQ(k_csv.error("id,flop\n" + std::string(1 << 20, 'a') + ",1\n"), "g.csv:2: the line has more than 1 MiB");
  EXPECT_EQ(
      test::error_of([] { read_csv("hello, world\n", "g.csv"); }),
      "g.csv:1: the first line must name columns: of tasks id or task or node or name, of edges source and target");
}

// 200,001 tasks, 500,001 edges.
TEST(Csv, TooLargeGraphsAreRefused) {
  std::string tasks = "id,flop\n", edges = "a,1\nsource,target\n";
  for (int i = 0; i <= 200'000; ++i) tasks += fmt::format("{},1\n", i);
  for (int i = 0; i <= 500'000; ++i) edges += "a,b\n";
  EXPECT_EQ(k_csv.error(tasks), "g.csv:200002: there are more than 200000 tasks");
  EXPECT_EQ(k_csv.error("id,flop\n" + edges), "g.csv:500004: there are more than 500000 edges");
}

}  // namespace
}  // namespace palio
