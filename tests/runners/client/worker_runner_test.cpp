#include "runners/client/worker_runner.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <thread>

#include "core/shortage.h"
#include "runners/client/worker_process.h"
#include "tests/runners/request.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

using test::failure;
using test::makespan;
using test::request;

class WorkerRunnerTest : public testing::Test {
protected:
  void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }
  void TearDown() override {
    unsetenv("ODDITY");
    unsetenv("ODDITY_ONCE");
  }

  std::map<int, ScenarioResult> run(WorkerRunner& runner, const RunRequest& wanted) {
    std::map<int, ScenarioResult> results;
    runner.run(wanted, [&](int strategy, ScenarioResult result, const auto&) {
      EXPECT_TRUE(results.emplace(strategy, std::move(result)).second) << "a second result for " << strategy;
    });
    return results;
  }

  std::map<int, ScenarioResult> run_odd(const std::string& oddity, const RunRequest& wanted) {
    setenv("ODDITY", oddity.c_str(), 1);
    WorkerRunner runner(ODD_WORKER_PATH);
    return run(runner, wanted);
  }

  test::TemporaryFolder folder_;
};

TEST_F(WorkerRunnerTest, TheRealWorkerSimulates) {
  // 8 Gflop, alpha 0: M-HEFT takes 4 processors of 1 Gflop/s: 2 s. M-HEFT-MAX takes half of them: 4 s.
  WorkerRunner runner(PALIO_WORKER_PATH);
  EXPECT_EQ(runner.hello().engine.name, "SimGrid");
  const auto results = run(runner, request({"M-HEFT", "M-HEFT-MAX"}));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_NEAR(makespan(results.at(0)), 2, 1e-8);
  EXPECT_NEAR(makespan(results.at(1)), 4, 1e-8);
  EXPECT_GT(results.at(0).cost.peak_memory, 1e6);
}

TEST_F(WorkerRunnerTest, TheRealWorkerReadsPlatformFiles) {
  WorkerRunner runner(PALIO_WORKER_PATH);
  const std::string head = R"(<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd"><platform version="4.1">)";
  const auto read = [&](const std::string& routing) {
    return runner.read_platform(
        head + "\n<zone id=\"z\" routing=\"" + routing + "\"><host id=\"h\" speed=\"1f\"/></zone></platform>", "p.xml");
  };
  EXPECT_THAT(read("Full"), HasSubstr("\"hosts\": [\"h\"]"));
  // SimGrid aborts and ends the process that reads, but not the worker.
  EXPECT_THAT(test::error_of([&] { read("Mole"); }), HasSubstr("p.xml:2: SimGrid refuses it: Not a valid model!"));
  EXPECT_NEAR(makespan(run(runner, request({"M-HEFT"})).at(0)), 2, 1e-8);
}

TEST_F(WorkerRunnerTest, AWorkerThatEndsOverAPlatformFileIsAHindrance) {
  WorkerRunner runner(ODD_WORKER_PATH);  // does not know such a request
  EXPECT_THAT(test::error_of<Hindrance>([&] { runner.read_platform("<platform/>", "p.xml"); }),
              HasSubstr("the worker reading p.xml ended: killed by signal 6"));
  EXPECT_EQ(makespan(run(runner, request({"HCPA"})).at(0)), 10);  // by a new worker
  runner.abort();
  EXPECT_THAT(test::error_of<Hindrance>([&] { runner.read_platform("<platform/>", "p.xml"); }),
              HasSubstr("the worker reading p.xml stopped"));
}

TEST_F(WorkerRunnerTest, AWorkerServesManyRequestsWithTheSameBits) {
  WorkerRunner runner(PALIO_WORKER_PATH);
  const double first = makespan(run(runner, request({"HCPA"})).at(0));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(makespan(run(runner, request({"HCPA"})).at(0)), first);
}

TEST_F(WorkerRunnerTest, AnInstanceThatCannotBeBuiltFailsItsScenarios) {
  RunRequest broken = request({"HCPA", "M-HEFT"});
  broken.workload.definition = "{}";
  WorkerRunner runner(PALIO_WORKER_PATH);
  const auto results = run(runner, broken);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(failure(results.at(0)).kind, FailureKind::exception);
  EXPECT_NEAR(makespan(run(runner, request({"M-HEFT"})).at(0)), 2, 1e-8);
}

TEST_F(WorkerRunnerTest, ADeadWorkerCostsItsRunningScenarioOnly) {
  const auto results = run_odd("die", request({"HCPA", "M-HEFT", "M-HEFT-MAX"}));
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(makespan(results.at(0)), 10);
  EXPECT_EQ(failure(results.at(1)).kind, FailureKind::worker_lost);
  EXPECT_THAT(failure(results.at(1)).message, HasSubstr("killed by signal 9"));
  EXPECT_EQ(makespan(results.at(2)), 10);  // the first one of a new request to a new worker
}

TEST_F(WorkerRunnerTest, AWorkerThatExitsIsReplaced) {
  const auto results = run_odd("exit", request({"HCPA", "M-HEFT"}));
  EXPECT_EQ(failure(results.at(1)).kind, FailureKind::worker_lost);
  EXPECT_THAT(failure(results.at(1)).message, HasSubstr("exit status 5"));
}

TEST_F(WorkerRunnerTest, NonsenseOnTheProtocolIsANamedFailure) {
  for (const std::string oddity : {"garbage", "other-id", "other-strategy", "done-early", "binary", "oversized",
                                   "interleaved", "out-of-order", "second-hello"}) {
    const auto results = run_odd(oddity, request({"HCPA", "M-HEFT", "M-HEFT-MAX"}));
    ASSERT_EQ(results.size(), 3U) << oddity;
    EXPECT_EQ(makespan(results.at(2)), 10) << oddity;  // the first one of a new request to a new worker
    EXPECT_EQ(makespan(results.at(0)), 10) << oddity;
    EXPECT_EQ(failure(results.at(1)).kind, FailureKind::protocol) << oddity;
  }
}

TEST_F(WorkerRunnerTest, ALostInstanceCostsItsRunningScenarioOnly) {
  const auto results = run_odd("lost", request({"M-HEFT", "HCPA", "HCPA-OPT"}));
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(makespan(results.at(0)), 10);
  EXPECT_EQ(failure(results.at(1)).kind, FailureKind::crashed);
  EXPECT_EQ(failure(results.at(1)).signal, SIGSEGV);
  EXPECT_EQ(failure(results.at(1)).stderr_tail, "last words");
  EXPECT_EQ(makespan(results.at(2)), 10);  // the first of the next request to the same worker
}

TEST_F(WorkerRunnerTest, AWorkerKilledBeforeAResultLosesThatOne) {
  setenv("ODDITY_ONCE", folder_.file("once").c_str(), 1);
  const auto results = run_odd("die-first", request({"HCPA", "M-HEFT"}));
  EXPECT_EQ(failure(results.at(0)).kind, FailureKind::worker_lost);
  EXPECT_EQ(makespan(results.at(1)), 10);
}

// No scenario fails: all results have arrived, and the next request gets a new worker.
TEST_F(WorkerRunnerTest, AWorkerKilledAfterItsLastResultCostsNothing) {
  setenv("ODDITY", "die-last", 1);
  setenv("ODDITY_ONCE", folder_.file("once").c_str(), 1);
  WorkerRunner runner(ODD_WORKER_PATH);
  for (int round = 0; round < 2; ++round) {
    const auto results = run(runner, request({"HCPA", "M-HEFT"}));
    EXPECT_EQ(makespan(results.at(0)), 10);
    EXPECT_EQ(makespan(results.at(1)), 11);
  }
}

TEST_F(WorkerRunnerTest, AWorkerKilledBeforeItsHelloIsStartedAgain) {
  setenv("ODDITY_ONCE", folder_.file("once").c_str(), 1);
  EXPECT_EQ(makespan(run_odd("mute", request({"HCPA"})).at(0)), 10);
}

TEST_F(WorkerRunnerTest, AWorkerThatStopsOrHangsIsReplaced) {
  for (const char* oddity : {"stop", "hang"}) {
    setenv("ODDITY", oddity, 1);
    WorkerRunner runner(ODD_WORKER_PATH, std::chrono::seconds(3));  // its hello may take as long
    const auto results = run(runner, request({"HCPA", "M-HEFT", "M-HEFT-MAX"}));
    EXPECT_EQ(makespan(results.at(0)), 10) << oddity;
    EXPECT_EQ(failure(results.at(1)).kind, FailureKind::worker_lost) << oddity;
    EXPECT_THAT(failure(results.at(1)).message, HasSubstr("silent")) << oddity;
    EXPECT_EQ(makespan(results.at(2)), 10) << oddity;
  }
}

TEST_F(WorkerRunnerTest, AWorkerThatSaysThatItIsAliveMayTakeItsTime) {
  setenv("ODDITY", "busy", 1);
  WorkerRunner runner(ODD_WORKER_PATH, std::chrono::seconds(3));
  EXPECT_EQ(makespan(run(runner, request({"HCPA", "M-HEFT"})).at(1)), 11);
  EXPECT_EQ(runner.activity(), Activity::scheduling);
}

TEST_F(WorkerRunnerTest, ATruncatedLineIsALostWorker) {
  EXPECT_EQ(failure(run_odd("truncated", request({"HCPA", "M-HEFT"})).at(1)).kind, FailureKind::worker_lost);
}

// By request, then strategy.
using ResultsOfAll = std::vector<std::map<int, ScenarioResult>>;

ResultsOfAll run_all(Runner& runner, const std::vector<RunRequest>& wanted) {
  std::vector<const RunRequest*> requests;
  for (const RunRequest& request : wanted) requests.push_back(&request);
  ResultsOfAll results(wanted.size());
  runner.run_all(requests, [&](std::size_t request, int strategy, ScenarioResult result, const auto&) {
    EXPECT_TRUE(results.at(request).emplace(strategy, std::move(result)).second) << request << " " << strategy;
  });
  return results;
}

std::vector<RunRequest> requests_ahead(const std::vector<std::vector<std::string>>& strategies) {
  std::vector<RunRequest> requests;
  for (const auto& names : strategies) {
    requests.push_back(request(names));
    requests.back().id = static_cast<std::int64_t>(requests.size());
  }
  return requests;
}

// More than a pipe holds: 300 lines of more than 300 bytes are 90,000, and a pipe holds 65,536.
TEST_F(WorkerRunnerTest, RequestsThatAreSentAheadHaveTheResultsOfOneByOne) {
  const auto wanted = requests_ahead(std::vector<std::vector<std::string>>(300, {"M-HEFT", "M-HEFT-MAX"}));
  for (const std::string program : {PALIO_FLUID_WORKER_PATH, ODD_WORKER_PATH}) {
    WorkerRunner runner(program);
    const bool odd = program == ODD_WORKER_PATH;  // reads one line after the other
    for (const auto& results : run_all(runner, wanted)) {
      ASSERT_EQ(results.size(), 2U);
      EXPECT_NEAR(makespan(results.at(0)), odd ? 10 : 2, 1e-8);
      EXPECT_NEAR(makespan(results.at(1)), odd ? 11 : 4, 1e-8);
    }
  }
}

// Only requests of several strategies meet the oddity, after their first answer: here the second one.
TEST_F(WorkerRunnerTest, AWorkerThatDiesAmidRequestsCostsItsRunningScenarioOnly) {
  for (const auto& [oddity, kind] : std::map<std::string, FailureKind>{{"die", FailureKind::worker_lost},
                                                                       {"truncated", FailureKind::worker_lost},
                                                                       {"other-id", FailureKind::protocol},
                                                                       {"done-early", FailureKind::protocol}}) {
    setenv("ODDITY", oddity.c_str(), 1);
    setenv("ODDITY_ONCE", folder_.file(oddity).c_str(), 1);
    WorkerRunner runner(ODD_WORKER_PATH);
    const ResultsOfAll results =
        run_all(runner, requests_ahead({{"HCPA"}, {"HCPA", "M-HEFT", "M-HEFT-MAX"}, {"HCPA"}, {"HCPA", "M-HEFT"}}));
    EXPECT_EQ(makespan(results.at(0).at(0)), 10) << oddity;
    EXPECT_EQ(makespan(results.at(1).at(0)), 10) << oddity;
    EXPECT_EQ(failure(results.at(1).at(1)).kind, kind) << oddity;
    EXPECT_EQ(makespan(results.at(1).at(2)), 10) << oddity;  // the first one of a new request to a new worker
    EXPECT_EQ(makespan(results.at(2).at(0)), 10) << oddity;
    EXPECT_EQ(makespan(results.at(3).at(1)), 11) << oddity;
  }
}

TEST_F(WorkerRunnerTest, AShortageAmidRequestsCostsNothing) {
  for (const std::string oddity : {"short-first", "short"}) {
    setenv("ODDITY", oddity.c_str(), 1);
    setenv("ODDITY_ONCE", folder_.file(oddity).c_str(), 1);
    WorkerRunner runner(ODD_WORKER_PATH);
    const ResultsOfAll results = run_all(runner, requests_ahead({{"HCPA", "M-HEFT"}, {"HCPA"}, {"HCPA", "M-HEFT"}}));
    for (const auto& [request, strategies] : std::map<std::size_t, int>{{0, 2}, {1, 1}, {2, 2}})
      for (int s = 0; s < strategies; ++s) EXPECT_GE(makespan(results.at(request).at(s)), 10) << oddity;
    EXPECT_TRUE(std::filesystem::exists(folder_.file(oddity)));
  }
}

TEST_F(WorkerRunnerTest, AWorkerThatNeverSpeaksIsAnError) {
  setenv("ODDITY", "silent", 1);
  WorkerRunner runner(ODD_WORKER_PATH);
  EXPECT_THAT([&] { runner.hello(); }, ThrowsMessage<Hindrance>(HasSubstr("before it said hello: exit status 1")));
}

TEST_F(WorkerRunnerTest, AWorkerOfAnotherProtocolIsRefused) {
  setenv("ODDITY", "future", 1);
  WorkerRunner runner(ODD_WORKER_PATH);
  EXPECT_THAT([&] { runner.hello(); }, ThrowsMessage<Hindrance>(HasSubstr("must be of one version")));
}

TEST_F(WorkerRunnerTest, AMissingProgramIsNamed) {
  WorkerRunner runner("/nowhere/palio-worker");
  EXPECT_THAT([&] { runner.hello(); }, ThrowsMessage<Hindrance>(HasSubstr("/nowhere/palio-worker: No such file")));
}

// The shortage comes once: before the hello, before the first answer, after it.
TEST_F(WorkerRunnerTest, AShortageThatPassesCostsNothing) {
  for (const std::string oddity : {"short-hello", "short-first", "short"}) {
    setenv("ODDITY_ONCE", folder_.file(oddity).c_str(), 1);
    const auto results = run_odd(oddity, request({"HCPA", "M-HEFT"}));
    ASSERT_EQ(results.size(), 2U) << oddity;
    // The rest after the first answer is the start of a new request.
    EXPECT_EQ(makespan(results.at(0)), 10) << oddity;
    EXPECT_EQ(makespan(results.at(1)), oddity == "short" ? 10 : 11) << oddity;
    EXPECT_TRUE(std::filesystem::exists(folder_.file(oddity))) << oddity;
  }
}

TEST_F(WorkerRunnerTest, AShortageThatStaysEndsTheRunWithoutAResult) {
  for (const std::string oddity : {"short-hello", "short-first"}) {
    setenv("ODDITY", oddity.c_str(), 1);
    WorkerRunner runner(ODD_WORKER_PATH, std::make_shared<Patience>(std::chrono::milliseconds(20)));
    int results = 0;
    EXPECT_THAT([&] { runner.run(request({"HCPA"}), [&](int, const auto&, const auto&) { ++results; }); },
                ThrowsMessage<Shortage>(HasSubstr("the machine lacks processes or threads: cannot fork;")))
        << oddity;
    EXPECT_EQ(results, 0) << oddity;
  }
}

TEST_F(WorkerRunnerTest, WhatTheSinkThrowsIsNotTakenForTheWorkersShortage) {
  WorkerRunner runner(PALIO_WORKER_PATH);
  int results = 0;
  const auto full = [&](int, const auto&, const auto&) {
    ++results;
    throw Shortage(Resource::space, "disk full");
  };
  EXPECT_THROW(runner.run(request({"HCPA", "M-HEFT"}), full), Shortage);
  EXPECT_EQ(results, 1);
}

TEST_F(WorkerRunnerTest, AbortEndsARunWithoutResults) {
  WorkerRunner runner(PALIO_WORKER_PATH);
  runner.hello();
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    runner.abort();
  });
  const RunRequest many = request(std::vector<std::string>(20000, "HCPA"));
  const auto results = run(runner, many);
  stopper.join();
  EXPECT_LT(results.size(), 20000U);
  for (const auto& [strategy, result] : results) EXPECT_TRUE(std::holds_alternative<Completed>(result.outcome));
}

// A worker does not inherit a pipe of this process, such as one left by the shell that started palio.
TEST(WorkerProcess, InheritsItsStreamsAlone) {
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const std::string ask = fmt::format("test -e /proc/self/fd/{} && echo there || echo none", pipe_ends[1]);
  WorkerProcess worker("/bin/sh", std::chrono::seconds(10), {"-c", ask});
  EXPECT_EQ(worker.receive(), "none");
  for (const int end : pipe_ends) close(end);
}

}  // namespace
}  // namespace palio
