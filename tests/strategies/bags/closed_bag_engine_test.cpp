#include "tests/support/closed_bag_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <string>

#include <fmt/format.h>

#include "core/error.h"
#include "strategies/bags/bag_schedule.h"
#include "tests/support/bag_builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Sends tasks in the given order, each from a date on; records all that it is told.
class Script : public BagPolicy {
public:
  struct Line {
    Send send;
    double from = 0;
  };
  using Lines = std::deque<Line>;
  explicit Script(Lines lines) : lines_(std::move(lines)) {}

  void released(int application, double now) override {
    told.push_back(fmt::format("{}: released {}", now, application));
  }
  void received(const Send& send, double now) override {
    told.push_back(fmt::format("{}: received {} by {}", now, send.application, send.worker));
  }
  void started(int application, int worker, double now) override {
    told.push_back(fmt::format("{}: started {} by {}", now, application, worker));
  }
  void finished(int application, int worker, double now) override {
    told.push_back(fmt::format("{}: finished {} by {}", now, application, worker));
  }
  std::optional<Send> next_send(double now) override {
    told.push_back(fmt::format("{}: asked", now));
    if (lines_.empty() || lines_.front().from > now) return std::nullopt;
    const Send send = lines_.front().send;
    lines_.pop_front();
    return send;
  }
  std::optional<double> wake_up() const override {
    return lines_.empty() ? std::nullopt : std::optional(lines_.front().from);
  }
  int next_application(int, std::span<const int> held, double) override {
    return last_first ? held.back() : held.front();
  }

  std::vector<std::string> told;
  bool last_first = false;

private:
  std::deque<Line> lines_;
};

std::string error_of(const Star& star, const BagBatch& batch, Script::Lines lines) {
  Script script(std::move(lines));
  return test::error_of<InternalError>([&] { test::run_bags(star, batch, script); });
}

// Worker 0 of 2 flop/s behind 5 byte/s, worker 1 of 1 flop/s behind 10 byte/s. Application 0: two tasks of 12 flop and
// 10 bytes; application 1, released at 3 s: one task of 4 flop and 20 bytes.
const Star k_engine_star = test::star({{2, 5}, {1, 10}});
const BagBatch k_batch{{test::bag(2, 12, 10), test::bag(1, 4, 20, 3)}};

// 0 to 2 s task of 0 to worker 0, which computes it from 2 to 8 s; 2 to 4 s another one, which waits until 8 and ends
// at 14 s; 4 to 6 s the task of application 1 to worker 1, computed from 6 to 10 s.
TEST(ClosedBagEngine, OverlapsSendsAndComputations) {
  Script script({{{0, 0}}, {{0, 0}}, {{1, 1}}});
  const BagSchedule schedule = test::run_bags(k_engine_star, k_batch, script);
  ASSERT_EQ(schedule.tasks.size(), 3U);
  const auto dates = [&](std::size_t id) {
    const BagTask& task = schedule.tasks[id];
    return std::vector<double>{task.send_start, task.send_finish, task.start, task.finish};
  };
  EXPECT_THAT(dates(0), ElementsAre(0, 2, 2, 8));
  EXPECT_THAT(dates(1), ElementsAre(2, 4, 8, 14));
  EXPECT_THAT(dates(2), ElementsAre(4, 6, 6, 10));
  EXPECT_EQ(schedule.tasks[2].application, 1);
  EXPECT_EQ(schedule.tasks[2].worker, 1);
  EXPECT_EQ(find_bag_violation(k_engine_star, k_batch, schedule).value_or("valid"), "valid");
}

// The same run: the port is busy when application 1 is released at 3 s, and nothing is left to send after 4 s.
TEST(ClosedBagEngine, TellsEveryEventInOrderAndAsksLast) {
  Script script({{{0, 0}}, {{0, 0}}, {{1, 1}}});
  test::run_bags(k_engine_star, k_batch, script);
  EXPECT_THAT(script.told,
              ElementsAre("0: released 0", "0: asked", "2: received 0 by 0", "2: started 0 by 0", "2: asked",
                          "3: released 1", "4: received 0 by 0", "4: asked", "6: received 1 by 1", "6: started 1 by 1",
                          "8: finished 0 by 0", "8: started 0 by 0", "10: finished 1 by 1", "14: finished 0 by 0"));
}

// The second send waits for 7 s, although nothing happens then: received at 8 s, computed by worker 1 for 12 s.
// s.
TEST(ClosedBagEngine, AsksAgainAtTheDateThatThePolicyNames) {
  Script script({{{0, 0}}, {{0, 1}, 7}, {{1, 1}}});
  const BagSchedule schedule = test::run_bags(k_engine_star, k_batch, script);
  EXPECT_EQ(schedule.tasks[1].send_start, 7);
  EXPECT_EQ(schedule.tasks[1].send_finish, 8);
  EXPECT_EQ(schedule.tasks[1].finish, 20);
}

// Worker 0 gets a task of 0 at 2 s and runs it until 8 s; it then holds another of 0 (4 s) and one of 1 (4 + 20/5 = 8
// s).
TEST(ClosedBagEngine, ThePolicyChoosesAmongTheTasksOfAWorker) {
  Script script({{{0, 0}}, {{0, 0}}, {{1, 0}}});
  script.last_first = true;
  const BagSchedule schedule = test::run_bags(k_engine_star, k_batch, script);
  EXPECT_EQ(schedule.tasks[2].start, 8);
  EXPECT_EQ(schedule.tasks[1].start, 10);  // 4 flop at 2 flop/s later
}

// 0.5 s of latency and a master of 4 byte/s: 0.5 + 10/4 = 3 s.
TEST(ClosedBagEngine, SendsTakeTheLatencyAndTheSlowerOfTheTwoBandwidths) {
  Star star = k_engine_star;
  star.master_bandwidth = 4;
  star.workers[1].link.latency = 0.5;
  Script script(Script::Lines{{{0, 1}}});
  const BagSchedule schedule = test::run_bags(star, {{test::bag(1, 12, 10)}}, script);
  EXPECT_EQ(schedule.tasks[0].send_finish, 3);
}

TEST(ClosedBagEngine, RefusesAnswersThatAreNotAllowed) {
  EXPECT_EQ(error_of(k_engine_star, k_batch, {{{1, 0}}}), "application 1 cannot be sent to worker 0 at 0 s");
  EXPECT_EQ(error_of(k_engine_star, k_batch, {{{0, 2}}}), "application 0 cannot be sent to worker 2 at 0 s");
  EXPECT_THAT(error_of(k_engine_star, k_batch, {{{0, 0}}, {{0, 0}}, {{0, 0}}}), HasSubstr("cannot be sent"));
}

TEST(ClosedBagEngine, RefusesAWakeUpThatIsNotLater) {
  struct Impatient : BagPolicy {
    std::optional<Send> next_send(double) override { return std::nullopt; }
    std::optional<double> wake_up() const override { return 0; }
  } impatient;
  EXPECT_THROW(test::run_bags(k_engine_star, k_batch, impatient), InternalError);
}

TEST(ClosedBagEngine, RefusesPoliciesThatLeaveTasksUnsent) {
  EXPECT_EQ(error_of(k_engine_star, k_batch, {{{0, 0}}, {{0, 0}}}), "1 tasks of application 1 are never sent");
}

}  // namespace
}  // namespace palio
