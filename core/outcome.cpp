#include "core/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

namespace palio {
namespace {

constexpr auto k_failure_words = std::to_array<std::string_view>(
    {"crashed", "exited", "exception", "invalid_schedule", "no_schedule", "deadlock", "timeout", "out_of_memory",
     "worker_lost", "protocol", "engines_differ", "answers_differ"});

}  // namespace

std::string_view to_text(FailureKind kind) { return k_failure_words[static_cast<std::size_t>(kind)]; }

std::optional<FailureKind> failure_kind(std::string_view text) {
  for (std::size_t i = 0; i < k_failure_words.size(); ++i)
    if (k_failure_words[i] == text) return static_cast<FailureKind>(i);
  return std::nullopt;
}

bool ran_into_limit(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure != nullptr && (failure->kind == FailureKind::timeout || failure->kind == FailureKind::out_of_memory);
}

bool was_killed(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  if (failure == nullptr) return false;
  const bool from_outside = failure->signal == SIGKILL || failure->signal == SIGTERM;
  return failure->kind == FailureKind::worker_lost || (failure->kind == FailureKind::crashed && from_outside);
}

void for_each_value(const Completed& one, const Completed& other,
                    const std::function<void(std::string_view, MetricType, double, double)>& visit) {
  for (const MetricInfo& info : metric_table()) visit(info.name, info.type, one.metrics[info], other.metrics[info]);
  visit("applications", MetricType::integer, static_cast<double>(one.applications.size()),
        static_cast<double>(other.applications.size()));
  for (std::size_t i = 0; i < std::min(one.applications.size(), other.applications.size()); ++i) {
    for (const auto& [name, date] :
         {std::pair("release_date", &ApplicationMetrics::release_date), std::pair("start", &ApplicationMetrics::start),
          std::pair("finish", &ApplicationMetrics::finish),
          std::pair("dedicated_makespan", &ApplicationMetrics::dedicated_makespan)})
      visit(fmt::format("application {}: {}", i, name), MetricType::real, one.applications[i].*date,
            other.applications[i].*date);
  }
  if (one.realizations.empty() || other.realizations.empty()) return;  // one side did not keep them
  visit("realizations", MetricType::integer, static_cast<double>(one.realizations.size()),
        static_cast<double>(other.realizations.size()));
  for (std::size_t r = 0; r < std::min(one.realizations.size(), other.realizations.size()); ++r) {
    const RealizationMetrics &a = one.realizations[r], &b = other.realizations[r];
    visit(fmt::format("realization {}: makespan", r), MetricType::real, a.makespan, b.makespan);
    visit(fmt::format("realization {}: replans", r), MetricType::integer, static_cast<double>(a.replans),
          static_cast<double>(b.replans));
  }
}

}  // namespace palio
