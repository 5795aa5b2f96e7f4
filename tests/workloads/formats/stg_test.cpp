#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/formats/described.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

using testing::ElementsAre;

// Tasks 1 to 3 between the entry 0 and the exit 4; 2 and 3 wait for 1, the exit for them.
const std::string k_stg_fork = "3\n0 0 0\n1 20 1 0\n2 4 1 1\n3 0.5 1 1\n4 0 2 2 3\n";

std::string stg_error(const std::string& text) {
  return test::error_of([&] { read_stg(text, "g.stg"); });
}

TEST(Stg, HasItsTasksWithTheEntryAndTheExit) {
  for (const std::string& text :
       {k_stg_fork,
        std::string("# rand0000\n\n          3\n 0\t0 0\r\n1 20 1 0\n2 4 1 1\n\n3 0.5 1 1\n4 0 2 2 3\n# Tasks : 3"),
        k_stg_fork.substr(0, k_stg_fork.size() - 1)}) {
    const DescribedWorkload read = read_workflow(text, "g.stg");
    const DescribedApplication& graph = read.applications.at(0);
    EXPECT_THAT(test::names(graph), ElementsAre("0", "1", "2", "3", "4"));
    EXPECT_THAT(test::works(graph), ElementsAre(0, 20, 4, 0.5, 0));
    for (const DescribedTask& task : graph.tasks) EXPECT_EQ(task.unit, WorkUnit::seconds);
    std::vector<std::pair<int, int>> edges;
    for (const Edge& edge : graph.edges) {
      edges.emplace_back(edge.from, edge.to);
      EXPECT_EQ(edge.bytes, 0);
    }
    EXPECT_THAT(edges,
                ElementsAre(std::pair(0, 1), std::pair(1, 2), std::pair(1, 3), std::pair(2, 4), std::pair(3, 4)));
  }
}

TEST(Stg, IsToldFromOtherFormats) {
  EXPECT_EQ(format_of(k_stg_fork, "g").name, "stg");
  EXPECT_EQ(format_of("3 2\n4 6\n", "g").name, "hcsp");
  for (const char* other : {"{}", "digraph {}", "3 2\n", "-3\n", "3.0\n", "# 3\n", "", "x\n"})
    EXPECT_FALSE(is_stg(other)) << other;
}

TEST(Stg, WrongCountsAreErrors) {
  EXPECT_EQ(stg_error("tasks"),
            "g.stg:1: the file must begin with a line of its number of tasks, without the entry and the exit");
  EXPECT_EQ(stg_error(""),
            "g.stg:1: the file must begin with a line of its number of tasks, without the entry and the exit");
  EXPECT_EQ(stg_error("0\n"), "g.stg:1: the number of tasks is 0, must be from 1 to 199998");
  EXPECT_EQ(stg_error("200000\n"), "g.stg:1: the number of tasks is 200000, must be from 1 to 199998");
  EXPECT_EQ(stg_error("3\n0 0 0\n1 2 1 0\n"),
            "g.stg:3: the file ends after 2 of 5 tasks, 3 and the entry and the exit");
  EXPECT_EQ(stg_error(k_stg_fork + "5 1 1 4\n"),
            "g.stg:7: a line comes after all 5 tasks, 3 and the entry and the exit");
  EXPECT_EQ(stg_error("1\n0 0 0\n2 2 1 0\n1 0 1 2\n"),
            "g.stg:3: the tasks must be numbered from 0 on, but another one stands where task 1 belongs");
  EXPECT_EQ(stg_error("1\n0 0 0\nx 2 1 0\n"),
            "g.stg:3: the number of task 1 is \"x\", must be a whole number from 0 to 2");
}

TEST(Stg, WrongTimesAreErrorsOfTheirLine) {
  for (const std::string wrong : {"nan", "inf", "-1", "-0", "1e999", "4,5", "0x1", "x", ""})
    EXPECT_EQ(stg_error("1\n0 0 0\n1 " + wrong),
              "g.stg:3: the time of task 1 is \"" + wrong + "\", must be a number that is not negative");
}

TEST(Stg, WrongParentsAreErrorsOfTheirLine) {
  const auto of = [](const std::string& parents) { return stg_error("1\n0 0 0\n1 2 " + parents + "\n2 0 1 1\n"); };
  EXPECT_EQ(of("x 0"), "g.stg:3: the number of parents of task 1 is \"x\", must be a whole number from 0 to 2");
  EXPECT_EQ(of("1 7"), "g.stg:3: a parent of task 1 is \"7\", must be a whole number from 0 to 2");
  EXPECT_EQ(of("1 -1"), "g.stg:3: a parent of task 1 is \"-1\", must be a whole number from 0 to 2");
  EXPECT_EQ(of("1 0 2"), "g.stg:3: \"2\" comes after all 1 parents of task 1");
  EXPECT_EQ(of("1"), "g.stg:3: task 1 has 0 of 1 parents on its line; graphs with costs of communication are not read");
  EXPECT_EQ(of("1 1"), "g.stg:3: the task graph has a cycle: task \"1\" -> task \"1\"");
  EXPECT_EQ(of("2 0 0"), "g.stg:3: there are two edges from task \"0\" to task \"1\"");
  EXPECT_EQ(of("1 2"), "g.stg:4: the task graph has a cycle: task \"2\" -> task \"1\" -> task \"2\"");
}

// Cut anywhere, a file is an error: the last parent is one digit, so a shorter file lacks it.
TEST(Stg, ATruncatedFileIsAnError) {
  const std::string whole = k_stg_fork.substr(0, k_stg_fork.size() - 1);
  EXPECT_NO_THROW(read_stg(whole, "g.stg"));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(read_workflow(whole.substr(0, size), "g.stg"), UserError) << size;
}

}  // namespace
}  // namespace palio
