#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "storage/file/results_view.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// A platform, workload or strategy as a campaign holds it.
struct DimensionEntry {
  std::int64_t id = 0;
  std::string key;               // 12 hexadecimal digits, part of the scenario's name
  std::string canonical;         // identity, the same in every campaign
  bool is_version = false;       // a custom strategy in the version that the study wants now
  std::vector<SqlValue> values;  // of the columns asked for
};

struct WalkedResult {
  std::int64_t strategy = 0;         // id
  std::string outcome;               // "completed", or how it failed
  std::vector<double> values;        // of the columns asked for; NaN is NULL
  std::vector<double> applications;  // of each in turn: release date, start, finish, dedicated makespan
};

/// The results of one instance, by the ids of their strategies.
struct WalkedInstance {
  std::int64_t platform = 0;  // id
  std::int64_t workload = 0;  // id
  std::vector<WalkedResult> results;
};

/// Reads one moment of a campaign instance by instance, in memory that does not grow with the number of results, also
/// while a run is in progress. One thread.
class ResultWalk {
public:
  /// `columns` of the view `measured` hold numbers. Throws UserError as CampaignReader does.
  ResultWalk(const std::filesystem::path& file, std::span<const std::string> columns);
  ~ResultWalk();

  std::int64_t results() const;
  /// The columns of the view `results` that identify a scenario.
  std::vector<ViewColumn> scenario_columns() const;
  /// The rows of a table of dimensions by id, with the values of these columns; an empty name gives NULL.
  std::vector<DimensionEntry> entries(std::string_view table, std::span<const std::string> columns) const;

  /// The next instance with results, by ids, which is valid until the next call; null at the end.
  const WalkedInstance* next();

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio
