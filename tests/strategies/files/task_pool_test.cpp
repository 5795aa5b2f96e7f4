#include "strategies/files/queues/queues.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

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
