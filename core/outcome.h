#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/metrics.h"

namespace palio {

/// Why a scenario has no metrics. The words are stored: add new ones, but never change one.
enum class FailureKind {
  crashed,           // killed by a signal that it caused itself
  exited,            // exited without a reply
  exception,         // the strategy or the simulation threw
  invalid_schedule,  // the validator found a violation, before or after the simulation
  no_schedule,       // the strategy found no feasible schedule
  deadlock,          // the simulation ended with unfinished tasks
  timeout,           // longer than the time limit
  out_of_memory,     // more than the memory limit
  worker_lost,       // the worker process died while it ran this scenario
  protocol,          // the worker's answer was not understood
  engines_differ,    // the audit's engine found other values
  answers_differ,    // run again on the same engine, it gave other values: the strategy is not a function
};

/// The stored word: "invalid_schedule".
std::string_view to_text(FailureKind kind);
/// The kind of a stored word; empty for an unknown one.
std::optional<FailureKind> failure_kind(std::string_view text);

/// One application of a batch. Dates count from the start of the scenario.
struct ApplicationMetrics {
  double release_date = 0;  // s
  double start = 0;         // s, first task
  double finish = 0;        // s, last task
  /// s; the application's makespan alone on the platform. NaN: the strategy has no yardstick.
  double dedicated_makespan = std::numeric_limits<double>::quiet_NaN();

  double makespan() const { return finish - release_date; }            // s
  double slowdown() const { return dedicated_makespan / makespan(); }  // at most about 1
  double stretch() const { return makespan() / dedicated_makespan; }
};

/// One realization of an uncertain workload.
struct RealizationMetrics {
  double makespan = 0;       // s
  std::int64_t replans = 0;  // plans after the first
};

struct Completed {
  MetricValues metrics;
  std::vector<ApplicationMetrics> applications = {};  // empty for a single application: it would repeat the metrics
  std::vector<RealizationMetrics> realizations = {};  // by number, from 0; empty: none, or not asked for
};

struct Failure {
  FailureKind kind = FailureKind::exception;
  int signal = 0;           // 0: none
  std::string message;      // one sentence
  std::string stderr_tail;  // last lines the process wrote; may be empty
};

/// How a scenario ended: metrics, or exactly one named failure.
using Outcome = std::variant<Completed, Failure>;

/// Whether it is a failure that depends on the machine and its limits instead of the scenario.
bool ran_into_limit(const Outcome& outcome);

/// Whether a process was killed from outside, as far as can be told: that says nothing about the scenario.
bool was_killed(const Outcome& outcome);

/// Calls `visit` for each value that both have: "makespan", "application 2: finish", "realization 7: makespan"; NaN
/// where it does not apply.
void for_each_value(const Completed& one, const Completed& other,
                    const std::function<void(std::string_view what, MetricType type, double one, double other)>& visit);

struct ScenarioResult {
  Outcome outcome;
  Cost cost;
  std::string words = {};  // last lines that the process of a custom strategy wrote
};

}  // namespace palio
