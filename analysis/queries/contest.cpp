#include "analysis/queries/contest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/exact_sum.h"

namespace palio {
namespace {

constexpr double k_no_contest = std::numeric_limits<double>::quiet_NaN();
using Attempts = std::span<const Attempt>;

using Field = std::map<std::int64_t, Contender>;  // by id of the strategy

Field count_attempts(Attempts attempts) {
  Field field;
  for (const Attempt& attempt : attempts) {
    Contender& one = field[attempt.id.strategy];
    one.strategy = attempt.id.strategy;
    ++one.ran;
    one.completed += std::isnan(attempt.value) ? 0 : 1;
    one.comparable += std::isnan(attempt.cost) ? 0 : 1;
    one.failed += attempt.failed ? 1 : 0;
  }
  return field;
}

bool completed_half(const Contender& one) { return 2 * one.comparable >= one.ran; }

// The one that ran most, the first by label of several; null if none completed half of what it ran.
const Contender* widest(const Field& field, StrategyLabels labels) {
  const std::map<std::int64_t, std::string_view> names(labels.begin(), labels.end());
  const Contender* widest = nullptr;
  for (const auto& [strategy, one] : field) {
    if (!completed_half(one)) continue;
    if (widest == nullptr || one.ran > widest->ran ||
        (one.ran == widest->ran && names.at(strategy) < names.at(widest->strategy)))
      widest = &one;
  }
  return widest;
}

void choose_contenders(Field& field, Attempts attempts, StrategyLabels labels) {
  const Contender* most = widest(field, labels);
  if (most == nullptr) return;
  std::map<std::int64_t, std::int64_t> beside;  // by strategy: on how many instances of that one it ran
  for_each_instance(attempts, [&](Attempts instance) {
    const auto is_most = [&](const Attempt& attempt) { return attempt.id.strategy == most->strategy; };
    if (std::ranges::none_of(instance, is_most)) return;
    for (const Attempt& attempt : instance) ++beside[attempt.id.strategy];
  });
  const double needed = 0.75 * static_cast<double>(most->ran);
  for (auto& [strategy, one] : field)
    one.contends = completed_half(one) && static_cast<double>(beside[strategy]) >= needed;
}

std::string note_of(const Contender& one, std::int64_t field) {
  if (one.completed == 0) return "completed nothing";
  if (one.comparable == 0) return "no value to compare";
  if (!completed_half(one)) return "completed less than half";
  if (!one.contends) return "not run everywhere";
  return field < 2 ? "nothing to compare with" : "";
}

// Ranks one instance at a time.
class InstanceRanks {
public:
  void fill(std::span<ContestRow> rows) {
    logs_.clear();
    for (const ContestRow& row : rows)
      if (!std::isnan(row.cost)) logs_.push_back(log_of(row.cost));
    std::ranges::sort(logs_);
    for (ContestRow& row : rows)
      if (!std::isnan(row.cost)) row.rank = static_cast<float>(rank_of(log_of(row.cost)));
  }

private:
  static constexpr double k_rounding = 1e-9;  // relative
  static double log_of(double cost) { return std::log(std::max(cost, 1e-300)); }

  // Half of how many are less, how many are at most as large, and 1.
  double rank_of(double log) const {
    const auto less = std::ranges::upper_bound(logs_, log - k_rounding) - logs_.begin();
    const auto at_most = std::ranges::upper_bound(logs_, log + k_rounding) - logs_.begin();
    return static_cast<double>(less + at_most + 1) / 2;
  }

  std::vector<double> logs_;
};

// Makes the rows of one instance after the other.
class InstanceRows {
public:
  InstanceRows(const Field& field, std::int64_t contenders) : field_(field), contenders_(contenders) {}

  std::span<const ContestRow> of(Attempts instance) {
    rows_.clear();
    for (const Attempt& attempt : instance) rows_.push_back(row_of(attempt));
    const auto none = [](const ContestRow& row) { return std::isnan(row.cost); };
    const bool all = std::ssize(rows_) - std::ranges::count_if(rows_, none) == contenders_;
    double least = std::numeric_limits<double>::infinity();
    for (ContestRow& row : rows_) {
      if (!all) row.cost = k_no_contest;
      if (!none(row)) least = std::min(least, row.cost);
    }
    if (!all || contenders_ < 2) return rows_;
    for (ContestRow& row : rows_) row.best = least == 0 ? k_no_contest : least;
    ranks_.fill(rows_);
    return rows_;
  }

private:
  ContestRow row_of(const Attempt& attempt) const {
    return {.platform = static_cast<std::int32_t>(attempt.id.platform),
            .workload = static_cast<std::int32_t>(attempt.id.workload),
            .strategy = static_cast<std::int32_t>(attempt.id.strategy),
            .rank = static_cast<float>(k_no_contest),
            .cost = field_.at(attempt.id.strategy).contends ? attempt.cost : k_no_contest,
            .best = k_no_contest};
  }

  const Field& field_;
  std::int64_t contenders_;
  InstanceRanks ranks_;
  std::vector<ContestRow> rows_;
};

constexpr double k_no_pair_value = std::numeric_limits<double>::quiet_NaN();
constexpr double k_pair_level = 0.95;
// The costs of all strategies, instance by instance.
struct CostTable {
  std::vector<std::size_t> platforms, workloads;  // id of each instance
  std::vector<std::int64_t> strategies;           // ids by label
  std::vector<std::vector<double>> costs;         // of each strategy on each instance; NaN: none
};

CostTable tabulate(std::span<const Attempt> attempts, StrategyLabels labels) {
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

Contest make_contest(Attempts attempts, StrategyLabels labels) {
  Field field = count_attempts(attempts);
  choose_contenders(field, attempts, labels);
  Contest contest;
  contest.field = std::ranges::count_if(field, [](const auto& entry) { return entry.second.contends; });
  std::map<std::int64_t, std::size_t> next;  // by strategy: where its next row goes
  std::size_t begin = 0;
  for (auto& [strategy, one] : field) {
    one.note = note_of(one, contest.field);
    contest.contenders.push_back(one);
    next[strategy] = std::exchange(begin, begin + static_cast<std::size_t>(one.ran));
  }
  contest.rows.resize(attempts.size());
  InstanceRows rows(field, contest.field);
  for_each_instance(attempts, [&](Attempts instance) {
    for (const ContestRow& row : rows.of(instance)) contest.rows[next[row.strategy]++] = row;
  });
  return contest;
}

std::vector<PairStatistics> compare_pairs(std::span<const Attempt> attempts, StrategyLabels labels,
                                          const Draws& platforms, const Draws& workloads) {
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
