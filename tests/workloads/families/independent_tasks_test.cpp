#include "workloads/families/families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

BagBatch build_bags(const std::string& more = "", int sample = 0) {
  return build_random_bags(parse_recipe("bags-of-tasks:" + more + "sample=" + std::to_string(sample) + ",seed=2007",
                                        random_bags_parameters()),
                           "");
}

double total_bytes(const BagOfTasks& bag) { return bag.tasks * bag.bytes; }
double total_flop(const BagOfTasks& bag) { return bag.tasks * bag.flop; }

std::vector<double> drawn(const BagBatch& batch) {
  std::vector<double> values;
  for (const BagOfTasks& bag : batch.applications)
    values.insert(values.end(), {total_bytes(bag), total_flop(bag), bag.release_date});
  return values;
}

void expect_same_draws(const BagBatch& batch, const BagBatch& reference) {
  const std::vector<double> first = drawn(batch), second = drawn(reference);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_DOUBLE_EQ(first[i], second[i]);
}

TEST(RandomBags, AreEightValidApplicationsUnlessToldOtherwise) {
  for (int sample = 0; sample < 200; ++sample) {
    const BagBatch batch = build_bags("", sample);
    EXPECT_NO_THROW(check(batch));
    EXPECT_EQ(batch.applications.size(), 8U);
    EXPECT_EQ(batch.load, 1);
  }
}

TEST(RandomBags, TotalsStayWithinTheirBounds) {
  for (int sample = 0; sample < 200; ++sample)
    for (const BagOfTasks& bag : build_bags("", sample).applications) {
      EXPECT_GE(total_bytes(bag), 20e6 * (1 - 1e-12));
      EXPECT_LE(total_bytes(bag), 2e9 * (1 + 1e-12));
      EXPECT_GE(total_flop(bag), 1e10 * (1 - 1e-12));
      EXPECT_LE(total_flop(bag), 1e12 * (1 + 1e-12));
    }
}

// Bounds 100 apart at two deviations: ln 100 / 4 = 1.151 each. A normal cut at two deviations has its mean and median
// in the middle, and the variance 1 - 4 phi(2) / (2 Phi(2) - 1) = 1 - 4 x 0.05399 / 0.9545 = 0.7737, deviation 0.8796.
// 8000 draws: the mean deviates by 0.8796 / 89, the share below the median by 0.5 / 89; the kurtosis of the cut normal
// is below 3, so the mean square deviates by less than sqrt(2) x 0.7737 / 89.
TEST(RandomBags, TotalsAreLogNormalAroundTheGeometricMiddle) {
  double sum = 0, squares = 0, together = 0;
  int below = 0;
  for (int sample = 0; sample < 1000; ++sample)
    for (const BagOfTasks& bag : build_bags("", sample).applications) {
      const double bytes = std::log(total_bytes(bag) / 200e6) / 1.1513;
      const double flop = std::log(total_flop(bag) / 1e11) / 1.1513;
      sum += bytes;
      squares += bytes * bytes;
      together += bytes * flop;
      below += flop < 0 ? 1 : 0;
    }
  EXPECT_NEAR(sum / 8000, 0, 5 * 0.8796 / 89);
  EXPECT_NEAR(squares / 8000, 0.7737, 5 * 1.0942 / 89);
  EXPECT_NEAR(together / 8000, 0, 5 * 0.7737 / 89);  // bytes and flop are independent
  EXPECT_NEAR(below / 8000.0, 0.5, 5 * 0.5 / 89);
}

TEST(RandomBags, BoundsOfOneValueAreThatValue) {
  // min(1e8 / 1e6, 5e10 / 1e9) = 50 tasks of 2e6 bytes and 1e9 flop.
  for (const BagOfTasks& bag : build_bags("min_bytes=1e8,max_bytes=1e8,min_flop=5e10,max_flop=5e10,").applications) {
    EXPECT_EQ(bag.tasks, 50);
    EXPECT_EQ(bag.bytes, 2e6);
    EXPECT_EQ(bag.flop, 1e9);
  }
}

TEST(RandomBags, TasksAreAsManyAsTheirLeastSizesAllow) {
  for (int sample = 0; sample < 200; ++sample)
    for (const BagOfTasks& bag : build_bags("", sample).applications) {
      EXPECT_GE(bag.tasks, 10);  // 1e10 flop / 1e9
      EXPECT_LE(bag.tasks, 400);
      EXPECT_GE(bag.bytes, 1e6 * (1 - 1e-12));
      EXPECT_GE(bag.flop, 1e9 * (1 - 1e-12));
      // One task more would be too small, or too many.
      EXPECT_TRUE(bag.tasks == 400 || total_bytes(bag) / (bag.tasks + 1) < 1e6 ||
                  total_flop(bag) / (bag.tasks + 1) < 1e9);
    }
}

TEST(RandomBags, ATotalBelowTheLeastTaskIsOneTask) {
  for (const BagOfTasks& bag : build_bags("min_task_bytes=1e12,").applications) EXPECT_EQ(bag.tasks, 1);
}

// Places are gaps summed up and divided by the last: from 0 to 1, never back.
TEST(RandomBags, ReleasesArePlacesFromZeroToOne) {
  for (int sample = 0; sample < 200; ++sample) {
    const BagBatch batch = build_bags("", sample);
    EXPECT_EQ(batch.applications.front().release_date, 0);
    EXPECT_EQ(batch.applications.back().release_date, 1);
    EXPECT_TRUE(std::ranges::is_sorted(batch.applications, {}, &BagOfTasks::release_date));
  }
  EXPECT_EQ(build_bags("applications=1,").applications[0].release_date, 0);
}

// With three applications the place in the middle is g / (g + h), and its logit ln g - ln h is normal with deviation
// sqrt(2). 4000 draws: the mean deviates by 1.414 / 63, the mean square, 2, by sqrt(2) x 2 / 63.
TEST(RandomBags, GapsAreLogNormalOfDeviationOne) {
  double sum = 0, squares = 0;
  for (int sample = 0; sample < 4000; ++sample) {
    const double place = build_bags("applications=3,", sample).applications[1].release_date;
    const double logit = std::log(place / (1 - place));
    sum += logit;
    squares += logit * logit;
  }
  EXPECT_NEAR(sum / 4000, 0, 5 * 1.414 / 63);
  EXPECT_NEAR(squares / 4000, 2, 5 * 2.828 / 63);
}

TEST(RandomBags, DrawTheSameUnderAnyLoadAndSplit) {
  const BagBatch reference = build_bags();
  expect_same_draws(build_bags("load=10,"), reference);
  EXPECT_EQ(build_bags("load=10,").load, 10);
  expect_same_draws(build_bags("max_tasks=7,"), reference);
  expect_same_draws(build_bags("min_task_flop=1e8,min_task_bytes=1e5,"), reference);
}

TEST(RandomBags, DifferBySampleAndNumberOfApplications) {
  EXPECT_EQ(drawn(build_bags("", 3)), drawn(build_bags("", 3)));
  EXPECT_NE(drawn(build_bags("", 3)), drawn(build_bags("", 4)));
  EXPECT_NE(drawn(build_bags("applications=2,"))[0], drawn(build_bags("applications=4,"))[0]);
}

std::string bag_error(const std::string& more) {
  return test::error_of([&] { build_bags(more); });
}

TEST(RandomBags, RefuseParametersThatMakeNoSense) {
  EXPECT_EQ(bag_error("min_bytes=3e9,"), "min_bytes of bags-of-tasks is 3000000000, above max_bytes, 2000000000");
  EXPECT_EQ(bag_error("max_flop=1e9,"), "min_flop of bags-of-tasks is 10000000000, above max_flop, 1000000000");
  EXPECT_THAT(bag_error("applications=5000,"), HasSubstr("5000 applications of up to 400 tasks are more than 1000000"));
  for (const char* wrong :
       {"applications=0,", "load=0,", "load=-1,", "min_bytes=0,", "max_tasks=0,", "min_task_flop=0,"})
    EXPECT_THAT(bag_error(wrong), HasSubstr("outside")) << wrong;
}

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
  for (const char* wrong :
       {"shared-files:tasks=0,flop=5,file_bytes=7", "shared-files:tasks=1,flop=0,file_bytes=7",
        "shared-files:tasks=1,flop=5,file_bytes=0", "shared-files:tasks=1,flop=5,file_bytes=7,output_bytes=-1",
        "isoefficiency-tasks:target=0,flop=5,file_bytes=7", "isoefficiency-tasks:target=1,flop=5,file_bytes=7"})
    EXPECT_THROW(build_file_tasks(wrong), UserError) << wrong;
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
