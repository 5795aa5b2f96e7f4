#include "runners/simgrid/crew.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/simgrid/star_network.h"
#include "tests/support/bag_builders.h"
#include "tests/support/isolated_master_worker.h"

namespace palio {
namespace {

using testing::ElementsAre;

Job computation(double flop) { return {.kind = Job::Kind::computation, .amount = flop}; }

Job timer(double date) { return {.kind = Job::Kind::timer, .amount = date}; }

// Three workers of 1 flop/s and a crew of four actors: 0 to 2 on the workers, 3 on the master. `decide` is called after
// each date was noted.
std::vector<double> noted(const std::function<void(Crew&, std::span<const int>, double)>& decide) {
  return test::numbers_of_child([&] {
    const Star star = test::star({{1, 10}, {1, 10}, {1, 10}});
    Crew crew(100);
    StarNetwork network(star, 0, 10);
    for (int worker = 0; worker < 3; ++worker) crew.hire(network.worker(worker));
    crew.hire(network.feeder(0));
    std::vector<double> lines;
    const double end = crew.run([&](std::span<const int> ended, double now) {
      lines.push_back(now);
      for (const int actor : ended) lines.push_back(-1 - actor);
      decide(crew, ended, now);
    });
    lines.push_back(end);
    return lines;
  });
}

TEST(Crew, DecidesOnceADateOnAllThatEndedAscending) {
  // 3 and 1 end at 2 s, though given in another order; then nobody has a job.
  const auto lines = noted([](Crew& crew, std::span<const int>, double now) {
    if (now > 0) return;
    crew.give(3, timer(2));
    crew.give(1, computation(2));
    crew.give(0, computation(5));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -2, -4, 5, -1, 5));
}

TEST(Crew, WithoutAJobThereIsNothingToWaitFor) {
  EXPECT_THAT(noted([](Crew&, std::span<const int>, double) {}), ElementsAre(0, 0));
}

TEST(Crew, ActorsTakeTheirNextJobAndWakeOthers) {
  // Actor 0 computes 2 s, then both compute 3 s.
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(2));
    if (now != 2) return;
    crew.give(0, computation(3));
    crew.give(2, computation(3));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -1, 5, -1, -3, 5));
}

TEST(Crew, AnAbortedActorTakesAnotherJobAtThatDate) {
  // Actor 0 would compute until 9 s; from 2 s on it computes 3 s instead. Its end at 9 s is never told.
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(9)), crew.give(3, timer(2));
    if (now != 2) return;
    crew.abort(0);
    if (crew.busy(0)) throw std::logic_error("still busy");
    crew.give(0, computation(3));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -4, 5, -1, 5));
}

TEST(Crew, AnAbortedActorMayRestAndBeWokenLater) {
  // Aborted at 2 s, given 1 s of work at 4 s.
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(9)), crew.give(3, timer(2)), crew.give(1, computation(4));
    if (now == 2) crew.abort(0);
    if (now == 4) crew.give(0, computation(1));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -4, 4, -2, 5, -1, 5));
}

TEST(Crew, StopDropsWhatIsUnderWay) {
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(9)), crew.give(3, timer(2)), crew.give(1, computation(3));
    if (now == 2) crew.stop();
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -4, 2));
}

TEST(Crew, WhatIsThrownComesOut) {
  const auto throws_at = [](double date) {
    return [date](Crew& crew, std::span<const int> ended, double now) {
      if (now == date) throw std::runtime_error("thrown");
      if (ended.empty()) crew.give(0, computation(2));
    };
  };
  EXPECT_THROW(noted(throws_at(0)), std::runtime_error);
  EXPECT_THROW(noted(throws_at(2)), std::runtime_error);
}

}  // namespace
}  // namespace palio
