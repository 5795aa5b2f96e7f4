#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "storage/file/rows.h"

namespace palio::test {

/// A study named `name`; its other fields are made from the name.
CampaignInfo study_info(const std::string& name);

/// Session of this process on host "siena".
SessionInfo session_info();

// A platform family "star" (hosts, seed), a workload family "chain" (tasks, sample), a strategy "FAST" (threshold).
DimensionRow star(std::int64_t hosts, std::int64_t seed);
DimensionRow chain(std::int64_t tasks, std::int64_t sample);
DimensionRow fast(double threshold);

/// The first `count` rows of each: star(1, 7), star(2, 7), ...; chain(1, 1), ...; fast(0.5), fast(1.5), ...
std::vector<DimensionRow> stars(std::int64_t count);
std::vector<DimensionRow> chains(std::int64_t count);
std::vector<DimensionRow> fasts(std::int64_t count);

/// A completed scenario; every metric is a different number made from `makespan`.
StoredResult completed(const ScenarioId& id, double makespan, int attempt = 1);
StoredResult failed(const ScenarioId& id, FailureKind kind, const std::string& message, int attempt = 1);

/// What a shell command writes to its standard output.
std::string output_of(const std::string& command);

/// What the sqlite3 shell prints for a statement: a reader that shares no code with ours.
std::string sqlite_shell(const std::filesystem::path& file, const std::string& sql);

}  // namespace palio::test
