#include "campaign/run/auditing_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/identity/canonical.h"

namespace palio {
namespace {

struct LargestDifference {
  std::string what;
  double one = 0, other = 0;
  double relative = 0;
};

// The largest difference between the values of two completed scenarios; none otherwise.
LargestDifference largest_difference(const Outcome& one, const Outcome& other) {
  LargestDifference largest;
  const auto* a = std::get_if<Completed>(&one);
  const auto* b = std::get_if<Completed>(&other);
  if (a == nullptr || b == nullptr) return largest;
  for_each_value(*a, *b, [&](std::string_view what, MetricType, double x, double y) {
    const double relative = relative_difference(x, y);
    if (relative > largest.relative) largest = {std::string(what), x, y, relative};
  });
  return largest;
}

std::string outcome_text(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure == nullptr ? "completed" : fmt::format("{} ({})", to_text(failure->kind), failure->message);
}

// Both completed, or failed in the same way.
bool ended_alike(const Outcome& one, const Outcome& other) {
  const auto* a = std::get_if<Failure>(&one);
  const auto* b = std::get_if<Failure>(&other);
  return a == nullptr || b == nullptr ? a == b : a->kind == b->kind;
}

bool differ(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure != nullptr && failure->kind == FailureKind::engines_differ;
}

// How one engine contradicts itself the second time; empty: it does not. An engine must repeat its answer to the bit.
std::string change(const Outcome& first, const Outcome& second, const std::string& engine) {
  if (ran_into_limit(second) || was_killed(second)) return {};
  if (!ended_alike(first, second))
    return fmt::format("{} and then {} by {}", outcome_text(first), outcome_text(second), engine);
  const LargestDifference values = largest_difference(first, second);
  if (values.relative == 0) return {};
  return fmt::format("{} is {} and then {} by {}", values.what, values.one, values.other, engine);
}

// Plans of task graphs are made before an engine simulates them.
bool plans_differ(const std::optional<ScheduleDetail>& one, const std::optional<ScheduleDetail>& other) {
  const auto* a = one ? as_if<GraphSchedule>(*one) : nullptr;
  const auto* b = other ? as_if<GraphSchedule>(*other) : nullptr;
  if (a == nullptr || b == nullptr) return false;
  const auto same = [](const Placement& x, const Placement& y) {
    return x.cluster == y.cluster && x.processors == y.processors && x.start == y.start && x.finish == y.finish;
  };
  return !std::ranges::equal(a->planned.placements, b->planned.placements,
                             [&](const auto& x, const auto& y) { return std::ranges::equal(x, y, same); });
}

}  // namespace

double relative_difference(double one, double other) {
  if (one == other || (std::isnan(one) && std::isnan(other))) return 0;
  if (!std::isfinite(one) || !std::isfinite(other)) return 1;
  return std::abs(one - other) / std::max(std::abs(one), std::abs(other));
}

ScenarioResult audited(ScenarioResult result, const Outcome& reference, const std::string& engine,
                       const std::string& reference_engine) {
  if (ran_into_limit(result.outcome) || ran_into_limit(reference)) return result;
  const LargestDifference values = largest_difference(result.outcome, reference);
  result.cost.engine_difference = values.relative;
  std::string message;
  if (!ended_alike(result.outcome, reference))
    message = fmt::format("{} by {}, {} by {}", outcome_text(result.outcome), engine, outcome_text(reference),
                          reference_engine);
  else if (values.relative > k_same_dates)
    message = fmt::format("{} is {} by {}, {} by {}", values.what, values.one, engine, values.other, reference_engine);
  if (!message.empty()) result.outcome = Failure{FailureKind::engines_differ, 0, std::move(message), {}};
  return result;
}

void AuditingRunner::run(const RunRequest& request, const Sink& sink) {
  const RunRequest* const one = &request;
  run_all({&one, 1}, of_all(sink));
}

void AuditingRunner::run_all(std::span<const RunRequest* const> requests, const SinkOfAll& sink) {
  std::vector<std::map<int, Answer>> held(requests.size());  // by strategy, until the second engine has answered
  engines_.runner->run_all(
      requests, [&](std::size_t i, int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
        if (chooses_(*requests[i], strategy))
          held[i].emplace(strategy, Answer{std::move(result), std::move(detail)});
        else
          sink(i, strategy, std::move(result), std::move(detail));
      });
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (!held[i].empty()) audit(*requests[i], std::move(held[i]), of_one(sink, i));
}

// Runs what was held on the second engine.
void AuditingRunner::audit(const RunRequest& request, std::map<int, Answer> held, const Sink& sink) {
  RunRequest again = request;
  again.strategies.clear();
  std::vector<int> numbers;
  for (const auto& [strategy, unused] : held) {
    again.strategies.push_back(request.strategies[static_cast<std::size_t>(strategy)]);
    numbers.push_back(strategy);
  }
  std::vector<Disputed> disputed;  // a runner has one request at a time
  engines_.reference->run(again, [&](int place, const ScenarioResult& reference, const auto&) {
    const int strategy = numbers[static_cast<std::size_t>(place)];
    Answer& ours = held.at(strategy);
    ScenarioResult result = audited(ours.result, reference.outcome, engines_.name, engines_.reference_name);
    if (differ(result.outcome) || was_killed(ours.result.outcome) || was_killed(reference.outcome))
      disputed.push_back({strategy, std::move(ours), {reference}});
    else
      sink(strategy, std::move(result), std::move(ours.detail));
  });
  for (Disputed& scenario : disputed) {
    const int strategy = scenario.strategy;
    if (std::optional<Answer> answer = settled(request, scenario))
      sink(strategy, std::move(answer->result), std::move(answer->detail));
  }
}

// Nothing after abort().
std::optional<AuditingRunner::Answer> AuditingRunner::again(Runner& runner, const RunRequest& request) {
  constexpr int k_attempts = 3;
  std::optional<Answer> answer;
  for (int attempt = 0; attempt < k_attempts && (!answer || was_killed(answer->result.outcome)); ++attempt)
    runner.run(request, [&](int, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      answer.emplace(Answer{std::move(result), std::move(detail)});
    });
  return answer;
}

// False after abort().
bool AuditingRunner::replace_killed(Answer& answer, Runner& runner, const RunRequest& request) {
  if (!was_killed(answer.result.outcome)) return true;
  std::optional<Answer> other = again(runner, request);
  if (other) answer = std::move(*other);
  return other.has_value();
}

// Decides about a scenario on which the engines disagree, or for which one of them was killed.
std::optional<AuditingRunner::Answer> AuditingRunner::settled(const RunRequest& request, Disputed& disputed) {
  auto& [strategy, ours, theirs] = disputed;
  RunRequest one = request;
  one.strategies = {request.strategies[static_cast<std::size_t>(strategy)]};
  one.isolation = ProcessPer::scenario;  // so that no other scenario of a group interferes
  if (!replace_killed(ours, *engines_.runner, one) || !replace_killed(theirs, *engines_.reference, one)) return {};
  if (was_killed(ours.result.outcome) || was_killed(theirs.result.outcome)) return std::move(ours);  // not audited
  ScenarioResult result = audited(ours.result, theirs.result.outcome, engines_.name, engines_.reference_name);
  if (differ(result.outcome)) return named(one, disputed, std::move(result));
  return Answer{std::move(result), std::move(ours.detail)};
}

// `result`: the failure engines_differ, which stands if each engine repeats its answer.
std::optional<AuditingRunner::Answer> AuditingRunner::named(const RunRequest& request, const Disputed& disputed,
                                                            ScenarioResult result) {
  RunRequest with_plan = request;
  with_plan.detail = Detail::schedule;
  const std::optional<Answer> ours = again(*engines_.runner, with_plan);
  const std::optional<Answer> theirs = again(*engines_.reference, with_plan);
  if (!ours || !theirs) return {};
  std::string twice = change(disputed.ours.result.outcome, ours->result.outcome, engines_.name);
  if (twice.empty()) twice = change(disputed.theirs.result.outcome, theirs->result.outcome, engines_.reference_name);
  if (twice.empty() && plans_differ(ours->detail, theirs->detail)) twice = "its two plans differ";
  if (!twice.empty()) {
    result.outcome = Failure{FailureKind::answers_differ, 0, "answered differently twice: " + twice, {}};
    result.cost.engine_difference = Cost{}.engine_difference;  // the engines' difference is unknown
  }
  return Answer{std::move(result), {}};
}

void AuditingRunner::abort() {
  engines_.runner->abort();
  engines_.reference->abort();
}

AuditingRunner::Chooses choose_share(double share, std::int64_t seed) {
  return [share, seed](const RunRequest& request, int strategy) {
    const std::string identity = fmt::format("{} {} {} {}", seed, canonical_text(request.platform.recipe),
                                             canonical_text(request.workload.recipe),
                                             canonical_text(request.strategies[static_cast<std::size_t>(strategy)]));
    return std::ldexp(static_cast<double>(digest_of(identity).high()), -64) < share;
  };
}

}  // namespace palio
