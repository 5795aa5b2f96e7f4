#include "workloads/families/families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

using testing::ElementsAre;

SharedFileTasks build_file_tasks(const std::string& text) {
  const WorkloadFamily& family = workload_family(text.substr(0, text.find(':')));
  return as<SharedFileTasks>(family.build(parse_recipe(text, family.parameters), ""));
}

TEST(SharedFileTasks, ShareOneFileByDefault) {
  const SharedFileTasks tasks = build_file_tasks("shared-files:tasks=3,flop=5,file_bytes=7");
  EXPECT_THAT(tasks.file_bytes, ElementsAre(7));
  EXPECT_THAT(tasks.file_of_task, ElementsAre(0, 0, 0));
  EXPECT_EQ(tasks.flop, 5);
  EXPECT_EQ(tasks.output_bytes, 0);
  EXPECT_NO_THROW(check(tasks));
}

TEST(SharedFileTasks, WithoutFilesHaveOneEach) {
  const SharedFileTasks tasks = build_file_tasks("shared-files:tasks=3,flop=5,file_bytes=7,files=0,output_bytes=2");
  EXPECT_THAT(tasks.file_bytes, ElementsAre(7, 7, 7));
  EXPECT_THAT(tasks.file_of_task, ElementsAre(0, 1, 2));
  EXPECT_EQ(tasks.output_bytes, 2);
  EXPECT_NO_THROW(check(tasks));
}

TEST(SharedFileTasks, AreSplitEvenlyInOrder) {
  // 8 tasks over 3 files: 3, 3, 2.
  const SharedFileTasks tasks = build_file_tasks("shared-files:tasks=8,flop=5,file_bytes=7,files=3");
  EXPECT_THAT(tasks.file_of_task, ElementsAre(0, 0, 0, 1, 1, 1, 2, 2));
  EXPECT_NO_THROW(check(tasks));
}

TEST(SharedFileTasks, NeedAsManyTasksAsFiles) {
  EXPECT_NO_THROW(build_file_tasks("shared-files:tasks=3,flop=5,file_bytes=7,files=3"));
  EXPECT_THAT(test::error_of([&] { build_file_tasks("shared-files:tasks=3,flop=5,file_bytes=7,files=4"); }),
              testing::HasSubstr("shared-files has 4 files for 3 tasks"));
}

TEST(SharedFileTasks, RefuseParametersOutOfRange) {
  EXPECT_THROW(build_file_tasks("shared-files:tasks=0,flop=5,file_bytes=7"), UserError);
  EXPECT_THROW(build_file_tasks("shared-files:tasks=1,flop=0,file_bytes=7"), UserError);
  EXPECT_THROW(build_file_tasks("shared-files:tasks=1,flop=5,file_bytes=0"), UserError);
  EXPECT_THROW(build_file_tasks("shared-files:tasks=1,flop=5,file_bytes=7,output_bytes=-1"), UserError);
  EXPECT_THROW(build_file_tasks("isoefficiency-tasks:target=0,flop=5,file_bytes=7"), UserError);
  EXPECT_THROW(build_file_tasks("isoefficiency-tasks:target=1,flop=5,file_bytes=7"), UserError);
}

TEST(SharedFileTasks, OpenTasksAreCountedLater) {
  const SharedFileTasks open = build_file_tasks("isoefficiency-tasks:target=0.9,flop=5,file_bytes=7");
  EXPECT_NO_THROW(check(open));
  EXPECT_EQ(open.task_count(), 0);
  EXPECT_EQ(open.target_efficiency, 0.9);
  const SharedFileTasks counted = with_task_count(open, 3);
  EXPECT_NO_THROW(check(counted));
  EXPECT_THAT(counted.file_bytes, ElementsAre(7));
  EXPECT_THAT(counted.file_of_task, ElementsAre(0, 0, 0));
  EXPECT_EQ(counted.flop, 5);
  EXPECT_THROW(with_task_count(counted, 3), InternalError);
}

TEST(SharedFileTasks, OpenTasksMayHaveTheirOwnFiles) {
  const SharedFileTasks counted =
      with_task_count(build_file_tasks("isoefficiency-tasks:sharing=per-task,flop=5,file_bytes=7"), 2);
  EXPECT_THAT(counted.file_bytes, ElementsAre(7, 7));
  EXPECT_THAT(counted.file_of_task, ElementsAre(0, 1));
}

TEST(SharedFileTasks, CheckNamesWhatMakesNoSense) {
  const SharedFileTasks good{.file_bytes = {1, 2}, .file_of_task = {0, 0, 1}, .flop = 1};
  EXPECT_NO_THROW(check(good));
  const auto refused = [&](auto change) {
    SharedFileTasks bad = good;
    change(bad);
    EXPECT_THROW(check(bad), UserError);
  };
  refused([](SharedFileTasks& t) { t.file_of_task.clear(); });
  refused([](SharedFileTasks& t) { t.file_of_task = {0, 1, 0}; });
  refused([](SharedFileTasks& t) { t.file_of_task = {0, 0, 0}; });
  refused([](SharedFileTasks& t) { t.file_of_task = {0, 1, 2}; });
  refused([](SharedFileTasks& t) { t.file_bytes[1] = 0; });
  refused([](SharedFileTasks& t) { t.flop = 0; });
  refused([](SharedFileTasks& t) { t.output_bytes = -1; });
  refused([](SharedFileTasks& t) { t.target_efficiency = 0.5; });  // and a number of tasks
  refused([](SharedFileTasks& t) { t.target_efficiency = 1; });
}

}  // namespace
}  // namespace palio
