#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analysis/effects/effects.h"
#include "analysis/statistics/intervals/draws.h"
#include "core/metrics.h"
#include "storage/read/queried_campaign.h"
#include "storage/read/result_columns.h"

namespace palio {

/// What a campaign, or several as one, measured by a metric: results by platform, workload and strategy, as columns.
struct Attempts {
  const MetricInfo* metric = nullptr;
  ResultColumns columns;                       // value, cost, makespan
  std::map<std::int64_t, std::string> labels;  // of strategies, by id
  /// Ids of strategies that are told the durations of a realization before it happens (`knowledge = exact`): what they
  /// reach is shown, and no strategy is measured against it.
  std::set<std::int64_t> clairvoyants;

  const ResultDimensions& dimensions() const { return *columns.dimensions; }
  std::span<const ResultId> ids() const { return *columns.ids; }
  std::size_t size() const { return columns.ids->size(); }
  double value(std::size_t at) const { return (*columns.values[0])[at]; }             // NaN: none
  double cost(std::size_t at) const { return (*columns.values[1])[at]; }              // less is better; NaN: none
  bool failed(std::size_t at) const { return std::isnan((*columns.values[2])[at]); }  // what completed has a makespan
};

/// Throws UserError for a metric that is unknown or ranks no strategies.
Attempts read_attempts(const QueriedCampaign& campaign, std::string_view metric);

/// How much a strategy has run. It is compared with others if it has a cost on at least half of what it ran, and ran at
/// least three quarters of the instances of the strategy that ran most of those: some are for some workloads only.
struct Contender {
  std::int64_t strategy = 0;                        // id
  std::int64_t ran = 0, completed = 0, failed = 0;  // instances
  std::int64_t measured = 0, comparable = 0;        // of the completed: with a value, with a cost
  bool contends = false;
  bool clairvoyant = false;
  std::string note;  // why it has no rank; empty: it has

  /// Whether tables have its numbers.
  bool shown() const { return contends || clairvoyant; }

  // Its factors behind the best of the instance, where there is one; those of a clairvoyant may be below 1.
  std::int64_t instances = 0, times_best = 0;        // times_best: a factor of 1
  double mean = 0, geometric_mean = 0, largest = 0;  // of the factors; NaN without instances
  std::array<double, 5> quantiles{};                 // of order 5, 25, 50, 75 and 95 %, likewise
  double largest_share = 0;                          // of the largest in their sum
  /// From 1, in the order of the means or, where a factor makes up more than half of the sum of some strategy's factors
  /// over at least ten instances, of the geometric means; strategies of the same are ordered by label. 0: none.
  std::int64_t place = 0;
};

/// An attempt in its instance; NaN is none.
struct ContestRow {
  std::uint32_t attempt = 0;  // its place
  float rank = 0;   // by cost among the contenders, 1 is the best; equal ones, to a billionth, share their mean
  double cost = 0;  // of contenders and clairvoyants, on instances where all contenders have one
  double best = 0;  // least cost of such an instance, if it is above 0 and there are at least two of them

  /// How far it is behind the best, 1 up to a billionth; NaN without a cost or a best.
  double factor() const { return best <= cost && cost <= best * (1 + 1e-9) ? 1 : cost / best; }
};

/// How many factors of a strategy reach a step and not the one before: step i is 1.02^i up to a billionth; the last
/// one, 350, has all beyond.
struct FactorStep {
  std::int64_t strategy = 0, step = 0, scenarios = 0;
};

/// A comparison of strategies.
struct Contest {
  std::vector<Contender> contenders;  // by id, also those that do not contend
  std::int64_t field = 0;             // how many do
  std::int64_t together = 0;          // instances that all of these completed, also those without a value
  std::vector<ContestRow> rows;       // by strategy, platform, workload
  std::vector<FactorStep> steps;      // by strategy and step
};

/// Labels decide between strategies that ran equally much.
Contest make_contest(const Attempts& attempts);

/// The least or largest value of a metric among the contenders of each attempt's instance, for attempts that a contest
/// ranks; NaN: none. `values` are those of the metric, by attempt.
std::vector<double> best_of_instances(const Attempts& attempts, const Contest& contest, std::span<const double> values,
                                      Better better);

/// Two strategies over the instances where both have a cost. NaN: not defined.
struct PairStatistics {
  std::int64_t strategy = 0, other = 0;  // ids, by label
  std::int64_t instances = 0;
  double mean_ratio = 0;  // of cost / cost of the other; NaN if one of those is 0
  double log_ratio = 0;   // mean logarithm of the ratio; NaN if a cost is not above 0
  double log_margin = 0;  // half-width of its 95 % interval for other draws
  double draws_p = 0;     // that it is 0 for other draws
  std::int64_t wins = 0, ties = 0, losses = 0;
  double wilcoxon_p = 0;  // of the costs
  std::int64_t platform_draws = 0, workload_draws = 0;
};

/// Every pair with a common instance.
std::vector<PairStatistics> compare_pairs(const Attempts& attempts, const Draws& platforms, const Draws& workloads);

/// What effects are asked about: "makespan", or "makespan of HCPA / M-HEFT" for the ratio of two strategies, which are
/// named by their labels.
struct EffectQuestion {
  explicit EffectQuestion(const std::string& text);

  std::string metric, ratio;  // "HCPA / M-HEFT"; empty: none
};

/// For a metric, where all compared strategies have a value: its logarithms, or its values if one is not above 0. For a
/// ratio: the logarithms of the ratios of costs where both are above 0. Throws UserError for a label that no strategy
/// has or that comes twice.
EffectResponse effect_response(const Attempts& attempts, const std::string& ratio);

}  // namespace palio
