// Requests that arrive together, which a group runs in one go.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <stdexcept>

#include "runners/kinds/scenario.h"
#include "tests/runners/worker/asked_worker.h"

namespace palio {
namespace {

using test::AskedWorker;
using test::Deeds;
using test::failure;
using test::process;
using test::saw;

using Strategies = std::vector<std::string>;

RunRequest numbered(std::int64_t id, const Strategies& strategies) {
  RunRequest request = test::request(strategies);
  request.id = id;
  return request;
}

std::vector<RunRequest> requests(const std::vector<Strategies>& strategies) {
  std::vector<RunRequest> requests;
  for (const Strategies& names : strategies)
    requests.push_back(numbered(static_cast<std::int64_t>(requests.size()) + 1, names));
  return requests;
}

// One task of so many Gflop, on the four processors of 1 Gflop/s.
RunRequest of_size(int gigaflop) {
  RunRequest request = numbered(gigaflop, {"M-HEFT", "M-HEFT-MAX"});
  request.workload = test::spec(R"({"format":"palio-workload","version":1,"applications":[{"name":"a",
    "tasks":[{"name":"t","flop":)" +
                                std::to_string(gigaflop) + R"(e9,"alpha":0}],"edges":[]}]})");
  return request;
}

TEST(RequestsAhead, AreAnsweredInOrderEachFromItsOwnInstance) {
  AskedWorker worker(Simulates::often, run_scenario);
  std::vector<RunRequest> wanted;
  for (int i = 1; i <= 40; ++i) wanted.push_back(of_size(i));
  const auto results = worker.ask_all(wanted);
  // M-HEFT takes all four processors, M-HEFT-MAX half of them.
  for (int i = 1; i <= 40; ++i) {
    ASSERT_EQ(results.at(i - 1).size(), 2U);
    EXPECT_NEAR(saw(results.at(i - 1).at(0)), i / 4.0, 1e-8);
    EXPECT_NEAR(saw(results.at(i - 1).at(1)), i / 2.0, 1e-8);
  }
}

// In the second request; the scenarios of the first have not been reported if the machine is quick enough.
TEST(RequestsAhead, AScenarioThatFailsCostsNoOtherOne) {
  const std::vector<std::pair<FailureKind, std::function<double()>>> harms{
      {FailureKind::crashed, []() -> double { std::abort(); }},
      {FailureKind::exited, []() -> double { _exit(3); }},
      {FailureKind::crashed, []() -> double { return kill(getppid(), SIGKILL), pause(), 0; }},
      {FailureKind::exception, []() -> double { throw std::runtime_error("not possible"); }},
      {FailureKind::timeout, []() -> double {
         while (true) std::clock();
       }}};
  for (const auto& [kind, harm] : harms) {
    const Deeds deeds{{"HCPA", harm}, {"M-HEFT", [] { return 1.0; }}};
    AskedWorker worker(deeds);
    std::vector<RunRequest> wanted =
        requests({{"M-HEFT", "M-HEFT"}, {"M-HEFT", "M-HEFT", "HCPA"}, {"M-HEFT"}, {"HCPA"}, {"M-HEFT", "M-HEFT"}});
    for (RunRequest& request : wanted) request.time_limit = 0.1;
    const auto results = worker.ask_all(wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(results.at(i).size(), wanted[i].strategies.size());
      for (std::size_t s = 0; s < results[i].size(); ++s) {
        if (wanted[i].strategies[s].name == "HCPA")
          EXPECT_EQ(failure(results[i][s]).kind, kind);
        else
          EXPECT_EQ(saw(results[i][s]), 1) << to_text(kind) << " of request " << i << ", strategy " << s;
      }
    }
  }
}

TEST(RequestsAhead, AnInstanceThatCannotBeBuiltFailsItsOwnScenarios) {
  AskedWorker worker({});
  std::vector<RunRequest> wanted = requests({{"M-HEFT", "HCPA"}, {"HCPA", "M-HEFT"}, {"M-HEFT"}, {"M-HEFT"}});
  for (const std::size_t broken : {1U, 3U}) wanted[broken].workload = test::spec("{}");
  const auto results = worker.ask_all(wanted);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ASSERT_EQ(results.at(i).size(), wanted[i].strategies.size());
    for (const ScenarioResult& result : results[i]) {
      if (i % 2 == 1)
        EXPECT_EQ(failure(result).kind, FailureKind::exception);
      else
        EXPECT_EQ(saw(result), 0);
    }
  }
}

// A group's answers to several scenarios do not count together once one of them has changed the folder.
TEST(RequestsAhead, WhatAScenarioLeavesBehindEndsItsProcess) {
  const auto folder = [] {
    const std::string here = std::filesystem::current_path();
    return here == "/" ? 1.0 : 0.0;
  };
  const Deeds deeds{{"HCPA", [] { return chdir("/") == 0 ? 2.0 : 3.0; }}, {"M-HEFT", folder}};
  AskedWorker worker(deeds);
  const auto results = worker.ask_all(requests({{"M-HEFT"}, {"M-HEFT", "HCPA"}, {"M-HEFT"}, {"M-HEFT"}}));
  EXPECT_EQ(saw(results.at(1).at(1)), 2);
  for (const auto& result : {results.at(0).at(0), results.at(1).at(0), results.at(2).at(0), results.at(3).at(0)})
    EXPECT_EQ(saw(result), 0);
}

TEST(RequestsAhead, WhatCannotShareAGroupGoesByItself) {
  AskedWorker worker({});
  std::vector<RunRequest> wanted = requests({{"HCPA", "M-HEFT"}, {"HCPA", "M-HEFT"}, {}, {"HCPA"}, {"HCPA"}, {"HCPA"}});
  wanted[1].isolation = ProcessPer::scenario;
  wanted[4].memory_limit = std::int64_t{1} << 30U;
  wanted[5].time_limit = 7;
  wanted[5].memory_limit = wanted[4].memory_limit;
  const auto results = worker.ask_all(wanted);
  const double group = process(results.at(0).at(0));
  EXPECT_EQ(process(results.at(0).at(1)), group);
  EXPECT_NE(process(results.at(1).at(0)), process(results.at(1).at(1)));
  EXPECT_TRUE(results.at(2).empty());
  EXPECT_EQ(process(results.at(3).at(0)), group);
  EXPECT_NE(process(results.at(4).at(0)), group);
  EXPECT_EQ(process(results.at(5).at(0)), process(results.at(4).at(0)));
}

TEST(RequestsAhead, AreAnsweredThoughABadLineFollows) {
  AskedWorker worker({});
  worker.tell({encode(numbered(1, {"HCPA"})), encode(numbered(2, {"HCPA", "M-HEFT"})), "no request"});
  EXPECT_EQ(worker.listen(1).size(), 1U);
  EXPECT_EQ(worker.listen(2).size(), 2U);
  const int status = worker.hang_up();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status;
}

}  // namespace
}  // namespace palio
