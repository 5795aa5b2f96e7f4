#include "analysis/explore/view_answer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <future>

#include "analysis/statistics/intervals/paired_ratio.h"

namespace palio {
namespace {

// Which filters an instance fails, as bits by place among the filtered axes.
class Filters {
public:
  Filters(const ExploredCampaign& campaign, const View& view) {
    for (const auto& [axis, levels] : view.kept) {
      const ExploredAxis& of = campaign.axes[axis];
      std::vector<std::uint64_t>& fails = of.of_platforms ? platforms_ : workloads_;
      if (fails.size() < of.level_of.size()) fails.resize(of.level_of.size());
      const std::uint64_t bit = std::uint64_t{1} << axes_.size();
      for (std::size_t place = 0; place < of.level_of.size(); ++place)
        if (!view.keeps(axis, of.level_of[place])) fails[place] |= bit;
      axes_.push_back(axis);
    }
  }

  std::uint64_t failed(const ResultId& id) const { return at(platforms_, id.platform) | at(workloads_, id.workload); }
  /// The axis whose filter alone is failed.
  std::size_t axis_of(std::uint64_t one_failed) const {
    return axes_[static_cast<std::size_t>(std::countr_zero(one_failed))];
  }

private:
  static std::uint64_t at(const std::vector<std::uint64_t>& fails, std::size_t place) {
    return fails.empty() ? 0 : fails[place];
  }

  std::vector<std::size_t> axes_;
  std::vector<std::uint64_t> platforms_, workloads_;  // by place; empty: no filter
};

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
  if (!brush) return true;
  const double ratio = std::exp(at.log_ratio);
  return at.b >= brush->least_value && at.b <= brush->most_value && ratio >= brush->least_ratio &&
         ratio <= brush->most_ratio;
}

std::vector<std::vector<std::int64_t>> empty_histograms(const ExploredCampaign& campaign) {
  std::vector<std::vector<std::int64_t>> histograms;
  for (const ExploredAxis& axis : campaign.axes) histograms.emplace_back(axis.levels.size());
  return histograms;
}

// The first strategy over the second, by cells and instances.
class TwoStrategies {
public:
  TwoStrategies(const ExploredCampaign& campaign, const View& view)
      : campaign_(campaign),
        view_(view),
        filters_(campaign, view),
        a_(place_of_id(campaign, campaign.strategies[view.a].first)),
        b_(place_of_id(campaign, campaign.strategies[view.b].first)),
        cells_(levels(view.rows)),
        of_platforms_(campaign.platform_keys.size()),
        of_workloads_(campaign.workload_keys.size()) {
    found_.histograms = empty_histograms(campaign);
    for (std::vector<PairedRatio>& row : cells_) row.resize(levels(view.columns));
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
    if (failed != 0) return count(filters_.axis_of(failed), id);
    const ResultColumns::Values& values = *campaign_.results.values.front();
    add(id, {static_cast<std::uint32_t>(instance), values[a], values[b], log_b, log_ratio});
  }

  ViewAnswer answer() && {
    PairedRatio all;
    for (const std::vector<PairedRatio>& row : cells_) {
      found_.cells.emplace_back();
      for (const PairedRatio& cell : row) {
        found_.cells.back().push_back(summary_of(cell, campaign_));
        all.add(cell);
      }
    }
    found_.all = summary_of(all, campaign_);
    const ResultDimensions& dimensions = *campaign_.results.dimensions;
    const SeenDraws platforms = seen(of_platforms_, dimensions.platforms),
                    workloads = seen(of_workloads_, dimensions.workloads);
    found_.draws = {.platforms = platforms.count(campaign_.platforms),
                    .workloads = workloads.count(campaign_.workloads),
                    .platform_singles = platforms.singles(campaign_.platforms),
                    .workload_singles = workloads.singles(campaign_.workloads)};
    for (std::size_t axis = 0; axis < campaign_.axes.size(); ++axis) add_to_histogram(axis);
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

  void count(std::size_t axis, const ResultId& id) { ++found_.histograms[axis][place(axis, id)]; }

  static SeenDraws seen(const std::vector<std::int64_t>& counts, const std::vector<std::int64_t>& ids) {
    SeenDraws draws;
    for (std::size_t place = 0; place < counts.size(); ++place)
      if (counts[place] > 0) draws.add(ids[place]);
    return draws;
  }

  // The instances that pass all filters.
  void add_to_histogram(std::size_t axis) {
    const ExploredAxis& of = campaign_.axes[axis];
    const std::vector<std::int64_t>& counts = of.of_platforms ? of_platforms_ : of_workloads_;
    for (std::size_t place = 0; place < counts.size(); ++place)
      found_.histograms[axis][static_cast<std::size_t>(of.level_of[place])] += counts[place];
  }

  // An instance that passes all filters.
  void add(const ResultId& id, const ComparedInstance& at) {
    ++of_platforms_[id.platform];
    ++of_workloads_[id.workload];
    cells_[place(view_.rows, id)][place(view_.columns, id)].add(
        at.a, at.b, at.log_ratio, campaign_.results.dimensions->platforms[id.platform],
        campaign_.results.dimensions->workloads[id.workload], campaign_.metric->better);
    if (in_brush(view_.brush, at)) found_.instances.push_back(at);
  }

  const ExploredCampaign& campaign_;
  const View& view_;
  Filters filters_;
  std::uint32_t a_, b_;  // places of the strategies in ResultDimensions
  std::vector<std::vector<PairedRatio>> cells_;
  std::vector<std::int64_t> of_platforms_, of_workloads_;  // by place: instances that pass all filters
  ViewAnswer found_;
};

// By place of a strategy in ResultDimensions: its place by label.
std::vector<std::size_t> strategy_places(const ExploredCampaign& campaign) {
  std::vector<std::size_t> places(campaign.results.dimensions->strategies.size());
  for (std::size_t i = 0; i < campaign.strategies.size(); ++i)
    places[place_of_id(campaign, campaign.strategies[i].first)] = i;
  return places;
}

// Every compared strategy over the second, on instances from `first` to before `last` where all of them have values.
std::vector<PairedRatio> compare_part(const ExploredCampaign& campaign, const View& view, std::size_t first,
                                      std::size_t last) {
  const Filters filters(campaign, view);
  const std::vector<ResultId>& ids = *campaign.results.ids;
  const ResultColumns::Values& values = *campaign.results.values.front();
  const std::vector<std::size_t> places = strategy_places(campaign);
  const std::uint32_t of_b = place_of_id(campaign, campaign.strategies[view.b].first);
  const auto contenders = std::ranges::count_if(campaign.contenders, &Contender::contends);
  std::vector<PairedRatio> ratios(campaign.strategies.size());
  for (std::size_t instance = first; instance < last; ++instance) {
    const std::size_t begin = campaign.instances[instance], end = campaign.instances[instance + 1];
    const std::size_t b = result_of(campaign, instance, of_b);
    if (filters.failed(ids[begin]) != 0 || b == k_nowhere || std::isnan(campaign.logarithms[b])) continue;
    const auto place = [&](std::size_t i) { return places[ids[i].strategy]; };
    std::int64_t have_values = 0;
    for (std::size_t i = begin; i < end; ++i)
      have_values += campaign.contenders[place(i)].contends && !std::isnan(campaign.logarithms[i]) ? 1 : 0;
    if (contenders == 0 || have_values < contenders) continue;
    const std::int64_t platform = campaign.results.dimensions->platforms[ids[begin].platform];
    const std::int64_t workload = campaign.results.dimensions->workloads[ids[begin].workload];
    for (std::size_t i = begin; i < end; ++i)
      if (campaign.contenders[place(i)].shown() && !std::isnan(campaign.logarithms[i]))
        ratios[place(i)].add(values[i], values[b], campaign.logarithms[i] - campaign.logarithms[b], platform, workload,
                             campaign.metric->better);
  }
  return ratios;
}

// Every compared strategy over the second. Sums are exact, so that parts give the same bits as the whole.
std::vector<RatioSummary> compare_all(const ExploredCampaign& campaign, const View& view) {
  constexpr std::size_t k_parts = 4;
  const std::size_t count = campaign.instance_count();
  std::vector<std::future<std::vector<PairedRatio>>> parts;
  for (std::size_t part = 0; part < k_parts; ++part)
    parts.push_back(std::async(
        [&, part] { return compare_part(campaign, view, count * part / k_parts, count * (part + 1) / k_parts); }));
  std::vector<PairedRatio> all(campaign.strategies.size());
  for (auto& part : parts) {
    const std::vector<PairedRatio> found = part.get();
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(found[i]);
  }
  std::vector<RatioSummary> summaries;
  for (const PairedRatio& of : all) summaries.push_back(summary_of(of, campaign));
  return summaries;
}

}  // namespace

ViewAnswer compare(const ExploredCampaign& campaign, const View& view) {
  std::future<std::vector<RatioSummary>> all = std::async([&] { return compare_all(campaign, view); });
  TwoStrategies two(campaign, view);
  for (std::size_t instance = 0; instance < campaign.instance_count(); ++instance) two.look_at(instance);
  ViewAnswer found = std::move(two).answer();
  found.strategies = all.get();
  return found;
}

}  // namespace palio
