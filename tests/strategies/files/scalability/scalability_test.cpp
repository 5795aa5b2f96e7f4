#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/identity/random_stream.h"
#include "strategies/files/scalability/scalability.h"
#include "tests/strategies/files/file_runs.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr TaskTimes k_scaled_times{.input = 2, .execution = 10, .output = 1};

TEST(Scalability, AWorkerCostsItsFileItsExecutionAndItsOutput) {
  EXPECT_DOUBLE_EQ(effective_workers_for_jobs(k_scaled_times, 1), 13.0 / 3);  // (2 + 10 + 1) / (2 + 1)
  EXPECT_DOUBLE_EQ(effective_workers_for_jobs(k_scaled_times, 4), 46.0 / 6);  // (2 + 4 x 11) / (2 + 4 x 1)
}

TEST(Scalability, WithoutOutputAWorkQueueFeedsGranularityPlusOneWorkers) {
  for (const double granularity : {2, 16, 128})
    EXPECT_DOUBLE_EQ(effective_workers_for_jobs({128 / granularity, 128, 0}, 1), granularity + 1);
}

TEST(Scalability, EfficiencyIsPartOfTheWorkersTime) {
  EXPECT_DOUBLE_EQ(efficiency(60, 20, 4), 0.75);  // 60 of 80
  // 3 files of 2 s, 5 tasks of 10 + 1 s.
  EXPECT_DOUBLE_EQ(sequential_makespan(k_scaled_times, 5, 3), 61);
}

TEST(Scalability, EveryClusterHasASupervisorAndMoreForEachPartThatItCannotFeed) {
  EXPECT_EQ(supervisors_of_cluster(1, 50), 1);
  EXPECT_EQ(supervisors_of_cluster(50, 50), 1);
  EXPECT_EQ(supervisors_of_cluster(51, 50), 2);
}

constexpr TaskTimes k_supervised_times{.input = 1, .execution = 7, .output = 0};

int count(SupervisorRule rule, int workers) { return supervisor_count({rule, 50}, k_supervised_times, 32000, workers); }

TEST(Supervisors, FixedStandForSoManyWorkersEach) {
  EXPECT_EQ(count(SupervisorRule::fixed, 1), 1);
  EXPECT_EQ(count(SupervisorRule::fixed, 100), 2);
  EXPECT_EQ(count(SupervisorRule::fixed, 101), 3);
  EXPECT_EQ(supervisor_count({SupervisorRule::fixed, 7}, k_supervised_times, 32000, 15), 3);
}

TEST(Supervisors, OfEquation4FeedFewerWorkersTheShorterTheJobs) {
  // S' = 1 + 7 x 32000 / P: 2241 workers each at P = 100, 449 at 500, 225 at 1000, 23.4 at 10000.
  EXPECT_EQ(count(SupervisorRule::eq4, 100), 1);
  EXPECT_EQ(count(SupervisorRule::eq4, 500), 2);
  EXPECT_EQ(count(SupervisorRule::eq4, 1000), 5);
  EXPECT_EQ(count(SupervisorRule::eq4, 10000), 428);
}

TEST(Supervisors, OfTable1AreThoseOfItsNextRow) {
  EXPECT_EQ(count(SupervisorRule::table1, 1), 1);
  EXPECT_EQ(count(SupervisorRule::table1, 50), 1);
  EXPECT_EQ(count(SupervisorRule::table1, 51), 2);
  EXPECT_EQ(count(SupervisorRule::table1, 400), 10);
  EXPECT_EQ(count(SupervisorRule::table1, 10000), 200);
  EXPECT_EQ(count(SupervisorRule::table1, 10001), 201);  // one for 50
}

TEST(Supervisors, AreAtMostTheWorkers) {
  // S' = (100 + 100 x 107) / (100 + 100 x 100) = 1.07: 9.4 supervisors for 10 workers.
  EXPECT_EQ(supervisor_count({SupervisorRule::eq4, 50}, {.input = 100, .execution = 7, .output = 100}, 1000, 10), 10);
  EXPECT_EQ(supervisor_count({SupervisorRule::fixed, 1}, k_supervised_times, 32000, 10), 10);
}

TEST(Supervisors, PartsAreEvenAndTheFirstOnesLarger) {
  EXPECT_THAT(even_parts(8, 3), testing::ElementsAre(0, 3, 6, 8));
  EXPECT_THAT(even_parts(2, 3), testing::ElementsAre(0, 1, 2, 2));
}

// Section IV: tasks of 8 s, files of 8/ratio s.
SharedFileTasks open_tasks(FileSharing sharing, double ratio, double target = 0.99) {
  return {.file_bytes = {8 / ratio}, .file_of_task = {}, .flop = 8, .target_efficiency = target, .sharing = sharing};
}

SharedFileTasks counted(const std::string& text, int workers, const SharedFileTasks& tasks) {
  const Recipe recipe = test::file_recipe(text);
  const Star star = test::unit_star(workers);
  return method_for<FileMethod>(strategy(recipe.name), star, tasks)
      .settled_workload(recipe.name, recipe.parameters, star, tasks);
}

double grouped_efficiency(std::int64_t tasks, int workers, double ratio) {
  const FileRun run{tasks, workers, {8 / ratio, 8, 0}};
  return efficiency(sequential_makespan(run.times, tasks, 1), grouped_makespan(run, Grouping::dynamic_pull), workers);
}

std::string refusal(const std::string& text, int workers, const SharedFileTasks& tasks) {
  return test::error_of<NoSchedule>([&] { counted(text, workers, tasks); });
}

TEST(LeastTasks, OfARisingEfficiencyIsFoundToHalfAPercent) {
  const auto rising = [](std::int64_t tasks) { return static_cast<double>(tasks) / static_cast<double>(tasks + 100); };
  // n / (n + 100) is 1/2 at 100, where one task is more than 0.5 %, and 0.99 at 9,900.
  EXPECT_EQ(least_tasks(rising, 0.5, 1, 1'000'000), 100);
  EXPECT_EQ(least_tasks(rising, 0.5, 1000, 1'000'000).value_or(0), 100);  // also from above
  const std::int64_t more = least_tasks(rising, 0.99, 1, 1'000'000).value_or(0);
  EXPECT_GE(more, 9900);
  EXPECT_LE(more, 9900 / 0.995);
}

TEST(LeastTasks, IsNothingBeyondTheLargestNumber) {
  const auto rising = [](std::int64_t tasks) { return static_cast<double>(tasks) / static_cast<double>(tasks + 100); };
  EXPECT_EQ(least_tasks(rising, 0.99, 1, 9899), std::nullopt);
  EXPECT_EQ(least_tasks(rising, 0.99, 1, 9900), 9900);
  EXPECT_EQ(least_tasks(rising, 0.5, 1'000'000, 50), std::nullopt);
}

TEST(Isoefficiency, ReachesTheTargetAndANumberJustBelowDoesNot) {
  for (const int workers : {2, 3, 10, 37, 50})
    for (const double ratio : {2, 4, 8, 16, 32}) {
      const int tasks = counted("WQ+G", workers, open_tasks(FileSharing::shared, ratio)).task_count();
      EXPECT_GE(grouped_efficiency(tasks, workers, ratio), 0.99) << workers << ' ' << ratio;
      bool missed = false;
      for (int fewer = tasks - 1; fewer >= tasks * 0.995 - 1 && !missed; --fewer)
        missed = fewer == 0 || grouped_efficiency(fewer, workers, ratio) < 0.99;
      EXPECT_TRUE(missed) << workers << ' ' << ratio << ' ' << tasks;
    }
}

TEST(Isoefficiency, LiesWhereTheStepsOfTheEfficiencyCrossTheTarget) {
  // 10 workers, ratio 2: from here on some numbers reach 0.99, and from there on all do; a second program names 3,262.
  const auto reaches = [](std::int64_t tasks) { return grouped_efficiency(tasks, 10, 2) >= 0.99; };
  std::int64_t first = 1;
  while (!reaches(first)) ++first;
  std::int64_t from = 10'000;
  while (reaches(from - 1)) --from;
  EXPECT_LT(first, 3262);
  EXPECT_GT(from, 3262);
  const int tasks = counted("WQ+G", 10, open_tasks(FileSharing::shared, 2)).task_count();
  EXPECT_GE(tasks, first);
  EXPECT_LE(tasks, from);
}

TEST(Isoefficiency, OfASharedFileIsThatOfASecondProgram) {
  // Both searches may stop at another of the steps, which are closer to each other the more tasks there are.
  const std::array<std::pair<int, double>, 4> expected{{{50, 64899}, {100, 253395}, {200, 1007277}, {400, 3992082}}};
  for (const auto& [workers, tasks] : expected)
    EXPECT_NEAR(counted("WQ+G", workers, open_tasks(FileSharing::shared, 2)).task_count(), tasks, 0.01 * tasks);
}

// P workers that are ready after R s in all and stop within one task of each other have P x makespan between 8 T + R
// and 8 T + R + 8 P. With one file of a s, E >= 0.99 is then a + 8 T >= 0.99 of that: never below
// (0.99 R - a) / 0.08 tasks, always from (0.99 (R + 8 P) - a) / 0.08 on. The search may stay 0.5 % above.
void expect_within_bounds(int tasks, double ready, int workers, double ratio) {
  const double input = 8 / ratio;
  EXPECT_GE(tasks, (0.99 * ready - input) / 0.08) << workers << ' ' << ratio;
  EXPECT_LE(tasks, (0.99 * (ready + 8 * workers) - input) / 0.08 / 0.995) << workers << ' ' << ratio;
}

TEST(Isoefficiency, OfASharedFileGrowsWithTheSquareOfTheWorkers) {
  // R = 8/ratio x (1 + 2 + ... + P): about 50 P^2 / ratio tasks.
  for (const double ratio : {2, 4, 8, 16, 32})
    for (const int workers : {10, 50, 100, 200, 400})
      expect_within_bounds(counted("WQ+G", workers, open_tasks(FileSharing::shared, ratio)).task_count(),
                           8 / ratio * workers * (workers + 1) / 2, workers, ratio);
}

TEST(Isoefficiency, SupervisorsNeedFarFewerTasks) {
  // 4 supervisors with 50 workers each, files 4 s: R = 4 (50 (1 + 2 + 3 + 4) + 4 (1 + 2 + ... + 50)) = 22,400 s, so
  // less than 300,000 tasks against 1,007,277 without supervisors.
  expect_within_bounds(counted("WQ+H", 200, open_tasks(FileSharing::shared, 2)).task_count(), 22400, 200, 2);
}

TEST(Isoefficiency, OfFilesOfTheirOwnEndsWhereThePortIsBusy) {
  // Ratio 4, 5 workers: T x 10 s of work in (2 T + 8) s x 5, which is T / (T + 4): 0.99 at 396.
  const SharedFileTasks tasks = counted("WQ", 5, open_tasks(FileSharing::per_task, 4));
  EXPECT_GE(tasks.task_count(), 396);
  EXPECT_LE(tasks.task_count(), 398);
  EXPECT_EQ(tasks.file_bytes.size(), tasks.file_of_task.size());
  // 6 workers: at most 5/6.
  EXPECT_THAT(refusal("WQ", 6, open_tasks(FileSharing::per_task, 4)),
              testing::StartsWith("WQ cannot reach an efficiency of 0.99 on 6 workers: 100000000 tasks reach 0.8333"));
}

TEST(Isoefficiency, OneWorkerNeedsOneTask) {
  // File and task in sequence: what the sequential run does too.
  EXPECT_EQ(counted("WQ+G", 1, open_tasks(FileSharing::shared, 2)).task_count(), 1);
  EXPECT_EQ(counted("WQ", 1, open_tasks(FileSharing::per_task, 2)).task_count(), 1);
}

TEST(Isoefficiency, NeedsAClosedModel) {
  EXPECT_THAT(refusal("WQ+H", 4, open_tasks(FileSharing::per_task, 4)),
              testing::HasSubstr("how many tasks WQ+H needs for a target efficiency is known for"));
  EXPECT_THAT(test::error_of<UserError>([] { counted("HCPA", 4, open_tasks(FileSharing::shared, 4)); }),
              testing::HasSubstr("HCPA"));
}

TEST(Isoefficiency, LeavesTasksOfAKnownNumberAlone) {
  EXPECT_EQ(counted("WQ", 4, test::one_file(7, 1, 1)).task_count(), 7);
}

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
