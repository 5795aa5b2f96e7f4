#include "strategies/files/scalability/scalability.h"

#include <gtest/gtest.h>

#include "core/identity/random_stream.h"
#include "tests/strategies/files/file_runs.h"

namespace palio {
namespace {

FileRun run_of(std::int64_t tasks, int workers, double execution, double input) {
  return {tasks, workers, {.input = input, .execution = execution, .output = 0}};
}

double predicted(const std::string& text, const Star& star, const SharedFileTasks& tasks) {
  const Recipe recipe = test::file_recipe(text);
  return method_if<FileMethod>(strategy(recipe.name))
      ->makespan(star, tasks, tasks.task_count(), recipe.parameters)
      .value();
}

TEST(ClosedModel, WorkQueueIsBoundByThePortOrByTheWorkers) {
  // Two workers, files 1 s, tasks 3 s: 0-4, 1-5, 4-8.
  EXPECT_DOUBLE_EQ(work_queue_makespan(run_of(3, 2, 3, 1)), 8);
  // Three workers, files 2 s, tasks 1 s: four transfers and a task.
  EXPECT_DOUBLE_EQ(work_queue_makespan(run_of(4, 3, 1, 2)), 9);
  EXPECT_DOUBLE_EQ(work_queue_makespan(run_of(1, 5, 1, 2)), 3);
}

TEST(ClosedModel, GroupsBeginAsTheirFilesArrive) {
  // Files 4 s, tasks 3 s. Dynamic: ends at 7, 10, 11, 13 and 14; static: jobs of 2, 2 and 1 end at 10, 14 and 15.
  EXPECT_DOUBLE_EQ(grouped_makespan(run_of(5, 3, 3, 4), Grouping::dynamic_pull), 14);
  EXPECT_DOUBLE_EQ(grouped_makespan(run_of(5, 3, 3, 4), Grouping::static_jobs), 15);
  // More workers than tasks: those with a file take them all. Worker 0 has run both before worker 1 has its file at 8.
  EXPECT_DOUBLE_EQ(grouped_makespan(run_of(2, 5, 1, 4), Grouping::dynamic_pull), 6);
  EXPECT_DOUBLE_EQ(grouped_makespan(run_of(2, 5, 1, 4), Grouping::static_jobs), 9);
}

TEST(ClosedModel, SupervisorsFeedAtOnce) {
  // Ready at 2, 3, 3 and 4; tasks 3 s: ends at 5, 6, 6, 7, 8 and 9.
  EXPECT_DOUBLE_EQ(hierarchical_makespan(run_of(6, 4, 3, 1), 2, Pull::global), 9);
  // Lists of 5 and 4 tasks of 4 s, workers 0 and 1 for the first: helps from 14 to 18.
  EXPECT_DOUBLE_EQ(hierarchical_makespan(run_of(9, 3, 4, 1), 2, Pull::sub_lists), 18);
  // A single task: its file is with the supervisor at 1 and with the worker at 2.
  EXPECT_DOUBLE_EQ(hierarchical_makespan(run_of(1, 2, 4, 1), 2, Pull::sub_lists), 6);
}

TEST(ClosedModel, FourMillionTasksTakeNoTime) {
  // 8 s each on 400 workers: no shorter than all of them busy all the time, no longer than if they waited for the last
  // file, at 400 x 4 s, and one of them for a last task.
  const double makespan = grouped_makespan(run_of(4'000'000, 400, 8, 4), Grouping::dynamic_pull);
  EXPECT_GT(makespan, 4e6 * 8 / 400);
  EXPECT_LT(makespan, 4e6 * 8 / 400 + 1600 + 8);
}

// Multiples of 1/8 add up exactly, so that dates that are equal on paper are equal.
double model_eighths(RandomStream& random, int most) {
  return static_cast<double>(random.uniform_integer(1, most)) / 8;
}

TEST(ClosedModel, AgreesWithThePoliciesEventByEvent) {
  RandomStream random(2006);
  for (int i = 0; i < 400; ++i) {
    const auto workers = static_cast<int>(random.uniform_integer(1, 24));
    const auto count = static_cast<int>(random.uniform_integer(1, 200));
    const SharedFileTasks tasks = test::one_file(count, model_eighths(random, 100), model_eighths(random, 40));
    const Star star = test::unit_star(workers);
    const std::string feeding = "workers_per_supervisor=" + std::to_string(random.uniform_integer(1, 9));
    for (const std::string& recipe :
         {std::string("WQ"), std::string("WQ+G"), std::string("WQ+G:mode=static"), "WQ+H:" + feeding,
          "WQ+H:replication=off," + feeding, "WQ+H:pull=sub-lists," + feeding,
          "WQ+H:pull=sub-lists,replication=off," + feeding, std::string("WQ+H:supervisor_rule=eq4")}) {
      const double simulated = test::run_files(recipe, star, tasks).makespan;
      ASSERT_DOUBLE_EQ(predicted(recipe, star, tasks), simulated)
          << recipe << ", " << workers << " workers, " << count << " tasks, " << i;
    }
  }
}

TEST(ClosedModel, WorkQueueDoesNotCareWhoseFileItIs) {
  const SharedFileTasks own{.file_bytes = {2, 2, 2}, .file_of_task = {0, 1, 2}, .flop = 5};
  const Star star = test::unit_star(2);
  EXPECT_EQ(predicted("WQ", star, own), predicted("WQ", star, test::one_file(3, 5, 2)));
  EXPECT_EQ(test::run_files("WQ", star, own).makespan, predicted("WQ", star, own));
}

TEST(ClosedModel, LatencyCountsInEveryTransfer) {
  Star star = test::unit_star(2);
  for (Worker& worker : star.workers) worker.link.latency = 1;
  // Transfers of 1 + 1 s: 0-2, 2-4 and from 5; the third task ends at 5 + 2 + 3.
  const SharedFileTasks tasks = test::one_file(3, 3, 1);
  EXPECT_DOUBLE_EQ(predicted("WQ", star, tasks), 10);
  EXPECT_DOUBLE_EQ(test::run_files("WQ", star, tasks).makespan, 10);
}

TEST(ClosedModel, SaysNothingWhereItDoesNotHold) {
  const auto silent = [](const std::string& text, const Star& star, const SharedFileTasks& tasks) {
    const Recipe recipe = test::file_recipe(text);
    return !method_if<FileMethod>(strategy(recipe.name))->makespan(star, tasks, tasks.task_count(), recipe.parameters);
  };
  const SharedFileTasks one = test::one_file(3, 5, 2);
  Star uneven = test::unit_star(2);
  uneven.workers[1].speed = 2;
  EXPECT_TRUE(silent("WQ", uneven, one));
  Star many_ports = test::unit_star(2);
  many_ports.port_model = PortModel::multi_port;
  EXPECT_TRUE(silent("WQ+G", many_ports, one));
  SharedFileTasks with_output = one;
  with_output.output_bytes = 1;
  EXPECT_TRUE(silent("WQ+H", test::unit_star(2), with_output));
  const SharedFileTasks two_files{.file_bytes = {2, 2}, .file_of_task = {0, 1}, .flop = 5};
  EXPECT_TRUE(silent("WQ+G", test::unit_star(2), two_files));
  EXPECT_TRUE(silent("WQ+H", test::unit_star(2), two_files));
  EXPECT_FALSE(silent("WQ", test::unit_star(2), two_files));
}

}  // namespace
}  // namespace palio
