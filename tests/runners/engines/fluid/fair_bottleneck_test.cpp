#include "runners/engines/fluid/fair_bottleneck.h"

#include <gtest/gtest.h>

#include <list>
#include <utility>

namespace palio {
namespace {

using enum Contention;

// A problem with flows of these bounds.
class Problem {
public:
  explicit Problem(const std::vector<double>& bounds) {
    sharing_.grow(bounds.size());
    for (std::uint32_t flow = 0; flow < bounds.size(); ++flow) sharing_.add_flow(flow, bounds[flow]);
  }

  /// Its users, from the first that began to flow, with their bytes.
  void add(double bandwidth, Contention contention, std::vector<FairBottleneck::User> users) {
    sharing_.add_link(bandwidth, contention, users_.emplace_back(std::move(users)));
  }
  double rate(std::uint32_t flow) {
    if (!solved_) sharing_.solve();
    solved_ = true;
    return sharing_.rate(flow);
  }

private:
  FairBottleneck sharing_;
  std::list<std::vector<FairBottleneck::User>> users_;
  bool solved_ = false;
};

TEST(FairBottleneck, ALinkOffersEqualPartsOfItsBandwidth) {
  // 12 byte/s for two: 6 byte/s each, a flow of 3 bytes and one of 1 byte: 2/s and 6/s.
  Problem problem({0, 0});
  problem.add(12, contended, {{3, 0}, {1, 1}});
  EXPECT_EQ(problem.rate(0), 2);
  EXPECT_EQ(problem.rate(1), 6);
}

TEST(FairBottleneck, WhatABoundedFlowLeavesGoesToTheOthers) {
  // 10 byte/s: 5 each, of which flow 0 takes its bound, 3; the 2 left go to flow 1.
  Problem problem({3, 0});
  problem.add(10, contended, {{1, 0}, {1, 1}});
  EXPECT_EQ(problem.rate(0), 3);
  EXPECT_EQ(problem.rate(1), 7);
}

TEST(FairBottleneck, AFlowThatHasStoppedGoesOnUsingUpItsLastGrowth) {
  // 30 byte/s for three, of which flow 0 has a link of 2 and flow 1 one of 11.
  // Round 1: offers 10; they grow by 2, 10, 10; 8 left; flow 0 stops. Round 2: offers 4; flow 1 grows by 1 and stops,
  // flow 2 by 4; 8 - 2 - 1 - 4 = 1 left. Round 3: flow 2 grows by 1. Fair were 17 for flow 2.
  Problem problem({0, 0, 0});
  problem.add(30, contended, {{1, 0}, {1, 1}, {1, 2}});
  problem.add(2, contended, {{1, 0}});
  problem.add(11, contended, {{1, 1}});
  EXPECT_EQ(problem.rate(0), 2);
  EXPECT_EQ(problem.rate(1), 11);
  EXPECT_EQ(problem.rate(2), 15);
}

TEST(FairBottleneck, ALinkWithoutContentionHasLeftWhatItsMostModestUserLeaves) {
  // 10 byte/s without contention; flow 0 has a link of 4, flow 1 one of 20.
  // Round 1: offers 10; they grow by 4 and 10; 10 - 4 = 6 left; flow 0 stops. Round 2: flow 1 grows by 6; 6 - 4 = 2
  // left. Round 3: by 2; nothing is left. So flow 1 has 18 byte/s, more than the link.
  Problem problem({0, 0});
  problem.add(10, uncontended, {{1, 0}, {1, 1}});
  problem.add(4, contended, {{1, 0}});
  problem.add(20, contended, {{1, 1}});
  EXPECT_EQ(problem.rate(0), 4);
  EXPECT_EQ(problem.rate(1), 18);
}

TEST(FairBottleneck, LessThanThePrecisionIsNothing) {
  // 16 byte/s: 8 each; flow 0 takes its bound, 2^-17 less; 7.6e-6 byte/s are left, which is nothing: flow 1 stops at 8.
  // With 2^-16, 1.5e-5 byte/s are left, and flow 1 takes them.
  for (const auto& [missing, rate] : {std::pair{0x1p-17, 8.0}, std::pair{0x1p-16, 8 + 0x1p-16}}) {
    Problem problem({8 - missing, 0});
    problem.add(16, contended, {{1, 0}, {1, 1}});
    EXPECT_EQ(problem.rate(1), rate);
  }
}

TEST(FairBottleneck, ForgetsTheProblemBefore) {
  FairBottleneck sharing;
  sharing.grow(1);
  const std::vector<FairBottleneck::User> users{{1, 0}};
  sharing.add_flow(0, 1);
  sharing.add_link(4, contended, users);
  sharing.solve();
  EXPECT_EQ(sharing.rate(0), 1);
  sharing.clear();
  sharing.add_flow(0, 0);
  sharing.add_link(5, contended, users);
  sharing.solve();
  EXPECT_EQ(sharing.rate(0), 5);
}

}  // namespace
}  // namespace palio
