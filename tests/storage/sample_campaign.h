#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "storage/write/result_store.h"

namespace palio::test {

/// A study named `name`; its other fields are made from the name.
CampaignInfo study_info(const std::string& name);

/// Session of this process on host "siena".
SessionInfo session_info(std::int64_t stored_before = 2);

constexpr ParameterSpec parameter(std::string_view name, ParameterType type) {
  return {.name = name, .type = type, .unit = "", .meaning = "", .default_value = ""};
}

// A platform family "star" (hosts, seed), a workload family "chain" (tasks, sample), a strategy "FAST" (threshold).
DimensionRow star(std::int64_t hosts, std::int64_t seed);
DimensionRow chain(std::int64_t tasks, std::int64_t sample);
DimensionRow fast(double threshold);

/// The first `count` rows of each: star(1, 7), star(2, 7), ...; chain(1, 1), ...; fast(0.5), fast(1.5), ...
std::vector<DimensionRow> stars(std::int64_t count);
std::vector<DimensionRow> chains(std::int64_t count);
std::vector<DimensionRow> fasts(std::int64_t count);

/// Adds the first rows of each.
void add_samples(ResultStore& store, std::int64_t platforms, std::int64_t workloads, std::int64_t strategies);

/// The id of a scenario of those rows by their numbers, from 1; and the numbers by the id.
ScenarioId id_of(const ScenarioId& numbers);
ScenarioId numbers_of(const ScenarioId& id);

/// Ids of scenarios, by their numbers, in the order of the ids: as a file holds them.
std::vector<ScenarioId> in_order(std::vector<ScenarioId> numbers);

/// A completed scenario by its numbers; every measured metric is a different number made from `makespan`.
StoredResult completed(const ScenarioId& id, double makespan, int attempt = 1);
StoredResult failed(const ScenarioId& id, FailureKind kind, const std::string& message, int attempt = 1);

/// The same of a batch of these applications.
StoredResult completed(const ScenarioId& id, double makespan, std::vector<ApplicationMetrics> applications);

/// What a shell command writes to its standard output.
std::string output_of(const std::string& command);

/// What the sqlite3 shell prints for a statement: a reader that shares no code with ours. p#2 in it is the id of the
/// second of stars(), w#2 of chains(), s#2 of fasts().
std::string with_ids(std::string sql);
std::string sqlite_shell(const std::filesystem::path& file, const std::string& sql);

}  // namespace palio::test
