#include "analysis/queries/pair_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/exact_sum.h"

namespace palio {
namespace {

constexpr double k_no_pair_value = std::numeric_limits<double>::quiet_NaN();
constexpr double k_pair_level = 0.95;
using Labels = std::span<const std::pair<std::int64_t, std::string>>;

// The costs of all strategies, instance by instance.
struct CostTable {
  std::vector<std::size_t> platforms, workloads;  // id of each instance
  std::vector<std::int64_t> strategies;           // ids by label
  std::vector<std::vector<double>> costs;         // of each strategy on each instance; NaN: none
};

CostTable tabulate(std::span<const Attempt> attempts, Labels labels) {
  std::vector<std::pair<std::int64_t, std::string>> by_label(labels.begin(), labels.end());
  std::ranges::sort(by_label, {}, &std::pair<std::int64_t, std::string>::second);
  CostTable table;
  std::map<std::int64_t, std::size_t> places;
  for (const auto& [id, label] : by_label) {
    places[id] = table.strategies.size();
    table.strategies.push_back(id);
  }
  table.costs.resize(places.size());
  for (const Attempt& attempt : attempts) {
    const auto platform = static_cast<std::size_t>(attempt.id.platform);
    const auto workload = static_cast<std::size_t>(attempt.id.workload);
    if (table.platforms.empty() || table.platforms.back() != platform || table.workloads.back() != workload) {
      table.platforms.push_back(platform);
      table.workloads.push_back(workload);
    }
    std::vector<double>& costs = table.costs[places.at(attempt.id.strategy)];
    costs.resize(table.platforms.size(), k_no_pair_value);
    costs.back() = attempt.cost;
  }
  for (std::vector<double>& costs : table.costs) costs.resize(table.platforms.size(), k_no_pair_value);
  return table;
}

// What two strategies cost on the instances that both have a cost on.
class Pair {
public:
  void add(double cost, double other, std::size_t platform, std::size_t workload) {
    const bool tie = nearly_equal(cost, other);
    ++(tie ? found_.ties : cost < other ? found_.wins : found_.losses);
    differences_.push_back(tie ? 0 : cost - other);
    least_ = std::min({least_, cost, other});
    platforms_.add(platform);
    workloads_.add(workload);
    const double ratio = other == 0 ? k_no_pair_value : cost / other;
    ratios_.add(ratio);
    if (!std::isnan(ratio)) clustered_.add(ratio, platform, workload);
    if (ratio > 0) logs_.add(std::log(ratio), platform, workload);
  }

  std::size_t instances() const { return differences_.size(); }

  PairStatistics statistics(const Draws& platforms, const Draws& workloads) && {
    found_.instances = std::ssize(differences_);
    found_.mean_ratio = ratios_.rounded() / static_cast<double>(differences_.size());
    found_.margin = clustered_.margin(platforms, workloads, k_pair_level);
    found_.log_ratio = least_ > 0 ? logs_.ratio() : k_no_pair_value;
    found_.draws_p = least_ > 0 ? logs_.p_of_zero(platforms, workloads) : k_no_pair_value;
    found_.platform_draws = platforms_.count(platforms);
    found_.workload_draws = workloads_.count(workloads);
    found_.wilcoxon_p = signed_rank_p(std::move(differences_));
    return found_;
  }

private:
  PairStatistics found_;
  std::vector<double> differences_;
  double least_ = std::numeric_limits<double>::infinity();
  ExactSum ratios_;
  ClusteredRatio clustered_, logs_;
  SeenDraws platforms_, workloads_;
};

}  // namespace

std::vector<PairStatistics> compare_pairs(std::span<const Attempt> attempts, Labels labels, const Draws& platforms,
                                          const Draws& workloads) {
  const CostTable table = tabulate(attempts, labels);
  std::vector<PairStatistics> pairs;
  for (std::size_t a = 0; a < table.strategies.size(); ++a)
    for (std::size_t b = a + 1; b < table.strategies.size(); ++b) {
      Pair pair;
      for (std::size_t i = 0; i < table.platforms.size(); ++i)
        if (!std::isnan(table.costs[a][i]) && !std::isnan(table.costs[b][i]))
          pair.add(table.costs[a][i], table.costs[b][i], table.platforms[i], table.workloads[i]);
      if (pair.instances() == 0) continue;
      pairs.push_back(std::move(pair).statistics(platforms, workloads));
      pairs.back().strategy = table.strategies[a];
      pairs.back().other = table.strategies[b];
    }
  std::ranges::sort(pairs, {}, &PairStatistics::strategy);
  return pairs;
}

}  // namespace palio
