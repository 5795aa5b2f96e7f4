#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/queries/contest.h"
#include "analysis/statistics/intervals/draws.h"
#include "core/metrics.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// What platforms or workloads of results differ in: a column of the view `results`.
struct ExploredAxis {
  static constexpr int k_none = -1;

  std::string name;
  bool of_platforms = true;      // else of workloads
  std::vector<SqlValue> levels;  // by size, texts after numbers, NULL last
  std::vector<int> level_of;     // by place of the platform or workload in ResultDimensions: place in `levels`
  std::string follows;           // the axis whose levels tell this one's; of two that tell each other the first stays

  int level(const ResultId& id) const { return level_of[of_platforms ? id.platform : id.workload]; }
};

/// A campaign, or several as one, in memory: all that the page of `palio explore` asks about a metric is answered from
/// here. 28 byte a result.
struct ExploredCampaign {
  const MetricInfo* metric = nullptr;
  std::string title;                       // of the metric, as metric_title() writes it
  std::string usual_metric, usual_remark;  // of the campaign
  std::vector<std::string_view> metrics;   // that completed results have and that rank strategies
  std::vector<ExploredAxis> axes;
  std::vector<std::pair<std::int64_t, std::string>> strategies;  // ids and labels, by label
  std::vector<Contender> contenders;                             // likewise
  std::vector<std::pair<ResultId, std::string>> failures;        // words, by id
  std::vector<std::string> platform_keys, workload_keys;         // by place: the column `instance` is "key-key"
  Draws platforms = Draws({}), workloads = Draws({});
  ResultColumns results;                 // values of the metric
  std::vector<double> logarithms;        // of the values; NaN where a value is not above 0
  std::vector<std::uint32_t> instances;  // where each begins in `results`, and where the last one ends
  bool searched = false;                 // by `palio duel`: nothing follows for other instances
  // Places in `strategies` of the two to begin with: the first and the second of the contest; of a search its target
  // over its base.
  std::size_t usual_a = 0, usual_b = 0;

  std::size_t instance_count() const { return instances.size() - 1; }
  /// The level of an axis at an instance, as level_text() writes it; empty for an axis that the campaign lacks.
  std::string level_at(std::string_view axis, std::size_t instance) const;
  std::string instance_name(std::size_t instance) const;
  /// How a result failed; null: it did not.
  const std::string* failure(const ResultId& id) const;
};

/// A level for people and addresses; NULL is "none".
std::string level_text(const SqlValue& level);

/// Reads all of it at one moment. `metric`: empty for the usual one. Throws UserError for one that is unknown or does
/// not rank strategies.
ExploredCampaign read_explored(const CampaignReader& reader, const std::string& metric);

}  // namespace palio
