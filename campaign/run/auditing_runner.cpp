#include "campaign/run/auditing_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/identity/canonical.h"
#include "core/identity/digest.h"

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
  struct Held {
    ScenarioResult result;
    std::optional<ScheduleDetail> detail;
  };
  std::map<int, Held> held;  // by strategy, until the second engine has answered
  engines_.runner->run(request, [&](int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
    if (chooses_(request, strategy))
      held.emplace(strategy, Held{std::move(result), std::move(detail)});
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
  engines_.reference->run(again, [&](int place, const ScenarioResult& reference, const auto&) {
    const int strategy = numbers[static_cast<std::size_t>(place)];
    Held& ours = held.at(strategy);
    sink(strategy, audited(std::move(ours.result), reference.outcome, engines_.name, engines_.reference_name),
         std::move(ours.detail));
  });
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
