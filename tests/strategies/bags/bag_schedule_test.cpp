#include "strategies/bags/bag_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/bag_builders.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Worker 0 of 2 flop/s behind 5 byte/s, worker 1 of 1 flop/s behind 10 byte/s, both with 1 s of latency. Application 0
// has two tasks of 4 flop and 10 bytes, application 1, released at 2 s, one of 6 flop and 20 bytes.
// Sends to worker 0 take 1 + 10/5 = 3 s, of application 1 to worker 1 1 + 20/10 = 3 s. Computing: 4/2 = 2 s, 6/1 = 6 s.
class BagValidator : public testing::Test {
protected:
  BagValidator() {
    star_.workers[0].link.latency = star_.workers[1].link.latency = 1;
    batch_.applications = {test::bag(2, 4, 10), test::bag(1, 6, 20, 2)};
  }

  std::string violation() const { return find_bag_violation(star_, batch_, schedule_).value_or("valid"); }
  BagTask& task(std::size_t id) { return schedule_.tasks[id]; }

  Star star_ = test::star({{2, 5}, {1, 10}});
  BagBatch batch_;
  BagSchedule schedule_{{{0, 0, 0, 3, 3, 5}, {1, 1, 3, 6, 6, 12}, {0, 0, 6, 9, 9, 11}}};
};

TEST_F(BagValidator, AcceptsAValidRun) { EXPECT_EQ(violation(), "valid"); }

TEST_F(BagValidator, AcceptsDatesThatDifferInTheLastBits) {
  task(1).send_start *= 1 - 1e-12;
  EXPECT_EQ(violation(), "valid");
}

TEST_F(BagValidator, EveryTaskIsSent) {
  schedule_.tasks.pop_back();
  EXPECT_EQ(violation(), "application 0 has 2 tasks, but 1 are sent");
}

TEST_F(BagValidator, NoTaskIsSentTwice) {
  schedule_.tasks.push_back({1, 1, 9, 12, 12, 18});
  EXPECT_EQ(violation(), "application 1 has 1 tasks, but 2 are sent");
}

TEST_F(BagValidator, OneMessageAtATimeLeavesThePort) {
  task(2) = {0, 0, 5, 8, 8, 10};
  EXPECT_EQ(violation(), "task 2 is sent at 5 s, while task 1 keeps the port until 6 s");
}

TEST_F(BagValidator, SeveralPortsSendAtOnceButToDifferentWorkers) {
  star_.port_model = PortModel::multi_port;
  task(2) = {0, 0, 4, 8, 8, 10};  // longer than alone: the master's bandwidth is shared
  EXPECT_EQ(violation(), "valid");
  task(2) = {0, 0, 2, 5, 5, 7};
  EXPECT_EQ(violation(), "task 2 is sent at 2 s, while task 0 keeps the port until 3 s");
}

TEST_F(BagValidator, NothingIsSentBeforeItsRelease) {
  batch_.applications[1].release_date = 3.5;
  EXPECT_EQ(violation(), "task 1 is sent at 3 s, before the release of application 1 at 3.5 s");
}

TEST_F(BagValidator, NothingStartsBeforeItIsReceived) {
  task(1) = {1, 1, 3, 6, 5, 11};
  EXPECT_EQ(violation(), "task 1 starts at 5 s, before it is received at 6 s");
}

TEST_F(BagValidator, AWorkerComputesOneTaskAtATime) {
  task(0).start = 8;
  task(0).finish = 10;
  EXPECT_EQ(violation(), "task 2 starts at 9 s on worker 0, which task 0 keeps until 10 s");
}

TEST_F(BagValidator, SendsTakeExactlyTheirTime) {
  task(2).send_finish = 8.5;
  EXPECT_EQ(violation(), "task 2 is sent in 2.5 s, but 3 s to worker 0");
  task(2).send_finish = 9.5;
  task(2).start = 9.5;
  task(2).finish = 11.5;
  EXPECT_EQ(violation(), "task 2 is sent in 3.5 s, but 3 s to worker 0");
}

// With 4 byte/s out of the master, 10 bytes take 1 + 10/4 = 3.5 s whatever the link.
TEST_F(BagValidator, TheMastersBandwidthBoundsASend) {
  star_.master_bandwidth = 4;
  EXPECT_EQ(violation(), "task 0 is sent in 3 s, but 3.5 s to worker 0");
}

TEST_F(BagValidator, TasksTakeExactlyTheirTime) {
  task(1).finish = 13;
  EXPECT_EQ(violation(), "task 1 takes 7 s, but should take 6 s on worker 1");
  task(1).finish = 11;
  EXPECT_EQ(violation(), "task 1 takes 5 s, but should take 6 s on worker 1");
}

TEST_F(BagValidator, NamesExist) {
  task(1).worker = 2;
  EXPECT_EQ(violation(), "task 1 is on worker 2, which does not exist");
  task(1).worker = -1;
  EXPECT_EQ(violation(), "task 1 is on worker -1, which does not exist");
  task(1).application = 2;
  EXPECT_EQ(violation(), "task 1 is of application 2, which does not exist");
}

TEST_F(BagValidator, DatesAreNumbers) {
  task(1).finish = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(violation(), HasSubstr("task 1 has a time of nan s"));
}

}  // namespace
}  // namespace palio
