#include "analysis/explore/standings.h"

#include <algorithm>
#include <cmath>
#include <future>

#include "analysis/statistics/intervals/clustered.h"
#include "core/exact_sum.h"

namespace palio {
namespace {

// The factors of one strategy. Instances come by platform: the sum of a platform is added once.
struct BehindBest {
  ClusteredRatio mean;
  ExactSum logs;
  double largest = 0;
  std::int64_t instances = 0, times_best = 0;
  std::int64_t platform = 0, on_platform = 0;  // id, instances so far
  ExactSum sum_on_platform;

  void add(double factor, double log, std::int64_t on, std::int64_t workload) {
    if (on != platform) end_platform(on);
    sum_on_platform.add(factor);
    ++on_platform;
    mean.add(InstanceSide::workload, workload, factor);
    logs.add(log);
    largest = std::max(largest, factor);
    ++instances;
    times_best += factor == 1 ? 1 : 0;
  }
  void end_platform(std::int64_t next) {
    if (on_platform > 0) mean.add(InstanceSide::platform, platform, sum_on_platform, on_platform);
    platform = next;
    on_platform = 0;
    sum_on_platform = ExactSum();
  }
  void add(const BehindBest& other) {
    mean.add(other.mean);
    logs.add(other.logs);
    largest = std::max(largest, other.largest);
    instances += other.instances;
    times_best += other.times_best;
  }
  // One instance in ten or more rules the mean, as in contest.h.
  bool is_dominated() const { return instances >= 10 && 2 * largest > mean.ratio() * static_cast<double>(instances); }
};

// What an instance's results are compared with: the best of the contenders, if all have values.
class Contenders {
public:
  explicit Contenders(const ExploredCampaign& campaign)
      : campaign_(campaign), places_(campaign.results.dimensions->strategies.size()) {
    const std::vector<std::int64_t>& ids = campaign.results.dimensions->strategies;
    for (std::size_t i = 0; i < campaign.strategies.size(); ++i)
      places_[static_cast<std::size_t>(std::ranges::lower_bound(ids, campaign.strategies[i].first) - ids.begin())] = i;
    count_ = std::ranges::count_if(campaign.contenders, &Contender::contends);
  }

  /// The place of a result's strategy by label.
  std::size_t place(std::size_t result) const { return places_[(*campaign_.results.ids)[result].strategy]; }
  bool contends(std::size_t result) const { return campaign_.contenders[place(result)].contends; }
  bool shown(std::size_t result) const { return campaign_.contenders[place(result)].shown(); }

  /// The place of the best among results from `begin` to before `end`; `end`: not all have values.
  std::size_t best(std::size_t begin, std::size_t end) const {
    const ResultColumns::Values& values = *campaign_.results.values.front();
    const bool more = campaign_.metric->better == Better::more;
    std::size_t best = end;
    std::int64_t have_values = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (std::isnan(campaign_.logarithms[i]) || !contends(i)) continue;
      ++have_values;
      if (best == end || (more ? values[i] > values[best] : values[i] < values[best])) best = i;
    }
    return have_values < count_ ? end : best;
  }

private:
  const ExploredCampaign& campaign_;
  std::vector<std::size_t> places_;  // by place in ResultDimensions
  std::int64_t count_ = 0;
};

// Of the instances from `first` to before `last`.
std::vector<BehindBest> stand_in_part(const ExploredCampaign& campaign, const View& view, std::size_t first,
                                      std::size_t last) {
  const ViewFilters filters(campaign, view);
  const Contenders contenders(campaign);
  const auto& [platforms, workloads, strategies] = *campaign.results.dimensions;
  const ResultColumns::Values& values = *campaign.results.values.front();
  const bool more = campaign.metric->better == Better::more;
  std::vector<BehindBest> standings(campaign.strategies.size());
  for (std::size_t instance = first; instance < last; ++instance) {
    const std::size_t begin = campaign.instances[instance], end = campaign.instances[instance + 1];
    const ResultId& id = (*campaign.results.ids)[begin];
    if (filters.failed(id) != 0) continue;
    const std::size_t best = contenders.best(begin, end);
    if (best == end) continue;
    for (std::size_t i = begin; i < end; ++i) {
      if (std::isnan(campaign.logarithms[i]) || !contenders.shown(i)) continue;
      const double factor = more ? values[best] / values[i] : values[i] / values[best];
      const double log = campaign.logarithms[i] - campaign.logarithms[best];
      const bool ties = factor >= 1 && factor <= 1 + 1e-9;
      standings[contenders.place(i)].add(ties ? 1 : factor, ties ? 0 : std::copysign(log, factor - 1),
                                         platforms[id.platform], workloads[id.workload]);
    }
  }
  for (BehindBest& of : standings) of.end_platform(0);
  return standings;
}

// The p that two mean factors over the same instances are equal for other draws; NaN: there is no test.
double p_of_equal(const ExploredCampaign& campaign, const BehindBest& one, const BehindBest& other) {
  if (one.instances == 0 || one.instances != other.instances) return std::numeric_limits<double>::quiet_NaN();
  ClusteredRatio difference = one.mean;
  difference.subtract(other.mean);
  return difference.p_of_zero(campaign.platforms, campaign.workloads);
}

// Holm's correction: by their p, as long as each is below 5 % of what is left.
void tell_from_first(const ExploredCampaign& campaign, const std::vector<BehindBest>& all, std::size_t first,
                     Standings& standings) {
  std::vector<std::pair<double, std::size_t>> tests;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const double p = i == first ? 1 : p_of_equal(campaign, all[i], all[first]); i != first && !std::isnan(p))
      tests.emplace_back(p, i);
  std::ranges::sort(tests);
  bool told = true;
  for (std::size_t rank = 0; rank < tests.size(); ++rank) {
    told = told && tests[rank].first * static_cast<double>(tests.size() - rank) < 0.05;
    standings.strategies[tests[rank].second].told = told;
  }
}

// `least`: the least factor that there can be.
ExploredStanding standing_of(const ExploredCampaign& campaign, const BehindBest& of, bool geometric, double least) {
  ExploredStanding standing{.instances = of.instances, .times_best = of.times_best};
  if (of.instances == 0) return standing;
  if (geometric) {
    standing.factor = std::exp(of.logs.rounded() / static_cast<double>(of.instances));
    return standing;
  }
  const double margin = of.mean.margin(campaign.platforms, campaign.workloads, 0.95);
  standing.factor = of.mean.ratio();
  standing.low = standing.factor - margin;
  if (standing.low < least) standing.low = least;
  standing.high = standing.factor + margin;
  return standing;
}

}  // namespace

// Sums are exact, so that parts give the same bits as the whole.
Standings stand(const ExploredCampaign& campaign, const View& view) {
  constexpr std::size_t k_parts = 4;
  const std::size_t count = campaign.instance_count();
  std::vector<std::future<std::vector<BehindBest>>> parts;
  for (std::size_t part = 0; part < k_parts; ++part)
    parts.push_back(std::async(
        [&, part] { return stand_in_part(campaign, view, count * part / k_parts, count * (part + 1) / k_parts); }));
  std::vector<BehindBest> all(campaign.strategies.size());
  for (auto& part : parts) {
    const std::vector<BehindBest> found = part.get();
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(found[i]);
  }
  Standings standings{.strategies = {}, .geometric = std::ranges::any_of(all, &BehindBest::is_dominated)};
  for (std::size_t i = 0; i < all.size(); ++i)
    standings.strategies.push_back(
        standing_of(campaign, all[i], standings.geometric, campaign.contenders[i].contends ? 1 : 0));
  if (!standings.geometric) tell_from_first(campaign, all, view.a, standings);
  return standings;
}

}  // namespace palio
