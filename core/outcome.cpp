#include "core/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>

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
    const ApplicationMetrics& a = one.applications[i];
    const ApplicationMetrics& b = other.applications[i];
    const auto date = [&](std::string_view name, double ours, double theirs) {
      visit(fmt::format("application {}: {}", i, name), MetricType::real, ours, theirs);
    };
    date("release_date", a.release_date, b.release_date);
    date("start", a.start, b.start);
    date("finish", a.finish, b.finish);
    date("dedicated_makespan", a.dedicated_makespan, b.dedicated_makespan);
  }
}

}  // namespace palio
