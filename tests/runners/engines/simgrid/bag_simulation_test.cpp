#include "runners/engines/crew/carry_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "core/identity/random_stream.h"
#include "strategies/bags/bag_schedule.h"
#include "tests/runners/engines/simgrid/bag_recorder.h"
#include "tests/support/bag_builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;

// Sends in this order, each from a date on.
class BagScript : public BagPolicy {
public:
  struct Line {
    Send send;
    double from = 0;
  };
  explicit BagScript(std::deque<Line> lines) : lines_(std::move(lines)) {}

  std::optional<Send> next_send(double now) override {
    asked.push_back(now);
    if (lines_.empty() || lines_.front().from > now) return std::nullopt;
    const Send send = lines_.front().send;
    lines_.pop_front();
    return send;
  }
  std::optional<double> wake_up() const override {
    return lines_.empty() ? std::nullopt : std::optional(lines_.front().from);
  }

  std::vector<double> asked;  // s

private:
  std::deque<Line> lines_;
};

BagSchedule run_script(const Star& star, const BagBatch& batch, std::deque<BagScript::Line> lines) {
  BagScript script(std::move(lines));
  BagSchedule schedule = test::simulate_bags_isolated(star, batch, script);
  EXPECT_EQ(find_bag_violation(star, batch, schedule).value_or("valid"), "valid");
  return schedule;
}

std::string bag_refusal(const Star& star, const BagBatch& batch, BagPolicy& policy) {
  return test::error_of<std::runtime_error>([&] { test::simulate_bags_isolated(star, batch, policy); });
}

auto task(int application, int worker, double send_start, double send_finish, double start, double finish) {
  return FieldsAre(application, worker, DoubleEq(send_start), DoubleEq(send_finish), DoubleEq(start), DoubleEq(finish));
}

TEST(BagSimulation, OneMessageAtATimeAndTasksInTheOrderOfTheirReception) {
  // 20 byte take 2 s to worker 0 and 4 s to worker 1; 4 flop take 2 s there and 4 s here. The port is never free.
  const Star star = test::star({{2, 10}, {1, 5}});
  EXPECT_THAT(
      run_script(star, {{test::bag(4, 4, 20)}, 0}, {{{0, 0}}, {{0, 1}}, {{0, 0}}, {{0, 1}}}).tasks,
      ElementsAre(task(0, 0, 0, 2, 2, 4), task(0, 1, 2, 6, 6, 10), task(0, 0, 6, 8, 8, 10), task(0, 1, 8, 12, 12, 16)));
}

TEST(BagSimulation, AWorkerReceivesWhileItComputes) {
  // A message a second; 5 s of computation each, one after the other.
  EXPECT_THAT(run_script(test::star({{1, 10}}), {{test::bag(3, 5, 10)}, 0}, {{{0, 0}}, {{0, 0}}, {{0, 0}}}).tasks,
              ElementsAre(task(0, 0, 0, 1, 1, 6), task(0, 0, 1, 2, 6, 11), task(0, 0, 2, 3, 11, 16)));
}

TEST(BagSimulation, AMessageTakesItsLatencyAndTheNarrowerOfMasterAndLink) {
  // 0.5 s + 20 / 5 s.
  Star star = test::star({{1, 10}});
  star.workers[0].link.latency = 0.5;
  star.master_bandwidth = 5;
  EXPECT_THAT(run_script(star, {{test::bag(1, 3, 20)}, 0}, {{{0, 0}}}).tasks,
              ElementsAre(task(0, 0, 0, 4.5, 4.5, 7.5)));
}

TEST(BagSimulation, PartsOfBytesCount) {
  // At 1 byte/s. The largest message is below 2^22 byte, so a unit is 2^-41 byte.
  const BagBatch batch{{test::bag(1, 1, 1.0 / 3), test::bag(1, 1, 3e6 + 0.25)}, 0};
  const BagSchedule schedule = run_script(test::star({{1, 1}}), batch, {{{0, 0}}, {{1, 0}}});
  EXPECT_NEAR(schedule.tasks[0].send_finish, 1.0 / 3, 1e-12);
  EXPECT_NEAR(schedule.tasks[1].send_finish - schedule.tasks[1].send_start, 3e6 + 0.25, 1e-9);
}

TEST(BagSimulation, ApplicationsWaitForTheirRelease) {
  const BagBatch batch{{test::bag(1, 1, 10), test::bag(1, 1, 10, 7)}, 0};
  EXPECT_THAT(run_script(test::star({{1, 10}}), batch, {{{0, 0}}, {{1, 0}, 7}}).tasks,
              ElementsAre(task(0, 0, 0, 1, 1, 2), task(1, 0, 7, 8, 8, 9)));
}

TEST(BagSimulation, DatesFarFromZeroAreRoundedButReached) {
  // Around 3e8 s doubles are 6e-8 s apart, more than SimGrid considers equal by default.
  const BagBatch batch{{test::bag(40, 0.3, 1, 1e9 / 3)}, 0};
  const BagSchedule schedule =
      run_script(test::star({{1, 10}, {0.7, 3}}), batch, std::deque<BagScript::Line>(40, {{0, 0}}));
  EXPECT_NEAR(schedule.tasks.back().finish, 1e9 / 3 + 0.1 + 40 * 0.3, 1e-4);
}

TEST(BagSimulation, SeveralPortsShareTheMastersBandwidth) {
  // 12 byte/s: 2 for the narrow link, 5 each for the others; from 2 s on 10 for the third, which has 10 byte left.
  Star star = test::star({{1, 2}, {1, 100}, {1, 1000}});
  star.master_bandwidth = 12;
  star.port_model = PortModel::multi_port;
  const BagBatch batch{{test::bag(2, 1, 10), test::bag(1, 1, 20)}, 0};
  EXPECT_THAT(run_script(star, batch, {{{0, 0}}, {{0, 1}}, {{1, 2}}}).tasks,
              ElementsAre(task(0, 0, 0, 5, 5, 6), task(0, 1, 0, 2, 2, 3), task(1, 2, 0, 3, 3, 4)));
}

TEST(BagSimulation, LatenciesDoNotWeighOnTheShares) {
  // 60 byte/s. The first message is alone from 1 to 3 s: 120 byte; the rest of its 240 at 30 byte/s: 4 s. The second
  // one then has 120 byte left: 2 s.
  Star star = test::star({{1, 100}, {1, 100}});
  star.master_bandwidth = 60;
  star.port_model = PortModel::multi_port;
  star.workers[0].link.latency = 1;
  star.workers[1].link.latency = 3;
  EXPECT_THAT(run_script(star, {{test::bag(2, 1, 240)}, 0}, {{{0, 0}}, {{0, 1}}}).tasks,
              ElementsAre(task(0, 0, 0, 7, 7, 8), task(0, 1, 0, 9, 9, 10)));
}

TEST(BagSimulation, AMessageToABusyLinkWaitsAndHoldsUpTheNext) {
  // 1 s each. The third waits for the second, which waits for the link of worker 0.
  Star star = test::star({{1, 10}, {1, 10}});
  star.port_model = PortModel::multi_port;
  EXPECT_THAT(run_script(star, {{test::bag(3, 1, 10)}, 0}, {{{0, 0}}, {{0, 0}}, {{0, 1}}}).tasks,
              ElementsAre(task(0, 0, 0, 1, 1, 2), task(0, 0, 1, 2, 2, 3), task(0, 1, 1, 2, 2, 3)));
}

TEST(BagSimulation, AsksAtTheDatesOfWakeUpsAndAtNoneThatWasReplaced) {
  // Asked at 0: nothing before 9 s. The policy is also asked at the release at 4 s and then answers 6 s: it is not
  // asked at 9 but only when something ends, at 7 (sent) and 8 (computed).
  class Replaces : public BagPolicy {
  public:
    void released(int application, double) override { wake_ = application == 0 ? 9 : 6; }
    std::optional<Send> next_send(double now) override {
      asked.push_back(now);
      if (now < wake_ || sent_ == 2) return std::nullopt;
      ++sent_;
      wake_ = 12;
      return Send{sent_ - 1, 0};
    }
    std::optional<double> wake_up() const override { return wake_; }
    std::vector<double> asked;

  private:
    double wake_ = 0;
    int sent_ = 0;
  };
  const std::vector<double> asked = test::numbers_of_child([] {
    Replaces policy;
    carry_out(test::star({{1, 10}}), {{test::bag(1, 1, 10), test::bag(1, 1, 10, 4)}, 0}, policy, simgrid_crew());
    return policy.asked;
  });
  EXPECT_THAT(asked, ElementsAre(0, 4, 6, 7, 8, 12));
}

TEST(BagSimulation, WakesUpAtTheVeryDateThatWasAskedFor) {
  // Each date is more than twice the one before: the time until then is rounded, and date + time may miss it.
  std::deque<BagScript::Line> lines;
  double date = 0.1;
  for (int i = 0; i < 40; ++i) lines.push_back({{0, 0}, date *= 2.7});
  BagScript script(lines);
  const std::vector<double> starts = test::numbers_of_child([&] {
    std::vector<double> sent;
    const BagSchedule schedule =
        carry_out(test::star({{1000, 1000}}), {{test::bag(40, 1, 1)}, 0}, script, simgrid_crew());
    for (const BagTask& sent_task : schedule.tasks) sent.push_back(sent_task.send_start);
    return sent;
  });
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(starts[i], lines[i].from);
}

TEST(BagSimulation, TasksNeverSentAreADeadlock) {
  BagScript script({{{0, 0}}, {{1, 0}}});
  const BagBatch batch{{test::bag(1, 1, 10), test::bag(3, 1, 10)}, 0};
  EXPECT_EQ(bag_refusal(test::star({{1, 10}}), batch, script),
            "2 of the 3 tasks of application 1 were never sent; the simulation stopped at 3 s");
}

TEST(BagSimulation, AnswersThatAreNotAllowedAreErrors) {
  const Star star = test::star({{1, 10}});
  const BagBatch batch{{test::bag(1, 1, 10), test::bag(1, 1, 10, 5)}, 0};
  for (const Send send : {Send{1, 0}, Send{2, 0}, Send{-1, 0}, Send{0, 1}, Send{0, -1}}) {
    BagScript script({{send}});
    EXPECT_THAT(bag_refusal(star, batch, script), HasSubstr("cannot be sent to worker")) << send.application;
  }
  BagScript twice({{{0, 0}}, {{0, 0}, 5}});
  EXPECT_THAT(bag_refusal(star, batch, twice), HasSubstr("application 0 cannot be sent to worker 0 at 5 s"));
}

TEST(BagSimulation, AWakeUpThatIsNotLaterIsAnError) {
  class Impatient : public BagPolicy {
    std::optional<Send> next_send(double) override { return std::nullopt; }
    std::optional<double> wake_up() const override { return 0; }
  } policy;
  EXPECT_THAT(bag_refusal(test::star({{1, 10}}), {{test::bag(1, 1, 10)}, 0}, policy),
              HasSubstr("wants to be asked at 0 s, but it is 0 s"));
}

TEST(BagSimulation, ATaskThatIsNotHeldIsAnError) {
  class Greedy : public BagPolicy {
    std::optional<Send> next_send(double) override { return Send{0, 0}; }
    int next_application(int, std::span<const int>, double) override { return 1; }
  } policy;
  EXPECT_THAT(bag_refusal(test::star({{1, 10}}), {{test::bag(1, 1, 10)}, 0}, policy),
              HasSubstr("worker 0 is to start a task of application 1, but holds none"));
}

TEST(BagSimulation, WhatAPolicyThrowsComesOut) {
  class Throws : public BagPolicy {
    std::optional<Send> next_send(double) override { return Send{0, 0}; }
    void finished(int, int, double now) override {
      if (now > 2) throw std::runtime_error("no plan");
    }
  } policy;
  EXPECT_EQ(bag_refusal(test::star({{1, 10}}), {{test::bag(5, 1, 10)}, 0}, policy), "no plan");
}

// Answers at random, or nothing for a while.
class RandomPolicy : public BagPolicy {
public:
  RandomPolicy(const Star& star, const BagBatch& batch, std::uint64_t seed)
      : random_(seed), workers_(static_cast<int>(star.workers.size())) {
    for (const BagOfTasks& bag : batch.applications) unsent_.push_back(bag.tasks);
  }
  void released(int, double) override { ++released_; }
  std::optional<Send> next_send(double now) override {
    wake_ = now + random_.uniform_real(0.1, 20);
    if (draw(0, 3) == 0) return std::nullopt;
    int application = draw(0, released_ - 1);
    while (unsent_[application] == 0) application = (application + 1) % released_;
    --unsent_[application];
    return Send{application, draw(0, workers_ - 1)};
  }
  std::optional<double> wake_up() const override { return wake_; }
  int next_application(int, std::span<const int> held, double) override {
    return held[draw(0, static_cast<int>(held.size()) - 1)];
  }

private:
  int draw(int low, int high) { return static_cast<int>(random_.uniform_integer(low, high)); }

  RandomStream random_;
  int workers_;
  std::vector<int> unsent_;
  int released_ = 0;
  double wake_ = 0;
};

struct RandomInstance {
  explicit RandomInstance(std::uint64_t seed) : random(seed) {
    for (auto workers = random.uniform_integer(1, 6); workers > 0; --workers)
      star.workers.push_back(
          {random.uniform_real(1, 10),
           {random.uniform_real(1e5, 1e6), random.uniform_integer(0, 1) == 0 ? 0 : random.uniform_real(0, 0.3)}});
    star.master_bandwidth = random.uniform_real(3e5, 1e6);
    double date = 0;
    for (auto applications = random.uniform_integer(1, 5); applications > 0; --applications) {
      batch.applications.push_back(test::bag(static_cast<int>(random.uniform_integer(1, 25)),
                                             random.uniform_real(1, 100), random.uniform_real(1e5, 1e7), date));
      if (random.uniform_integer(0, 3) > 0) date += random.uniform_real(0, 100);
    }
  }

  RandomStream random;
  Star star;
  BagBatch batch;
};

TEST(BagSimulation, TellsAPolicyWhatTheClosedEngineTellsIt) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const RandomInstance instance(seed);
    test::expect_told_alike(
        instance.star, instance.batch,
        [&] { return std::make_unique<RandomPolicy>(instance.star, instance.batch, seed); },
        fmt::format("seed {}", seed));
  }
}

TEST(BagSimulation, SeveralPortsGiveValidRuns) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    RandomInstance instance(seed);
    instance.star.port_model = PortModel::multi_port;
    RandomPolicy policy(instance.star, instance.batch, seed);
    const BagSchedule schedule = test::simulate_bags_isolated(instance.star, instance.batch, policy);
    ASSERT_EQ(find_bag_violation(instance.star, instance.batch, schedule).value_or("valid"), "valid") << seed;
  }
}

TEST(BagSimulation, SameRunSameBits) {
  const RandomInstance instance(7);
  RandomPolicy policy(instance.star, instance.batch, 7);
  const BagSchedule first = test::simulate_bags_isolated(instance.star, instance.batch, policy);
  const BagSchedule second = test::simulate_bags_isolated(instance.star, instance.batch, policy);
  ASSERT_EQ(first.tasks.size(), second.tasks.size());
  for (std::size_t i = 0; i < first.tasks.size(); ++i) EXPECT_EQ(first.tasks[i].finish, second.tasks[i].finish);
}

}  // namespace
}  // namespace palio
