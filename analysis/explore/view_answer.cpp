#include "analysis/explore/view_answer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <future>

#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/rank_statistics.h"

namespace palio {
namespace {

constexpr double k_level = 0.95;

// Which filters an instance fails, as bits by place among the filtered axes.
class Filters {
public:
  Filters(const ExploredCampaign& campaign, const View& view) {
    for (const auto& [axis, levels] : view.kept) {
      const ExploredAxis& of = campaign.axes[axis];
      std::vector<std::uint64_t>& fails = of.of_platforms ? platforms_ : workloads_;
      if (fails.size() < of.level_of.size()) fails.resize(of.level_of.size());
      const std::uint64_t bit = std::uint64_t{1} << axes_.size();
      for (std::size_t id = 0; id < of.level_of.size(); ++id)
        if (!view.keeps(axis, of.level_of[id])) fails[id] |= bit;
      axes_.push_back(axis);
    }
  }

  std::uint64_t failed(const ResultId& id) const { return at(platforms_, id.platform) | at(workloads_, id.workload); }
  /// The axis whose filter alone is failed.
  std::size_t axis_of(std::uint64_t one_failed) const {
    return axes_[static_cast<std::size_t>(std::countr_zero(one_failed))];
  }

private:
  static std::uint64_t at(const std::vector<std::uint64_t>& fails, std::int32_t id) {
    return static_cast<std::size_t>(id) < fails.size() ? fails[static_cast<std::size_t>(id)] : 0;
  }

  std::vector<std::size_t> axes_;
  std::vector<std::uint64_t> platforms_, workloads_;  // by id
};

int level_of(const ExploredAxis& axis, const ResultId& id) {
  return axis.level_of[static_cast<std::size_t>(axis.of_platforms ? id.platform : id.workload)];
}

// Adds the instances of a summary.
class Ratios {
public:
  void add(const ResultId& id, double value, double other, double log_ratio, Better better) {
    ++summary_.instances;
    const bool tie = nearly_equal(value, other);
    const bool win = better == Better::more ? value > other : value < other;
    ++(tie ? summary_.ties : win ? summary_.wins : summary_.losses);
    logs_.add(log_ratio, static_cast<std::size_t>(id.platform), static_cast<std::size_t>(id.workload));
  }

  void add(const Ratios& other) {
    summary_.instances += other.summary_.instances;
    summary_.wins += other.summary_.wins;
    summary_.ties += other.summary_.ties;
    summary_.losses += other.summary_.losses;
    logs_.add(other.logs_);
  }

  RatioSummary summary(const ExploredCampaign& campaign) const {
    RatioSummary summary = summary_;
    if (summary.instances == 0) return summary;
    const double mean = logs_.ratio(), margin = logs_.margin(campaign.platforms, campaign.workloads, k_level);
    summary.ratio = std::exp(mean);
    summary.low = std::exp(mean - margin);
    summary.high = std::exp(mean + margin);
    return summary;
  }

private:
  RatioSummary summary_;
  ClusteredRatio logs_;
};

constexpr std::size_t k_nowhere = std::numeric_limits<std::size_t>::max();

// Where a strategy's result is among those of an instance.
std::size_t result_of(const ExploredCampaign& campaign, std::size_t instance, std::int64_t strategy) {
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
void compare_two(const ExploredCampaign& campaign, const View& view, ViewAnswer& found) {
  const Filters filters(campaign, view);
  const std::vector<ResultId>& ids = *campaign.results.ids;
  const ResultColumns::Values& values = *campaign.results.values.front();
  const auto levels = [&](std::size_t axis) { return axis == View::k_no_axis ? 1 : campaign.axes[axis].levels.size(); };
  const auto place = [&](std::size_t axis, const ResultId& id) {
    return axis == View::k_no_axis ? 0 : static_cast<std::size_t>(level_of(campaign.axes[axis], id));
  };
  found.histograms = empty_histograms(campaign);
  const auto count = [&](std::size_t axis, const ResultId& id) {
    ++found.histograms[axis][static_cast<std::size_t>(level_of(campaign.axes[axis], id))];
  };
  SeenDraws platforms, workloads;
  std::vector<std::vector<Ratios>> cells(levels(view.rows));
  for (std::vector<Ratios>& row : cells) row.resize(levels(view.columns));
  for (std::size_t instance = 0; instance < campaign.instance_count(); ++instance) {
    const ResultId& id = ids[campaign.instances[instance]];
    const std::uint64_t failed = filters.failed(id);
    if (std::popcount(failed) > 1) continue;
    const std::size_t a = result_of(campaign, instance, campaign.strategies[view.a].first);
    const std::size_t b = result_of(campaign, instance, campaign.strategies[view.b].first);
    if (a == k_nowhere || b == k_nowhere) continue;
    const double log_ratio = campaign.logarithms[a] - campaign.logarithms[b];
    if (std::isnan(log_ratio)) continue;
    if (failed != 0) {
      count(filters.axis_of(failed), id);
      continue;
    }
    const ComparedInstance at{static_cast<std::uint32_t>(instance), values[a], values[b], campaign.logarithms[b],
                              log_ratio};
    for (std::size_t axis = 0; axis < campaign.axes.size(); ++axis) count(axis, id);
    platforms.add(static_cast<std::size_t>(id.platform));
    workloads.add(static_cast<std::size_t>(id.workload));
    cells[place(view.rows, id)][place(view.columns, id)].add(id, at.a, at.b, log_ratio, campaign.metric->better);
    if (in_brush(view.brush, at)) found.instances.push_back(at);
  }
  found.draws = {.platforms = platforms.count(campaign.platforms),
                 .workloads = workloads.count(campaign.workloads),
                 .platform_singles = platforms.singles(campaign.platforms),
                 .workload_singles = workloads.singles(campaign.workloads)};
  Ratios all;
  for (const std::vector<Ratios>& row : cells) {
    found.cells.emplace_back();
    for (const Ratios& cell : row) {
      found.cells.back().push_back(cell.summary(campaign));
      all.add(cell);
    }
  }
  found.all = all.summary(campaign);
}

// By id of a strategy: its place.
std::vector<std::size_t> strategy_places(const ExploredCampaign& campaign) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < campaign.strategies.size(); ++i) {
    const auto id = static_cast<std::size_t>(campaign.strategies[i].first);
    if (places.size() <= id) places.resize(id + 1);
    places[id] = i;
  }
  return places;
}

// Every strategy but the first over the second, on instances from `first` to before `last`.
std::vector<Ratios> compare_part(const ExploredCampaign& campaign, const View& view, std::size_t first,
                                 std::size_t last) {
  const Filters filters(campaign, view);
  const std::vector<ResultId>& ids = *campaign.results.ids;
  const ResultColumns::Values& values = *campaign.results.values.front();
  const std::vector<std::size_t> places = strategy_places(campaign);
  std::vector<Ratios> ratios(campaign.strategies.size());
  for (std::size_t instance = first; instance < last; ++instance) {
    const std::size_t begin = campaign.instances[instance];
    if (filters.failed(ids[begin]) != 0) continue;
    const std::size_t b = result_of(campaign, instance, campaign.strategies[view.b].first);
    if (b == k_nowhere || std::isnan(campaign.logarithms[b])) continue;
    for (std::size_t i = begin; i < campaign.instances[instance + 1]; ++i) {
      const std::size_t place = places[static_cast<std::size_t>(ids[i].strategy)];
      const double log_ratio = campaign.logarithms[i] - campaign.logarithms[b];
      if (place == view.a || std::isnan(log_ratio)) continue;
      ratios[place].add(ids[i], values[i], values[b], log_ratio, campaign.metric->better);
    }
  }
  return ratios;
}

// Every strategy but the first over the second. Sums are exact, so that parts give the same bits as the whole.
std::vector<RatioSummary> compare_all(const ExploredCampaign& campaign, const View& view) {
  constexpr std::size_t k_parts = 4;
  const std::size_t count = campaign.instance_count();
  std::vector<std::future<std::vector<Ratios>>> parts;
  for (std::size_t part = 0; part < k_parts; ++part)
    parts.push_back(std::async(
        [&, part] { return compare_part(campaign, view, count * part / k_parts, count * (part + 1) / k_parts); }));
  std::vector<Ratios> all(campaign.strategies.size());
  for (auto& part : parts) {
    const std::vector<Ratios> found = part.get();
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(found[i]);
  }
  std::vector<RatioSummary> summaries;
  for (const Ratios& of : all) summaries.push_back(of.summary(campaign));
  return summaries;
}

}  // namespace

ViewAnswer compare(const ExploredCampaign& campaign, const View& view) {
  ViewAnswer found;
  std::future<std::vector<RatioSummary>> all = std::async([&] { return compare_all(campaign, view); });
  compare_two(campaign, view, found);
  found.strategies = all.get();
  found.strategies[view.a] = found.all;
  return found;
}

}  // namespace palio
