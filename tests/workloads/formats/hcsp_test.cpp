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

constexpr std::string_view k_three_tasks = "3 2 0\n4\n6\n3.5\n8\n0.00\n2e1\n";

std::string read_error(const std::string& text) {
  return test::error_of([&] { read_hcsp(text, "u.0"); });
}

std::vector<int> processors(const DescribedWorkload& workload) {
  std::vector<int> all;
  for (const DescribedTask& task : workload.applications.front().tasks) all.push_back(task.place.processor);
  return all;
}

TEST(Hcsp, HasTheTimesTaskByTask) {
  for (const std::string header : {"3 2 0", "3 2", " 3\t2  1\r"}) {
    const DescribedWorkload read = read_workflow(header + "\n4 6\n3.5 8\r\n0.00 2e1", "u.0");
    const DescribedApplication& graph = read.applications.at(0);
    EXPECT_THAT(test::names(graph), ElementsAre("t0", "t1", "t2"));
    EXPECT_THAT(graph.tasks[0].times, ElementsAre(4, 6));
    EXPECT_THAT(graph.tasks[1].times, ElementsAre(3.5, 8));
    EXPECT_THAT(graph.tasks[2].times, ElementsAre(1e-9, 20)) << "every task takes time";
    EXPECT_TRUE(graph.edges.empty());
    EXPECT_THAT(processors(read), ElementsAre(-1, -1, -1));
  }
}

TEST(Hcsp, IsToldFromOtherFormats) {
  for (const char* other : {"{}", "digraph {}", "3\n4 6\n", "3 2 x\n", "3 2 0 1\n", "3.0 2\n", "-3 2\n", "", "\n3 2\n"})
    EXPECT_FALSE(is_hcsp(other)) << other;
}

TEST(Hcsp, WrongCountsAreErrors) {
  EXPECT_EQ(read_error("3 2 0\n4\n6\n3.5\n8\n0.00"), "u.0:6: the file ends after 5 of 6 times, 3 tasks x 2 machines");
  EXPECT_EQ(read_error("3 2 0\n"), "u.0:2: the file ends after 0 of 6 times, 3 tasks x 2 machines");
  EXPECT_EQ(read_error(std::string(k_three_tasks) + "7\n"),
            "u.0:8: \"7\" comes after all 6 times, 3 tasks x 2 machines");
  EXPECT_EQ(read_error("0 2 0\n"), "u.0:1: the number of tasks is 0, must be from 1 to 200000");
  EXPECT_EQ(read_error("3 0\n"), "u.0:1: the number of machines is 0, must be from 1 to 2000");
  EXPECT_EQ(read_error("3 2001\n"), "u.0:1: the number of machines is 2001, must be from 1 to 2000");
  EXPECT_EQ(read_error("200000 2000\n"), "u.0:1: 200000 tasks on 2000 machines have more than 2500000 times");
  EXPECT_EQ(read_error("tasks"),
            "u.0:1: the file must begin with a line of its numbers of tasks and machines: 512 16 0");
}

TEST(Hcsp, WrongTimesAreErrorsOfTheirLine) {
  for (const std::string wrong : {"nan", "inf", "-1", "-0", "1e999", "4,5", "0x1", "x"})
    EXPECT_EQ(read_error("2 1\n4\n" + wrong + "\n"),
              "u.0:3: a time is \"" + wrong + "\", must be a number that is not negative (s)");
}

// What Palio's JSON would refuse when it is read back: the largest factor on work makes the time infinite.
TEST(Hcsp, ATimeTooLongForAFactorIsAnError) {
  EXPECT_EQ(read_hcsp("1 1 0\n1e290\n", "u.0").applications.size(), 1U);
  EXPECT_EQ(test::error_of([&] { read_hcsp("1 1 0\n2e300\n", "u.0"); }),
            "u.0:2: a time of task \"t0\" is inf s, must be positive and finite");
}

// Cut anywhere, a file is an error: the last number is one digit, so a shorter file has fewer numbers.
TEST(Hcsp, ATruncatedFileIsAnError) {
  const std::string whole = "2 2 0\n1 2\n3 4";
  EXPECT_EQ(read_hcsp(whole, "u.0").applications.size(), 1U);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(read_workflow(whole.substr(0, size), "u.0"), UserError) << size;
}

// 3.5 + 20 s on machines 0 and 1: 3.5, or 6 + 20 = 26 s.
TEST(HcspSolution, GivesEachTaskAProcessor) {
  DescribedWorkload workload = read_hcsp(k_three_tasks, "u.0");
  EXPECT_EQ(add_solution("1\n0\n1", "u.0_MS_26,0.sol", workload), 26);
  EXPECT_THAT(processors(workload), ElementsAre(1, 0, 1));
  const DescribedWorkload back = read_workflow(to_json(workload), "u.json");
  EXPECT_THAT(processors(back), ElementsAre(1, 0, 1));
  EXPECT_EQ(scaled(back.applications[0], {}).graph.task(1).place.processor, 0);
  EXPECT_EQ(back.reference_makespan, 26);
}

// Only a published one says that it is the best known.
TEST(HcspSolution, WithoutAMakespanInItsNameIsNoReference) {
  for (const std::string_view name : {"mine.sol", "run_2.sol", "7.sol"}) {
    DescribedWorkload workload = read_hcsp(k_three_tasks, "u.0");
    EXPECT_EQ(add_solution("1\n0\n1", name, workload), 26) << name;
    EXPECT_FALSE(workload.reference_makespan) << name;
  }
}

// A solution that a format would drop is no less than a time that it would drop.
TEST(HcspSolution, IsNotWrittenInFormatsWithoutIt) {
  const DescribedWorkload workload{
      {{.name = "g", .tasks = {{.name = "a", .work = 1, .alpha = {}, .place = {.processor = 0}}}, .edges = {}}}};
  EXPECT_EQ(test::error_of([&] { write_dot(workload, 1e9); }),
            "the format dot has no processors of tasks, and \"a\" has one: write the format palio");
}

TEST(HcspSolution, OfAnotherInstanceIsAnError) {
  const auto error = [](std::string_view text, std::string_view name) {
    DescribedWorkload workload = read_hcsp(k_three_tasks, "u.0");
    return test::error_of([&] { add_solution(text, name, workload); });
  };
  EXPECT_EQ(error("1\n0\n2\n", "u.sol"), "u.sol:3: the machine of task 2 is \"2\", must be from 0 to 1");
  EXPECT_EQ(error("1\n-1\n", "u.sol"), "u.sol:2: the machine of task 1 is \"-1\", must be from 0 to 1");
  EXPECT_EQ(error("1\n0.5\n", "u.sol"), "u.sol:2: the machine of task 1 is \"0.5\", must be from 0 to 1");
  EXPECT_EQ(error("1\n0", "u.sol"), "u.sol:2: the file ends after the machines of 2 tasks, the instance has 3");
  EXPECT_EQ(error("", "u.sol"), "u.sol:1: the file ends after the machines of 0 tasks, the instance has 3");
  EXPECT_EQ(error("1\n0\n1\n0\n", "u.sol"), "u.sol:4: there are more machines than the 3 tasks of the instance");
  EXPECT_EQ(
      error("1\n0\n1\n", "a_b/u_CPR_25,9.sol"),
      "a_b/u_CPR_25,9.sol:4: the solution ends at 26 s, but its name says 25.9 s: it is that of another instance");
  DescribedWorkload other = read_dot("digraph { a [size=1] }", "g.dot");
  EXPECT_EQ(test::error_of([&] { add_solution("0", "u.sol", other); }),
            "u.sol: a solution belongs to one application of independent tasks with times");
}

}  // namespace
}  // namespace palio
