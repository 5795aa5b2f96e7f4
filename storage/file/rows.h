#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/identity/canonical.h"
#include "core/outcome.h"

namespace palio {

/// The study of a campaign. Its name never changes; the rest follows the latest run.
struct CampaignInfo {
  std::string study;  // name
  std::string title;
  std::string source;  // publication
  std::int64_t seed = 0;
  std::string study_path;  // as the user typed it; its last part is stored
  std::string study_text;  // the whole TOML file
};

/// What a campaign keeps of a completed scenario: its metrics, or those of each realization as well.
enum class Kept { metrics, realizations };

/// The request of a call of `palio run` or `palio resume`; `palio resume` repeats the latest.
struct CampaignRequest {
  std::int64_t sample = 0;                // instances; 0: all
  std::int64_t shard = 1;                 // which part of the instances, from 1
  std::int64_t shards = 1;                // of how many
  std::string condition = {};             // on the columns that identify scenarios; empty: none
  std::vector<std::string> options = {};  // the others as typed: "--timeout=5"
  std::string shard_rule = {};            // how instances are dealt to shards; empty: there is one
  std::string shard_costs = {};           // the weights of the rule "costs"; empty: other rules

  bool operator==(const CampaignRequest&) const = default;
};

/// One session of work on a campaign: one call of `palio run` or `palio resume`.
struct SessionInfo {
  std::string host;
  std::int64_t pid = 0;
  std::string palio_version, compiler, engine, engine_version;
  std::int64_t jobs = 0;
  std::int64_t sample = 0;         // instances; 0: all of the study's
  std::int64_t planned = 0;        // scenarios the session set out to run
  std::int64_t wanted = 0;         // scenarios of its part of the study, also those that were stored before
  std::int64_t stored_before = 0;  // of the wanted ones
};

struct SessionRow {
  SessionInfo info;
  std::string started, ended;  // UTC, ISO 8601 with milliseconds; ended is empty while it runs or if it was killed
  std::string how;             // "finished", "interrupted", empty
  bool alive = false;          // it has not ended, and a process holds the run lock of the file
  std::int64_t completed = 0;  // attempts stored so far in this session
  std::int64_t failed = 0;
  std::int64_t results_before = 0;  // results stored when it began

  /// How many of the wanted scenarios are stored when the campaign holds so many results; only of the last session.
  /// A retried scenario is not a new result, so retries do not change the count.
  std::int64_t stored(std::int64_t results) const { return info.stored_before + results - results_before; }
  /// Planned attempts that the session has not stored yet.
  std::int64_t left() const { return info.planned - completed - failed; }
};

/// A platform, workload or strategy as a row of the database.
struct DimensionRow {
  Recipe recipe;
  std::string label;                     // for people; unique within its table
  std::span<const ParameterSpec> specs;  // one typed column per parameter, of optional ones where given
  std::string definition;                // content of an input file, empty without one
};

/// Ids of a scenario's three dimensions, the same in every campaign; together its primary key.
struct ScenarioId {
  std::int64_t platform = 0;
  std::int64_t workload = 0;
  std::int64_t strategy = 0;

  auto operator<=>(const ScenarioId&) const = default;
};

struct StoredResult {
  ScenarioId id;
  int attempt = 1;
  ScenarioResult result;
};

}  // namespace palio
