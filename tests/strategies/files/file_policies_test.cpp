#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "strategies/files/queues/queues.h"
#include "strategies/registry.h"
#include "tests/strategies/files/file_runs.h"

namespace palio {
namespace {

using test::FileCopy;
using test::FileTrace;
using testing::ElementsAre;

constexpr bool k_first = true;     // the copy that counts
constexpr bool k_stopped = false;  // another copy was done earlier

SharedFileTasks tasks_of(std::vector<int> file_of_task, double execution, double input) {
  SharedFileTasks tasks{.file_bytes = {}, .file_of_task = std::move(file_of_task), .flop = execution};
  tasks.file_bytes.assign(static_cast<std::size_t>(tasks.file_of_task.back()) + 1, input);
  return tasks;
}

TEST(WorkQueue, SendsTheFileForEveryTask) {
  // Two workers, files 1 s, tasks 3 s. Sends: 0-1 to worker 0, 1-2 to worker 1, and 4-5 to worker 0, idle at 4.
  const FileTrace trace = test::run_files("WQ", test::unit_star(2), test::one_file(3, 3, 1));
  EXPECT_THAT(trace.copies,
              ElementsAre(FileCopy{0, 0, 1, 4, k_first}, FileCopy{1, 1, 2, 5, k_first}, FileCopy{2, 0, 5, 8, k_first}));
  EXPECT_EQ(trace.makespan, 8);
  EXPECT_EQ(trace.transfers, 3);
}

TEST(WorkQueue, WaitsForThePort) {
  // Files 2 s, tasks 1 s: the port sends without a pause, 0-2, 2-4, 4-6 and, asked for at 3, 6-8.
  const FileTrace trace = test::run_files("WQ", test::unit_star(3), test::one_file(4, 1, 2));
  EXPECT_THAT(trace.copies, ElementsAre(FileCopy{0, 0, 2, 3, k_first}, FileCopy{1, 1, 4, 5, k_first},
                                        FileCopy{2, 2, 6, 7, k_first}, FileCopy{3, 0, 8, 9, k_first}));
}

TEST(GroupedQueue, IdleWorkersTakeTheNextTaskOfTheirFile) {
  // Files 4 s, tasks 3 s, ready at 4, 8 and 12: worker 0 runs two tasks before the others are there, worker 2 is late.
  const FileTrace trace = test::run_files("WQ+G", test::unit_star(3), test::one_file(5, 3, 4));
  EXPECT_THAT(trace.copies,
              ElementsAre(FileCopy{0, 0, 4, 7, k_first}, FileCopy{1, 0, 7, 10, k_first}, FileCopy{2, 1, 8, 11, k_first},
                          FileCopy{3, 0, 10, 13, k_first}, FileCopy{4, 1, 11, 14, k_first}));
  EXPECT_EQ(trace.transfers, 3);
}

TEST(GroupedQueue, StaticJobsAreAsLongAsEachOther) {
  // Jobs of 2, 2 and 1 tasks, ready at 4, 8 and 12: the last one ends at 15.
  const FileTrace trace = test::run_files("WQ+G:mode=static", test::unit_star(3), test::one_file(5, 3, 4));
  EXPECT_THAT(trace.copies,
              ElementsAre(FileCopy{0, 0, 4, 7, k_first}, FileCopy{1, 0, 7, 10, k_first}, FileCopy{2, 1, 8, 11, k_first},
                          FileCopy{3, 1, 11, 14, k_first}, FileCopy{4, 2, 12, 15, k_first}));
}

TEST(GroupedQueue, WorkersSpreadOverTheFiles) {
  // Two tasks each of two files: one file for each worker, 0-1 and 1-2.
  const FileTrace trace = test::run_files("WQ+G", test::unit_star(2), tasks_of({0, 0, 1, 1}, 2, 1));
  EXPECT_THAT(trace.copies, ElementsAre(FileCopy{0, 0, 1, 3, k_first}, FileCopy{2, 1, 2, 4, k_first},
                                        FileCopy{1, 0, 3, 5, k_first}, FileCopy{3, 1, 4, 6, k_first}));
  EXPECT_EQ(trace.transfers, 2);
}

TEST(GroupedQueue, AWorkerWithoutTasksOfItsFileGetsTheNextFile) {
  // Tasks 0 to 2 share file 0, task 3 has file 1: worker 1 is out of tasks at 4 and gets file 1 from 4 to 5.
  const FileTrace trace = test::run_files("WQ+G", test::unit_star(2), tasks_of({0, 0, 0, 1}, 2, 1));
  EXPECT_THAT(trace.copies, ElementsAre(FileCopy{0, 0, 1, 3, k_first}, FileCopy{1, 1, 2, 4, k_first},
                                        FileCopy{2, 0, 3, 5, k_first}, FileCopy{3, 1, 5, 7, k_first}));
  EXPECT_EQ(trace.transfers, 3);
}

TEST(GroupedQueue, AStaticJobGetsItsFilesOneByOne) {
  // Jobs {0, 1} and {2, 3}; worker 0 needs file 0 twice, worker 1 files 0 (1-2) and 1 (4-5).
  const FileTrace trace = test::run_files("WQ+G:mode=static", test::unit_star(2), tasks_of({0, 0, 0, 1}, 2, 1));
  EXPECT_THAT(trace.copies, ElementsAre(FileCopy{0, 0, 1, 3, k_first}, FileCopy{2, 1, 2, 4, k_first},
                                        FileCopy{1, 0, 3, 5, k_first}, FileCopy{3, 1, 5, 7, k_first}));
}

// Two supervisors with two workers each. The file is with them at 1 and 2, with the workers at 2, 3, 3 and 4.
TEST(HierarchicalQueue, SupervisorsPassTheFileOn) {
  const FileTrace trace =
      test::run_files("WQ+H:workers_per_supervisor=2,replication=off", test::unit_star(4), test::one_file(6, 3, 1));
  EXPECT_THAT(trace.copies,
              ElementsAre(FileCopy{0, 0, 2, 5, k_first}, FileCopy{1, 1, 3, 6, k_first}, FileCopy{2, 2, 3, 6, k_first},
                          FileCopy{3, 3, 4, 7, k_first}, FileCopy{4, 0, 5, 8, k_first}, FileCopy{5, 1, 6, 9, k_first}));
  EXPECT_EQ(trace.transfers, 6);  // two to the supervisors, four to the workers
}

TEST(HierarchicalQueue, IdleWorkersReplicateWhatRuns) {
  // As above. Worker 2, idle at 6, replicates task 3, the first that still runs; that ends at 7. Workers 2 and 3 then
  // replicate tasks 4 and 5, until 8 and 9. Nothing runs only once then.
  const FileTrace trace = test::run_files("WQ+H:workers_per_supervisor=2", test::unit_star(4), test::one_file(6, 3, 1));
  EXPECT_THAT(
      std::vector<FileCopy>(trace.copies.begin() + 6, trace.copies.end()),
      ElementsAre(FileCopy{3, 2, 6, 7, k_stopped}, FileCopy{4, 2, 7, 8, k_stopped}, FileCopy{5, 3, 7, 9, k_stopped}));
  EXPECT_EQ(trace.makespan, 9);
}

// Supervisor 0 has workers 0 and 1, supervisor 1 worker 2; ready at 2, 3 and 3. Lists: tasks 0 to 4 and 5 to 8, 4 s
// each.
TEST(HierarchicalQueue, ASupervisorHelpsOthersOnceItsOwnListIsDone) {
  // Worker 1 idles from 11 on, while task 4 runs; at 14 its list is done, and worker 0 takes task 8 of the other one.
  const FileTrace trace = test::run_files("WQ+H:workers_per_supervisor=2,pull=sub-lists,replication=off",
                                          test::unit_star(3), test::one_file(9, 4, 1));
  EXPECT_THAT(
      trace.copies,
      ElementsAre(FileCopy{0, 0, 2, 6, k_first}, FileCopy{1, 1, 3, 7, k_first}, FileCopy{5, 2, 3, 7, k_first},
                  FileCopy{2, 0, 6, 10, k_first}, FileCopy{3, 1, 7, 11, k_first}, FileCopy{6, 2, 7, 11, k_first},
                  FileCopy{4, 0, 10, 14, k_first}, FileCopy{7, 2, 11, 15, k_first}, FileCopy{8, 0, 14, 18, k_first}));
}

TEST(HierarchicalQueue, ReplicatesItsOwnListBeforeItHelps) {
  // As above, but worker 1 runs task 4 a second time from 11 to 14, task 7 of the other list from 14 on, and then, as
  // worker 2 does at 15, nothing: task 8 has two copies only if worker 1, idle at 15 as well, is asked first.
  const FileTrace trace =
      test::run_files("WQ+H:workers_per_supervisor=2,pull=sub-lists", test::unit_star(3), test::one_file(9, 4, 1));
  EXPECT_THAT(
      std::vector<FileCopy>(trace.copies.begin() + 7, trace.copies.end()),
      ElementsAre(FileCopy{4, 1, 11, 14, k_stopped}, FileCopy{7, 2, 11, 15, k_first}, FileCopy{8, 0, 14, 18, k_first},
                  FileCopy{7, 1, 14, 15, k_stopped}, FileCopy{8, 1, 15, 18, k_stopped}));
}

TEST(HierarchicalQueue, ASupervisorAsksForAFileOnce) {
  // One supervisor, three workers, two files with two tasks each. Homes: tasks 0, 1 and 2. The supervisor has file 0 at
  // 1 and sends it 1-2, 2-3; it has file 1 at 2 and sends it to worker 2 3-4. Tasks 1 s: 0 on worker 0 from 2, 1 on
  // worker 0 from 3, as worker 0 is asked before worker 1, which has file 0 at 3 and finds no task; file 1 goes to it
  // next (4-5). Worker 2 runs 2 from 4 to 5 and 3 from 5, but worker 1 is asked first at 5.
  const FileTrace trace = test::run_files("WQ+H:replication=off", test::unit_star(3), tasks_of({0, 0, 1, 1}, 1, 1));
  EXPECT_THAT(trace.copies, ElementsAre(FileCopy{0, 0, 2, 3, k_first}, FileCopy{1, 0, 3, 4, k_first},
                                        FileCopy{2, 2, 4, 5, k_first}, FileCopy{3, 1, 5, 6, k_first}));
  EXPECT_EQ(trace.transfers, 6);  // 2 to the supervisor; 0, 0, 1 and 1 to workers
}

TEST(FilePolicies, NamesAndParametersHaveCanonicalTexts) {
  for (const Strategy& known : file_strategies()) {
    const Recipe recipe{std::string(known.name), resolve(known.name, known.parameters, {})};
    EXPECT_EQ(parse_recipe(canonical_text(recipe), known.parameters), recipe);
  }
}

// Multiples of 1/8 add up exactly, so that dates that are equal on paper are equal.
double policy_eighths(RandomStream& random, int most) {
  return static_cast<double>(random.uniform_integer(1, most)) / 8;
}

SharedFileTasks draw_tasks(RandomStream& random) {
  SharedFileTasks tasks;
  tasks.flop = policy_eighths(random, 80);
  const auto files = static_cast<int>(random.uniform_integer(1, 12));
  for (int file = 0; file < files; ++file) {
    tasks.file_bytes.push_back(policy_eighths(random, 40));
    tasks.file_of_task.insert(tasks.file_of_task.end(), static_cast<std::size_t>(random.uniform_integer(1, 15)), file);
  }
  return tasks;
}

Star draw_star(RandomStream& random, bool identical) {
  Star star = test::unit_star(static_cast<int>(random.uniform_integer(1, 16)));
  if (identical) return star;
  for (Worker& worker : star.workers)
    worker = {policy_eighths(random, 16), {policy_eighths(random, 8), policy_eighths(random, 4)}};
  return star;
}

const std::vector<std::string>& recipes() {
  static const std::vector<std::string> texts{"WQ",
                                              "WQ+G",
                                              "WQ+G:mode=static",
                                              "WQ+H:workers_per_supervisor=3",
                                              "WQ+H:workers_per_supervisor=3,replication=off",
                                              "WQ+H:workers_per_supervisor=3,pull=sub-lists",
                                              "WQ+H:workers_per_supervisor=3,pull=sub-lists,replication=off",
                                              "WQ+H:supervisor_rule=eq4"};
  return texts;
}

void expect_each_task_once(const test::FileTrace& trace, const SharedFileTasks& tasks) {
  std::vector<int> done(tasks.file_of_task.size(), 0);
  double last = 0;
  for (const test::FileCopy& copy : trace.copies) {
    if (!copy.counts) continue;
    ++done[copy.task];
    last = std::max(last, copy.finish);
  }
  EXPECT_TRUE(std::ranges::all_of(done, [](int times) { return times == 1; }));
  EXPECT_EQ(trace.makespan, last);
}

// Workers run one task at a time, and the first of a file only after a transfer of it.
void expect_possible(const test::FileTrace& trace, const Star& star, const SharedFileTasks& tasks) {
  std::vector<double> free(star.workers.size(), 0);
  for (const test::FileCopy& copy : trace.copies) {
    const auto w = static_cast<std::size_t>(copy.worker);
    const double bytes = tasks.file_bytes[tasks.file_of_task[copy.task]];
    const Link& link = star.workers[w].link;
    EXPECT_GE(copy.start, free[w]);
    EXPECT_GE(copy.start, link.latency + bytes / std::min(link.bandwidth, star.master_bandwidth));
    free[w] = copy.finish;
  }
}

TEST(FilePoliciesAtRandom, DoEveryTaskOnce) {
  RandomStream random(6);
  for (int i = 0; i < 500; ++i) {
    const SharedFileTasks tasks = draw_tasks(random);
    check(tasks);
    const Star star = draw_star(random, i % 2 == 0);
    for (const std::string& recipe : recipes()) {
      const test::FileTrace trace = test::run_files(recipe, star, tasks);
      expect_each_task_once(trace, tasks);
      expect_possible(trace, star, tasks);
      if (HasFailure()) FAIL() << recipe << " on instance " << i;
    }
  }
}

TEST(FilePoliciesAtRandom, CopiesChangeNothingOnIdenticalWorkersThatShareOneFile) {
  RandomStream random(7);
  int copies = 0;
  for (int i = 0; i < 500; ++i) {
    const Star star = draw_star(random, true);
    const auto count = static_cast<int>(random.uniform_integer(1, 100));
    const SharedFileTasks tasks = test::one_file(count, policy_eighths(random, 80), policy_eighths(random, 40));
    for (const std::string pull : {"global", "sub-lists"}) {
      const std::string recipe = "WQ+H:workers_per_supervisor=3,pull=" + pull;
      const test::FileTrace with = test::run_files(recipe, star, tasks);
      const test::FileTrace without = test::run_files(recipe + ",replication=off", star, tasks);
      ASSERT_EQ(with.makespan, without.makespan) << recipe << " on instance " << i;
      ASSERT_EQ(static_cast<int>(without.copies.size()), count);
      copies += static_cast<int>(with.copies.size()) - count;
    }
  }
  EXPECT_GT(copies, 500);  // there were some
}

TEST(FilePoliciesAtRandom, CopiesHelpWhereAWorkerIsSlow) {
  // One supervisor: it has the file at 0.5, worker 0 at 1, worker 1 at 1.5. Worker 1 needs 100 s for its task, worker
  // 0, free at 5, runs it again from 5 to 9.
  Star star = test::unit_star(2);
  star.workers[1].speed = 0.04;
  const test::FileTrace trace = test::run_files("WQ+H", star, test::one_file(2, 4, 0.5));
  EXPECT_EQ(trace.makespan, 9);
}

TEST(FilePoliciesAtRandom, SendOneFileOncePerWorkerAndSupervisor) {
  RandomStream random(8);
  for (int i = 0; i < 200; ++i) {
    const Star star = draw_star(random, i % 2 == 0);
    const SharedFileTasks tasks = test::one_file(static_cast<int>(random.uniform_integer(1, 100)), 5, 1);
    const auto workers = static_cast<int>(star.workers.size());
    EXPECT_EQ(test::run_files("WQ", star, tasks).transfers, tasks.task_count());
    EXPECT_LE(test::run_files("WQ+G", star, tasks).transfers, workers);
    EXPECT_LE(test::run_files("WQ+H:workers_per_supervisor=3", star, tasks).transfers, workers + (workers + 2) / 3);
  }
}

// Equal tasks on identical machines that become ready one after the other end earliest if an idle machine takes the
// next one, which is WQ+G. A work queue runs the same tasks on the same machines, with more waiting, ready no earlier.
TEST(FilePoliciesAtRandom, GroupingIsNeverSlowerOnIdenticalWorkersThatShareOneFile) {
  RandomStream random(9);
  for (int i = 0; i < 500; ++i) {
    const Star star = draw_star(random, true);
    const SharedFileTasks tasks = test::one_file(static_cast<int>(random.uniform_integer(1, 100)),
                                                 policy_eighths(random, 80), policy_eighths(random, 40));
    EXPECT_LE(test::run_files("WQ+G", star, tasks).makespan, test::run_files("WQ", star, tasks).makespan) << i;
  }
}

SharedFileTasks tasks_of(std::vector<int> file_of_task) {
  return {.file_bytes = {}, .file_of_task = std::move(file_of_task), .flop = 1};
}

TEST(TaskPool, GivesTasksOfAFileInOrder) {
  const SharedFileTasks tasks = tasks_of({4, 4, 2});
  TaskPool pool(tasks, 0, 3, 1);
  EXPECT_EQ(pool.ready(), 3);
  EXPECT_EQ(pool.take(4), 0);
  EXPECT_EQ(pool.take(4), 1);
  EXPECT_EQ(pool.take(4), std::nullopt);
  EXPECT_EQ(pool.take(3), std::nullopt);
  EXPECT_EQ(pool.take(2), 2);
  EXPECT_EQ(pool.ready(), 0);
}

TEST(TaskPool, HoldsItsPartOfTheTasksOnly) {
  const SharedFileTasks tasks = tasks_of({0, 0, 0, 1});
  TaskPool pool(tasks, 1, 3, 1);
  EXPECT_EQ(pool.take(1), std::nullopt);
  EXPECT_EQ(pool.take(0), 1);
  EXPECT_EQ(pool.take(0), 2);
  EXPECT_EQ(pool.take(0), std::nullopt);
}

TEST(TaskPool, ClaimsGoOnToFilesThatNobodyWaitsFor) {
  const SharedFileTasks tasks = tasks_of({0, 1, 1, 2});
  TaskPool pool(tasks, 0, 4, 2);  // places 0 and 1 begin at tasks 0 and 2: files 0 and 1
  EXPECT_EQ(pool.claim(1), 1);
  EXPECT_EQ(pool.claim(1), 1);
  EXPECT_EQ(pool.claim(1), 2);
  EXPECT_EQ(pool.claim(1), 0);  // from the beginning
  EXPECT_EQ(pool.claim(1), 1);  // all are waited for: its own
  EXPECT_EQ(pool.claim(0), 0);
}

TEST(TaskPool, WithoutReadyTasksThereIsNothingToClaim) {
  const SharedFileTasks tasks = tasks_of({0, 1});
  TaskPool pool(tasks, 0, 2, 2);
  EXPECT_EQ(pool.claim(0), 0);
  EXPECT_EQ(pool.take_claimed(0), 0);
  EXPECT_EQ(pool.claim(0), 1);
  EXPECT_EQ(pool.claim(0), std::nullopt);  // file 0 has none left, file 1 is on its way
  EXPECT_EQ(pool.take_claimed(0), std::nullopt);
  EXPECT_EQ(pool.take_claimed(1), 1);
  EXPECT_EQ(pool.claim(1), std::nullopt);
}

TEST(TaskPool, ATaskThatIsTakenNeedsNoClaim) {
  const SharedFileTasks tasks = tasks_of({0, 0, 1});
  TaskPool pool(tasks, 0, 3, 1);
  EXPECT_EQ(pool.claim(0), 0);
  EXPECT_EQ(pool.take(0), 0);  // by another worker with the file; one task is left for the claim
  EXPECT_EQ(pool.claim(0), 1);
}

TEST(TaskPool, MayBeEmpty) {
  const SharedFileTasks tasks = tasks_of({0});
  TaskPool pool(tasks, 1, 1, 3);
  EXPECT_EQ(pool.claim(2), std::nullopt);
  EXPECT_EQ(pool.take(0), std::nullopt);
  EXPECT_EQ(pool.ready(), 0);
}

}  // namespace

}  // namespace palio
