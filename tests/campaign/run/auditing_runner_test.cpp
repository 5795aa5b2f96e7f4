#include "campaign/run/auditing_runner.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <map>

#include "tests/support/fake_runner.h"

namespace palio {
namespace {

using testing::ElementsAre;

// What an engine makes of a strategy: the first time, the second, and as the last time from then on.
using Outcomes = std::vector<Outcome>;
using Script = std::map<std::string, Outcomes>;

// Answers each strategy with the outcomes of its name.
class Scripted final : public Runner {
public:
  explicit Scripted(Script script) : script_(std::move(script)) {}

  void run(const RunRequest& request, const Sink& sink) override {
    if (aborted) return;
    for (std::size_t i = 0; i < request.strategies.size(); ++i) {
      const std::string& name = request.strategies[i].name;
      asked.push_back(name);
      Outcomes& outcomes = script_.at(name);
      const Outcome outcome = outcomes.front();
      if (outcomes.size() > 1) outcomes.erase(outcomes.begin());
      std::optional<ScheduleDetail> detail;
      if (request.detail == Detail::schedule && processor) detail = plan_on(*processor);
      sink(static_cast<int>(i), {outcome, {}}, std::move(detail));
    }
  }
  void abort() override { aborted = true; }

  std::vector<std::string> asked;
  std::optional<int> processor;  // that all plans have; none: they are not told
  bool aborted = false;

private:
  static GraphSchedule plan_on(int processor) {
    return {.planned = {{{Placement{.cluster = 0, .processors = {processor}, .start = 0, .finish = 8}}}},
            .execution = {}};
  }

  Script script_;
};

Completed taking(double makespan) {
  Completed completed;
  completed.metrics["makespan"] = makespan;
  return completed;
}

Failure failing(FailureKind kind) { return {kind, 0, "so it is", {}}; }

RunRequest request_of(const std::vector<std::string>& strategies) {
  RunRequest request;
  for (const std::string& strategy : strategies) request.strategies.push_back({strategy, {}});
  return request;
}

// By strategy, how each result ended: its difference, or its failure.
std::vector<std::string> run(AuditingRunner& runner, const std::vector<std::string>& strategies) {
  std::vector<std::string> ends(strategies.size());
  runner.run(request_of(strategies), [&](int strategy, const ScenarioResult& result, const auto&) {
    const auto* failure = std::get_if<Failure>(&result.outcome);
    const double difference = result.cost.engine_difference;
    ends[static_cast<std::size_t>(strategy)] = failure != nullptr
                                                   ? fmt::format("{}: {}", to_text(failure->kind), failure->message)
                                               : std::isnan(difference) ? "not audited"
                                                                        : fmt::format("{:.2g}", difference);
  });
  return ends;
}

struct Made {
  Scripted* first;
  Scripted* second;
  std::unique_ptr<AuditingRunner> runner;
};

Made made(Script first, Script second, const std::string& unchosen = "none") {
  auto one = std::make_unique<Scripted>(std::move(first));
  auto other = std::make_unique<Scripted>(std::move(second));
  Made made{one.get(), other.get(), nullptr};
  made.runner =
      std::make_unique<AuditingRunner>(AuditingRunner::Engines{std::move(one), std::move(other), "fluid", "simgrid"},
                                       [unchosen](const RunRequest& request, int strategy) {
                                         return request.strategies[static_cast<std::size_t>(strategy)].name != unchosen;
                                       });
  return made;
}

TEST(AuditingRunner, SaysHowFarTheEnginesAreApart) {
  // 8 and 8 + 2^-34: 2^-37 = 7.3e-12 of the larger one.
  const Made pair = made({{"A", {taking(8)}}, {"B", {taking(3)}}, {"C", {taking(5)}}},
                         {{"A", {taking(8 + std::ldexp(1, -34))}}, {"B", {taking(3)}}}, "C");
  EXPECT_THAT(run(*pair.runner, {"A", "C", "B"}), ElementsAre("7.3e-12", "not audited", "0"));
  EXPECT_THAT(pair.second->asked, ElementsAre("A", "B"));
}

TEST(AuditingRunner, AuditsRequestsThatCameTogetherAfterTheFirstEngineRanThemAll) {
  const Made pair =
      made({{"A", {taking(8)}}, {"B", {taking(3)}}, {"C", {taking(5)}}}, {{"A", {taking(8)}}, {"B", {taking(6)}}}, "C");
  const RunRequest one = request_of({"A", "C"}), two = request_of({"C"}), three = request_of({"C", "B"});
  const std::vector<const RunRequest*> requests{&one, &two, &three};
  std::vector<std::string> ends;
  pair.runner->run_all(requests, [&](std::size_t request, int strategy, const ScenarioResult& result, const auto&) {
    const auto* failure = std::get_if<Failure>(&result.outcome);
    ends.push_back(fmt::format("{} {} {}", request, strategy, failure == nullptr ? "" : to_text(failure->kind)));
  });
  EXPECT_THAT(ends, ElementsAre("0 1 ", "1 0 ", "2 0 ", "0 0 ", "2 1 engines_differ"));
}

TEST(AuditingRunner, ScenarioOnWhichTheyDifferFailsWithBothValues) {
  const Made pair = made(
      {{"A", {taking(8)}}, {"B", {taking(8)}}, {"C", {failing(FailureKind::deadlock)}}, {"D", {taking(1)}}},
      {{"A", {taking(8.5)}}, {"B", {failing(FailureKind::deadlock)}}, {"C", {taking(2)}}, {"D", {taking(1 + 2e-9)}}});
  EXPECT_THAT(run(*pair.runner, {"A", "B", "C", "D"}),
              ElementsAre("engines_differ: makespan is 8 by fluid, 8.5 by simgrid",
                          "engines_differ: completed by fluid, deadlock (so it is) by simgrid",
                          "engines_differ: deadlock (so it is) by fluid, completed by simgrid",
                          "engines_differ: makespan is 1 by fluid, 1.000000002 by simgrid"));
}

TEST(AuditingRunner, ValueThatOneOfThemDoesNotHaveIsADifference) {
  Completed more = taking(8);
  more.metrics["max_stretch"] = 1;
  const Made pair = made({{"A", {taking(8)}}}, {{"A", {more}}});
  EXPECT_THAT(run(*pair.runner, {"A"}), ElementsAre("engines_differ: max_stretch is nan by fluid, 1 by simgrid"));
}

TEST(AuditingRunner, FailuresOfOneKindAgreeAndLimitsSayNothing) {
  const Made pair =
      made({{"A", {failing(FailureKind::no_schedule)}}, {"B", {taking(8)}}, {"C", {failing(FailureKind::timeout)}}},
           {{"A", {failing(FailureKind::no_schedule)}}, {"B", {failing(FailureKind::timeout)}}, {"C", {taking(8)}}});
  EXPECT_THAT(run(*pair.runner, {"A", "B", "C"}),
              ElementsAre("no_schedule: so it is", "not audited", "timeout: so it is"));
}

Failure killed(FailureKind kind, int signal) { return {kind, signal, "killed", {}}; }

// Whoever was killed is asked again; what comes out then is compared.
TEST(AuditingRunner, WhatWasKilledIsCarriedOutAgain) {
  const Outcome lost = killed(FailureKind::worker_lost, 0), shot = killed(FailureKind::crashed, SIGKILL);
  const Made pair =
      made({{"A", {taking(8)}}, {"B", {lost, taking(8)}}, {"C", {shot, lost, taking(8)}}, {"D", {taking(8)}}},
           {{"A", {shot, taking(8)}}, {"B", {shot, taking(8)}}, {"C", {taking(8)}}, {"D", {lost, taking(9)}}});
  EXPECT_THAT(run(*pair.runner, {"A", "B", "C", "D"}),
              ElementsAre("0", "0", "0", "engines_differ: makespan is 8 by fluid, 9 by simgrid"));
}

// A signal of a strategy's own making comes each time.
TEST(AuditingRunner, WhatIsKilledEachTimeIsNotAudited) {
  const Outcome shot = killed(FailureKind::crashed, SIGKILL);
  const Made pair = made({{"A", {taking(8)}}, {"B", {shot}}, {"C", {taking(8)}}},
                         {{"A", {shot}}, {"B", {taking(8)}}, {"C", {killed(FailureKind::crashed, SIGSEGV)}}});
  EXPECT_THAT(
      run(*pair.runner, {"A", "B", "C"}),
      ElementsAre("not audited", "crashed: killed", "engines_differ: completed by fluid, crashed (killed) by simgrid"));
}

TEST(AuditingRunner, AStrategyThatAnswersDifferentlyTwiceIsNoDifferenceOfTheEngines) {
  const Outcome deadlock = failing(FailureKind::deadlock);
  const Made pair = made({{"A", {taking(8), taking(9)}}, {"B", {taking(8)}}, {"C", {taking(8), deadlock}}},
                         {{"A", {taking(9)}}, {"B", {taking(7), taking(8)}}, {"C", {deadlock}}});
  EXPECT_THAT(
      run(*pair.runner, {"A", "B", "C"}),
      ElementsAre("answers_differ: answered differently twice: makespan is 8 and then 9 by fluid",
                  "answers_differ: answered differently twice: makespan is 7 and then 8 by simgrid",
                  "answers_differ: answered differently twice: completed and then deadlock (so it is) by fluid"));
}

// It threw a coin: 8, 9, 8, 9. Each engine happened to meet the same side twice, but the plans are two.
TEST(AuditingRunner, PlansThatAreNotTheSameAreTheStrategys) {
  const Made pair = made({{"A", {taking(8)}}}, {{"A", {taking(9)}}});
  pair.first->processor = 0;
  pair.second->processor = 1;
  EXPECT_THAT(run(*pair.runner, {"A"}),
              ElementsAre("answers_differ: answered differently twice: its two plans differ"));
  pair.second->processor = 0;
  EXPECT_THAT(run(*pair.runner, {"A"}), ElementsAre("engines_differ: makespan is 8 by fluid, 9 by simgrid"));
}

TEST(AuditingRunner, NobodyIsAskedForNothing) {
  const Made pair = made({{"A", {taking(8)}}}, {}, "A");
  EXPECT_THAT(run(*pair.runner, {"A"}), ElementsAre("not audited"));
  EXPECT_TRUE(pair.second->asked.empty());
  pair.runner->abort();
  EXPECT_TRUE(pair.first->aborted && pair.second->aborted);
}

TEST(AuditingRunner, ShareIsChosenByWhatTheScenariosAre) {
  const auto chosen = [](double share, std::int64_t seed) {
    const AuditingRunner::Chooses chooses = choose_share(share, seed);
    std::vector<int> numbers;
    RunRequest request;
    request.strategies = {{"HCPA", {}}, {"M-HEFT", {}}};
    for (int sample = 0; sample < 5000; ++sample) {
      request.workload.recipe = {"random-ptg", {{"sample", std::int64_t{sample}}}};
      for (int strategy = 0; strategy < 2; ++strategy)
        if (chooses(request, strategy)) numbers.push_back(2 * sample + strategy);
    }
    return numbers;
  };
  EXPECT_TRUE(chosen(0, 1).empty());
  EXPECT_EQ(chosen(1, 1).size(), 10'000U);
  // 100 of 10,000 expected, standard deviation 10.
  EXPECT_NEAR(static_cast<double>(chosen(0.01, 1).size()), 100, 50);
  EXPECT_EQ(chosen(0.01, 1), chosen(0.01, 1));
  EXPECT_NE(chosen(0.01, 1), chosen(0.01, 2));
  const std::vector<int> few = chosen(0.01, 1), many = chosen(0.02, 1);
  EXPECT_TRUE(std::ranges::includes(many, few));
}

}  // namespace
}  // namespace palio
