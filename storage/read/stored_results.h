#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/metrics.h"
#include "core/outcome.h"
#include "storage/file/rows.h"
#include "storage/read/campaign_reader.h"

namespace palio {

// The queries of the folder campaign/ to a campaign.

/// Calls `visit` for every stored scenario whose latest attempt failed in one of these ways, or in any if none is
/// named, with the number of that attempt; in the order of ids.
void for_each_failed(const CampaignReader& reader, std::span<const FailureKind> kinds,
                     const std::function<void(const ScenarioId&, int attempt)>& visit);

/// Where a stored result comes from.
struct ResultOrigin {
  std::int64_t session = 0;
  std::string started;  // the session, or "at an unknown date"
  std::string outcome;  // "completed" or the word of a failure
};
/// Calls `visit` for every stored result, also a stale one.
void for_each_origin(const CampaignReader& reader,
                     const std::function<void(const ScenarioId&, const ResultOrigin&)>& visit);

/// Calls `visit` with the costs of completed scenarios, s of CPU: all that are stored or, of more than `most`, a part
/// spread evenly over the file, always the same one.
void for_each_cost(const CampaignReader& reader, std::int64_t most,
                   const std::function<void(const ScenarioId&, double total_time)>& visit);

/// The numbers from which the end of the last session is forecast (campaign/session/time_left.h); empty: none are
/// stored.
struct ToldPace {
  std::string text;
  double age = 0;  // s
};
ToldPace last_session_pace(const CampaignReader& reader);

/// How long the last session has been running, s; 0 without one.
double last_session_seconds(const CampaignReader& reader);

/// A stored scenario, from its row and the rows that it refers to.
struct ScenarioRow {
  struct Dimension {
    std::string canonical, label;
  };
  std::string name;  // column `scenario` of the view results
  Dimension platform, workload, strategy;
  std::string engine, engine_version, palio_version;  // of its session
  double total_time = 0;                              // s of CPU
  std::string outcome;                                // "completed" or the word of a failure
  MetricValues metrics;
};

/// The row of a scenario, even a stale one; nothing if it is not stored.
std::optional<ScenarioRow> scenario_row(const CampaignReader& reader, const ScenarioId& id);
/// In their order.
std::vector<ApplicationMetrics> application_rows(const CampaignReader& reader, const ScenarioId& id);
std::vector<RealizationMetrics> realization_rows(const CampaignReader& reader, const ScenarioId& id);

struct FailureRow {
  int signal = 0;  // 0: none
  std::string message, stderr_tail;
};
/// The failure of the latest attempt that failed.
std::optional<FailureRow> failure_row(const CampaignReader& reader, const ScenarioId& id);

/// The content of an input file.
std::optional<std::string> file_with_digest(const CampaignReader& reader, const std::string& digest);
/// An input file as the recipe of a family reads it.
struct NamedFile {
  std::string family, path, digest, canonical;
};
/// Files of workloads, then of platforms; of a path whose content has changed, the latest last.
std::vector<NamedFile> named_files(const CampaignReader& reader);

/// The paths of the stored input files, sorted, without files whose results are all stale.
std::vector<std::string> wanted_paths(const CampaignReader& reader);

/// A custom strategy, and the digest of its manifest, an input file.
struct StoredCode {
  std::int64_t id = 0;
  std::string strategy, canonical, digest;
};
/// Strategies whose results the study wants before the others, later ones first.
std::vector<StoredCode> strategies_with_code(const CampaignReader& reader);

constexpr std::size_t k_dimensions = 3;
constexpr std::array<std::string_view, k_dimensions> k_dimension_tables{"platform", "workload", "strategy"};

/// Ids and keys of a dimension.
std::vector<std::pair<std::int64_t, std::string>> dimension_keys(const CampaignReader& reader, std::string_view table);

/// The digests of the input files as the latest run has read them, by family, path and what decides the reading:
/// "workflow a.dax", "workflow a.dax lenient=true".
std::map<std::string, std::string> input_digests(const CampaignReader& reader);

/// The key of the strategy of that label; empty: there is none.
std::string strategy_key(const CampaignReader& reader, const std::string& label);

struct NamedScenario {
  std::string name;
  ScenarioId id;
};
/// At most `most` stored scenarios whose keys begin like this; an empty beginning matches every key.
std::vector<NamedScenario> scenarios_with_keys(const CampaignReader& reader,
                                               const std::array<std::string, k_dimensions>& beginnings,
                                               std::size_t most);

/// A metric of a scenario that the view results has.
struct MetricRow {
  double value = 0;
  std::string platform, workload;  // labels
  std::vector<SqlValue> by = {};   // of the columns asked for
};
/// Visits the scenarios whose metric is not NULL and for which `where`, unless it is empty, holds.
void each_metric(const CampaignReader& reader, const std::string& metric, const std::vector<std::string>& columns,
                 const std::string& where, const std::function<void(const MetricRow&)>& take);

}  // namespace palio
