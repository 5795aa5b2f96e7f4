#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// A value that came out otherwise than it is stored. NULL: it does not apply.
struct ReplayDifference {
  std::string what;  // "makespan", "outcome", "application 2: finish"
  SqlValue stored, replayed;
};

/// How far apart, relative to the larger one, values may be that are equal: those of one engine, and those of two.
constexpr double k_same_bits = 0;
constexpr double k_same_dates = 1e-9;

/// Compares outcome, metrics and applications; SQLite knows no sign of zero. Failures are equal if they
/// are of one kind: their messages may tell of processes and addresses. Costs differ from run to run and do not count.
/// A metric that is none of the `known` ones (storage/file/metric_columns.h) was not stored and does not count either.
std::vector<ReplayDifference> differences(const Outcome& stored, const Outcome& replayed, std::string_view known,
                                          double tolerance = k_same_bits);

/// Whether the failure says something of the machine and its limits instead of the scenario.
bool ran_into_limit(const Outcome& outcome);

/// The word of an outcome: "completed" or the kind of the failure.
std::string_view outcome_word(const Outcome& outcome);

}  // namespace palio
