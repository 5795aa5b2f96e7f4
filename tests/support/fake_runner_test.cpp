#include "tests/support/fake_runner.h"

#include <gtest/gtest.h>

#include <set>

namespace palio::test {
namespace {

RunRequest request() {
  RunRequest made;
  made.platform.recipe = {"file", {{"path", std::string("p.json")}, {"digest", std::string("0")}}};
  made.workload.recipe = {"file", {{"path", std::string("w.json")}, {"digest", std::string("0")}}};
  made.strategies = {{"HCPA", {}}, {"M-HEFT", {}}};
  return made;
}

TEST(FakeRunner, GivesEveryScenarioAResultOfItsOwnAndTheSameOneAgain) {
  std::vector<double> makespans;
  std::set<double> processors;
  FakeRunner runner;
  for (int round = 0; round < 2; ++round)
    runner.run(request(), [&](int, const ScenarioResult& result, const auto&) {
      makespans.push_back(std::get<Completed>(result.outcome).metrics["makespan"]);
      processors.insert(std::get<Completed>(result.outcome).metrics["processors"]);
    });
  ASSERT_EQ(makespans.size(), 4U);
  EXPECT_NE(makespans[0], makespans[1]);
  EXPECT_EQ(makespans[0], makespans[2]);
  EXPECT_EQ(makespans[1], makespans[3]);
  EXPECT_EQ(processors.size(), 1U);  // of the platform
  EXPECT_EQ(runner.requests().size(), 2U);
}

TEST(FakeRunner, StopsWhenAborted) {
  FakeRunner runner;
  int results = 0;
  runner.run(request(), [&](int, const ScenarioResult&, const auto&) {
    ++results;
    runner.abort();
  });
  EXPECT_EQ(results, 1);
}

}  // namespace
}  // namespace palio::test
