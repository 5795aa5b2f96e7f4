#include "campaign/run/auditing_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
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

LargestDifference largest_difference(const Completed& one, const Completed& other) {
  LargestDifference largest;
  for_each_value(one, other, [&](std::string_view what, MetricType, double a, double b) {
    const double relative = relative_difference(a, b);
    if (relative > largest.relative) largest = {std::string(what), a, b, relative};
  });
  return largest;
}

std::string outcome_text(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure == nullptr ? "completed" : fmt::format("{} ({})", to_text(failure->kind), failure->message);
}

// Empty: they agree.
std::string disagreement(const Outcome& one, const Outcome& other, const LargestDifference& values,
                         const std::string& engine, const std::string& reference) {
  if (one.index() != other.index() ||
      (std::holds_alternative<Failure>(one) && std::get<Failure>(one).kind != std::get<Failure>(other).kind))
    return fmt::format("{} by {}, {} by {}", outcome_text(one), engine, outcome_text(other), reference);
  if (values.relative <= k_same_dates) return {};
  return fmt::format("{} is {} by {}, {} by {}", values.what, values.one, engine, values.other, reference);
}

bool differ(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure != nullptr && failure->kind == FailureKind::engines_differ;
}

// What one engine said otherwise the second time; empty: nothing. One engine has the same bits twice.
std::string change(const Outcome& first, const Outcome& second, const std::string& engine) {
  if (ran_into_limit(second) || was_killed(second)) return {};
  const auto* a = std::get_if<Completed>(&first);
  const auto* b = std::get_if<Completed>(&second);
  if (a != nullptr && b != nullptr) {
    const LargestDifference values = largest_difference(*a, *b);
    if (values.relative == 0) return {};
    return fmt::format("{} is {} and then {} by {}", values.what, values.one, values.other, engine);
  }
  if (a == nullptr && b == nullptr && std::get<Failure>(first).kind == std::get<Failure>(second).kind) return {};
  return fmt::format("{} and then {} by {}", outcome_text(first), outcome_text(second), engine);
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
  LargestDifference largest;
  const auto* ours = std::get_if<Completed>(&result.outcome);
  const auto* theirs = std::get_if<Completed>(&reference);
  if (ours != nullptr && theirs != nullptr) largest = largest_difference(*ours, *theirs);
  std::string message = disagreement(result.outcome, reference, largest, engine, reference_engine);
  result.cost.engine_difference = largest.relative;
  if (!message.empty()) result.outcome = Failure{FailureKind::engines_differ, 0, std::move(message), {}};
  return result;
}

void AuditingRunner::run(const RunRequest& request, const Sink& sink) {
  std::map<int, Answer> held;  // by strategy, until the second engine has answered
  engines_.runner->run(request, [&](int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
    if (chooses_(request, strategy))
      held.emplace(strategy, Answer{std::move(result), std::move(detail)});
    else
      sink(strategy, std::move(result), std::move(detail));
  });
  if (held.empty()) return;
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

// Of a scenario about which the engines do not agree, or of which one was killed.
std::optional<AuditingRunner::Answer> AuditingRunner::settled(const RunRequest& request, Disputed& disputed) {
  auto& [strategy, ours, theirs] = disputed;
  RunRequest one = request;
  one.strategies = {request.strategies[static_cast<std::size_t>(strategy)]};
  one.isolation = ProcessPer::scenario;  // no neighbour of a group has a part in it
  if (!replace_killed(ours, *engines_.runner, one) || !replace_killed(theirs, *engines_.reference, one)) return {};
  if (was_killed(ours.result.outcome) || was_killed(theirs.result.outcome)) return std::move(ours);  // not audited
  ScenarioResult result = audited(ours.result, theirs.result.outcome, engines_.name, engines_.reference_name);
  if (differ(result.outcome)) return named(one, disputed, std::move(result));
  return Answer{std::move(result), std::move(ours.detail)};
}

// `result`: that the engines differ, which is so if each of them says the same twice.
std::optional<AuditingRunner::Answer> AuditingRunner::named(const RunRequest& request, const Disputed& disputed,
                                                            ScenarioResult result) {
  RunRequest with_plan = request;
  with_plan.detail = Detail::schedule;
  const std::optional<Answer> ours = again(*engines_.runner, with_plan);
  const std::optional<Answer> theirs = again(*engines_.reference, with_plan);
  if (!ours || !theirs) return {};
  std::string twice = change(disputed.ours.result.outcome, ours->result.outcome, engines_.name);
  if (twice.empty()) twice = change(disputed.theirs.result.outcome, theirs->result.outcome, engines_.reference_name);
  if (twice.empty() && plans_differ(ours->detail, theirs->detail)) twice = "it plans now one thing, now another";
  if (!twice.empty()) {
    result.outcome = Failure{FailureKind::answers_differ, 0, "answered differently twice: " + twice, {}};
    result.cost.engine_difference = Cost{}.engine_difference;  // that of the engines is not known
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
