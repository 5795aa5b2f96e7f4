#include "runners/engines/crew/crew.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "tests/support/bag_builders.h"
#include "tests/support/isolated_master_worker.h"

namespace palio {
namespace {

using testing::ElementsAre;

CrewJob computation(double flop) { return {.kind = CrewJob::Kind::computation, .amount = flop}; }

CrewJob timer(double date) { return {.kind = CrewJob::Kind::timer, .amount = date}; }

struct NamedCrew {
  std::string name;
  MakeCrew make;
};

class Crews : public testing::TestWithParam<NamedCrew> {
protected:
  // Three workers of 1 flop/s and a crew of four actors: 0 to 2 on the workers, 3 on the master. `decide` is called
  // after each date was noted.
  std::vector<double> noted(const std::function<void(Crew&, std::span<const int>, double)>& decide,
                            double horizon = 100) const {
    return test::numbers_of_child([&] {
      const Star star = test::star({{1, 10}, {1, 10}, {1, 10}});
      const StarNetwork network(star, 0, 10);
      const std::unique_ptr<Crew> crew = GetParam().make(network, horizon);
      for (int worker = 0; worker < 3; ++worker) crew->hire(network.worker(worker));
      crew->hire(network.feeder(0));
      std::vector<double> lines;
      const double end = crew->run([&](std::span<const int> ended, double now) {
        lines.push_back(now);
        for (const int actor : ended) lines.push_back(-1 - actor);
        decide(*crew, ended, now);
      });
      lines.push_back(end);
      return lines;
    });
  }
};

TEST_P(Crews, DecidesOnceADateOnAllThatEndedAscending) {
  // 3 and 1 end at 2 s, although given in another order; then no actor has a job.
  const auto lines = noted([](Crew& crew, std::span<const int>, double now) {
    if (now > 0) return;
    crew.give(3, timer(2));
    crew.give(1, computation(2));
    crew.give(0, computation(5));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -2, -4, 5, -1, 5));
}

TEST_P(Crews, WhatIsRoundedDifferentlyFarFromZeroIsOneDate) {
  // From 3e8 s on, where doubles are 6e-8 s apart, actor 0 computes three times 0.7 s and actor 1 once 2.1 s.
  constexpr double begin = 1e9 / 3;
  ASSERT_NE(begin + 0.7 + 0.7 + 0.7, begin + 2.1);
  const auto decide = [](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) return crew.give(3, timer(begin));
    if (now == begin) crew.give(1, computation(2.1));
    if (now < begin + 2) crew.give(0, computation(0.7));
  };
  const auto lines = noted(decide, 1e9);
  // 0, begin, 3, 0.7 s later, 0, 1.4 s later, 0, 2.1 s later, 0 and 1, end.
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines[8], -1);
  EXPECT_EQ(lines[9], -2);
}

TEST_P(Crews, WithoutAJobThereIsNothingToWaitFor) {
  EXPECT_THAT(noted([](Crew&, std::span<const int>, double) {}), ElementsAre(0, 0));
}

TEST_P(Crews, ActorsTakeTheirNextJobAndWakeOthers) {
  // Actor 0 computes 2 s, then both compute 3 s.
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(2));
    if (now != 2) return;
    crew.give(0, computation(3));
    crew.give(2, computation(3));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -1, 5, -1, -3, 5));
}

TEST_P(Crews, AnAbortedActorTakesAnotherJobAtThatDate) {
  // Actor 0 would compute until 9 s; from 2 s on it computes 3 s instead. Its end at 9 s is never reported.
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(9)), crew.give(3, timer(2));
    if (now != 2) return;
    crew.abort(0);
    if (crew.busy(0)) throw std::logic_error("still busy");
    crew.give(0, computation(3));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -4, 5, -1, 5));
}

TEST_P(Crews, AnAbortedActorMayRestAndBeWokenLater) {
  // Aborted at 2 s, given 1 s of work at 4 s.
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(9)), crew.give(3, timer(2)), crew.give(1, computation(4));
    if (now == 2) crew.abort(0);
    if (now == 4) crew.give(0, computation(1));
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -4, 4, -2, 5, -1, 5));
}

TEST_P(Crews, StopDropsWhatIsUnderWay) {
  const auto lines = noted([](Crew& crew, std::span<const int> ended, double now) {
    if (ended.empty()) crew.give(0, computation(9)), crew.give(3, timer(2)), crew.give(1, computation(3));
    if (now == 2) crew.stop();
  });
  EXPECT_THAT(lines, ElementsAre(0, 2, -4, 2));
}

TEST_P(Crews, WhatIsThrownComesOut) {
  const auto throws_at = [](double date) {
    return [date](Crew& crew, std::span<const int> ended, double now) {
      if (now == date) throw std::runtime_error("thrown");
      if (ended.empty()) crew.give(0, computation(2));
    };
  };
  EXPECT_THROW(noted(throws_at(0)), std::runtime_error);
  EXPECT_THROW(noted(throws_at(2)), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Engines, Crews,
                         testing::Values(NamedCrew{"simgrid", simgrid_crew()}, NamedCrew{"fluid", fluid_crew}),
                         [](const auto& crew) { return crew.param.name; });

}  // namespace
}  // namespace palio
