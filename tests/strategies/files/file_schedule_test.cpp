#include "strategies/files/file_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::HasSubstr;

// Two workers of 1 and 2 flop/s; three tasks of 4 flop: 4 s on worker 0, 2 s on worker 1.
class FileValidator : public testing::Test {
protected:
  std::string violation() const { return find_file_violation(star_, tasks_, schedule_).value_or("valid"); }

  Star star_{{{1, {1, 0}}, {2, {1, 0}}}, 1};
  SharedFileTasks tasks_{{1.0}, {0, 0, 0}, 4, 0};
  FileSchedule schedule_{{{0, 1, 5}, {1, 2, 4}, {1, 4, 6}}, 6, 2};
};

TEST_F(FileValidator, TakesAValidRun) { EXPECT_EQ(violation(), "valid"); }

TEST_F(FileValidator, EveryTaskIsDone) {
  schedule_.tasks.pop_back();
  EXPECT_EQ(violation(), "2 tasks were done of 3");
}

TEST_F(FileValidator, WorkersExist) {
  schedule_.tasks[1].worker = 2;
  EXPECT_THAT(violation(), HasSubstr("task 1 ran on worker 2, which does not exist"));
}

TEST_F(FileValidator, TasksTakeTheirTime) {
  schedule_.tasks[0].finish = 4;
  EXPECT_THAT(violation(), HasSubstr("task 0 ran from 1 to 4 s on worker 0, but ends at 5 s"));
}

TEST_F(FileValidator, AWorkerRunsOneTaskAtATime) {
  schedule_.tasks[2] = {1, 3, 5};
  EXPECT_THAT(violation(), HasSubstr("task 2 starts at 3 s on worker 1, which is busy until 4 s"));
}

TEST_F(FileValidator, NothingEndsAfterTheMakespan) {
  schedule_.makespan = 5.5;
  EXPECT_THAT(violation(), HasSubstr("task 2 ends at 6 s, after the makespan of 5.5 s"));
}

}  // namespace
}  // namespace palio
