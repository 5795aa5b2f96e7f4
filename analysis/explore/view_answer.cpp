#include "analysis/explore/view_answer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <future>

#include "analysis/statistics/intervals/paired_ratio.h"

namespace palio {
namespace {

RatioSummary summary_of(const PairedRatio& pair, const ExploredCampaign& campaign) {
  const double mean = pair.log_ratio(), margin = pair.margin(campaign.platforms, campaign.workloads);
  return {.instances = pair.instances(),
          .ratio = std::exp(mean),
          .low = std::exp(mean - margin),
          .high = std::exp(mean + margin),
          .wins = pair.wins(),
          .ties = pair.ties(),
          .losses = pair.losses()};
}

constexpr std::size_t k_nowhere = std::numeric_limits<std::size_t>::max();

// The place of a strategy, which has results, in ResultDimensions.
std::uint32_t place_of_id(const ExploredCampaign& campaign, std::int64_t id) {
  const std::vector<std::int64_t>& strategies = campaign.results.dimensions->strategies;
  return static_cast<std::uint32_t>(std::ranges::lower_bound(strategies, id) - strategies.begin());
}

// Where a strategy's result is among those of an instance.
std::size_t result_of(const ExploredCampaign& campaign, std::size_t instance, std::uint32_t strategy) {
  for (std::size_t i = campaign.instances[instance]; i < campaign.instances[instance + 1]; ++i)
    if ((*campaign.results.ids)[i].strategy == strategy) return i;
  return k_nowhere;
}

bool in_brush(const std::optional<Brush>& brush, const ComparedInstance& at) {
  const double ratio = std::exp(at.log_ratio);
  return at.b >= brush->least_value && at.b <= brush->most_value && ratio >= brush->least_ratio &&
         ratio <= brush->most_ratio;
}

// The first strategy over the second, by cells and instances.
class TwoStrategies {
public:
  TwoStrategies(const ExploredCampaign& campaign, View& view)
      : campaign_(campaign),
        view_(view),
        filters_(campaign, view),
        a_(place_of_id(campaign, campaign.strategies[view.a].first)),
        b_(place_of_id(campaign, campaign.strategies[view.b].first)),
        turns_(campaign),
        of_platforms_(campaign.platform_keys.size()),
        of_workloads_(campaign.workload_keys.size()) {
    found_.instances.reserve(campaign.instance_count());
  }

  void look_at(std::size_t instance) {
    const ResultId& id = (*campaign_.results.ids)[campaign_.instances[instance]];
    const std::uint64_t failed = filters_.failed(id);
    if (std::popcount(failed) > 1) return;
    const std::size_t a = result_of(campaign_, instance, a_), b = result_of(campaign_, instance, b_);
    const double log_b = log_of(b), log_ratio = log_of(a) - log_b;
    if (std::isnan(log_ratio)) {
      if (failed == 0) ++found_.left_out[std::isnan(log_of(a)) ? lack(view_.a, a) : lack(view_.b, b)];
      return;
    }
    if (failed != 0) return turns_.add_beside(filters_.axis_of(failed), id, log_ratio);
    turns_.add(id, log_ratio);
    of_platforms_[id.platform] = of_workloads_[id.workload] = true;
    const ResultColumns::Values& values = *campaign_.results.values.front();
    found_.instances.push_back({static_cast<std::uint32_t>(instance), values[a], values[b], log_b, log_ratio});
  }

  ViewAnswer answer() && {
    found_.turns = turns_.turns();
    turns_.settle(view_, found_.turns);
    fill_cells();
    const ResultDimensions& dimensions = *campaign_.results.dimensions;
    const SeenDraws platforms = seen(of_platforms_, dimensions.platforms),
                    workloads = seen(of_workloads_, dimensions.workloads);
    found_.draws = {.platforms = platforms.count(campaign_.platforms),
                    .workloads = workloads.count(campaign_.workloads),
                    .platform_singles = platforms.singles(campaign_.platforms),
                    .workload_singles = workloads.singles(campaign_.workloads)};
    if (view_.brush) select();
    return std::move(found_);
  }

private:
  std::size_t levels(std::size_t axis) const {
    return axis == View::k_no_axis ? 1 : campaign_.axes[axis].levels.size();
  }

  std::size_t place(std::size_t axis, const ResultId& id) const {
    return axis == View::k_no_axis ? 0 : static_cast<std::size_t>(campaign_.axes[axis].level(id));
  }

  double log_of(std::size_t result) const {
    return result == k_nowhere ? std::numeric_limits<double>::quiet_NaN() : campaign_.logarithms[result];
  }

  // Why there is no logarithm of a strategy's value.
  Lack lack(std::size_t strategy, std::size_t result) const {
    if (result == k_nowhere) return {strategy, Lack::Kind::not_run, ""};
    if (const std::string* failure = campaign_.failure((*campaign_.results.ids)[result]))
      return {strategy, Lack::Kind::failed, *failure};
    const bool none = std::isnan((*campaign_.results.values.front())[result]);
    return {strategy, none ? Lack::Kind::no_value : Lack::Kind::not_above_0, ""};
  }

  static SeenDraws seen(const std::vector<bool>& occurs, const std::vector<std::int64_t>& ids) {
    SeenDraws draws;
    for (std::size_t place = 0; place < occurs.size(); ++place)
      if (occurs[place]) draws.add(ids[place]);
    return draws;
  }

  void fill_cells() {
    std::vector<std::vector<PairedRatio>> cells(levels(view_.rows));
    for (std::vector<PairedRatio>& row : cells) row.resize(levels(view_.columns));
    const auto& [platforms, workloads, strategies] = *campaign_.results.dimensions;
    for (const ComparedInstance& at : found_.instances) {
      const ResultId& id = (*campaign_.results.ids)[campaign_.instances[at.instance]];
      cells[place(view_.rows, id)][place(view_.columns, id)].add(at.a, at.b, at.log_ratio, platforms[id.platform],
                                                                 workloads[id.workload], campaign_.metric->better);
    }
    PairedRatio all;
    for (const std::vector<PairedRatio>& row : cells) {
      found_.cells.emplace_back();
      for (const PairedRatio& cell : row) {
        found_.cells.back().push_back(summary_of(cell, campaign_));
        all.add(cell);
      }
    }
    found_.all = summary_of(all, campaign_);
  }

  // Keeps the instances in the brush.
  void select() {
    const auto places = [&] {
      std::vector<std::uint32_t> instances;
      for (const ComparedInstance& at : found_.instances) instances.push_back(at.instance);
      return instances;
    };
    const std::vector<std::uint32_t> all = places();
    std::erase_if(found_.instances, [&](const ComparedInstance& at) { return !in_brush(view_.brush, at); });
    const std::vector<std::uint32_t> selected = places();
    found_.shared = shared_levels(campaign_, selected, all);
    for (std::size_t axis = 0; axis < found_.turns.size(); ++axis) {
      const std::vector<std::int64_t> counts = count_levels(campaign_, axis, selected);
      for (std::size_t level = 0; level < counts.size(); ++level)
        found_.turns[axis].levels[level].selected = counts[level];
    }
  }

  const ExploredCampaign& campaign_;
  View& view_;
  ViewFilters filters_;
  std::uint32_t a_, b_;  // places of the strategies in ResultDimensions
  TurnSums turns_;
  std::vector<bool> of_platforms_, of_workloads_;  // by place: whether an instance that passes all filters has it
  ViewAnswer found_;
};

}  // namespace

ViewAnswer compare(const ExploredCampaign& campaign, View& view) {
  std::future<Standings> standings = std::async([&campaign, asked = view] { return stand(campaign, asked); });
  TwoStrategies two(campaign, view);
  for (std::size_t instance = 0; instance < campaign.instance_count(); ++instance) two.look_at(instance);
  ViewAnswer found = std::move(two).answer();
  found.standings = standings.get();
  return found;
}

}  // namespace palio
