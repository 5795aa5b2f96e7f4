// Whatever the files and the workers: every task is done once, with its file at hand, and copies change nothing.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "strategies/registry.h"
#include "tests/strategies/files/file_runs.h"

namespace palio {
namespace {

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

// Equal tasks on equal machines that become ready one after the other end earliest if whoever is idle takes the next
// one, which is WQ+G. A work queue runs the same tasks on the same machines, with more waiting, ready no earlier.
TEST(FilePoliciesAtRandom, GroupingIsNeverSlowerOnIdenticalWorkersThatShareOneFile) {
  RandomStream random(9);
  for (int i = 0; i < 500; ++i) {
    const Star star = draw_star(random, true);
    const SharedFileTasks tasks = test::one_file(static_cast<int>(random.uniform_integer(1, 100)),
                                                 policy_eighths(random, 80), policy_eighths(random, 40));
    EXPECT_LE(test::run_files("WQ+G", star, tasks).makespan, test::run_files("WQ", star, tasks).makespan) << i;
  }
}

}  // namespace
}  // namespace palio
