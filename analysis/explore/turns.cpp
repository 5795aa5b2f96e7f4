#include "analysis/explore/turns.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace palio {
namespace {

constexpr std::size_t k_few_levels = 12;         // of rows or columns
constexpr std::size_t k_most_cells = 1U << 20U;  // of kinds of platforms and workloads
constexpr std::size_t k_most_sums = 1U << 21U;   // of the levels of an axis

// Groups of values, added one by one.
class GroupShare {
public:
  void add(std::int64_t count, double sum) {
    if (count == 0) return;
    ++groups_;
    count_ += static_cast<double>(count);
    sum_ += sum;
    between_ += sum * sum / static_cast<double>(count);
  }

  /// `squares`: the sum of those of all values.
  double share(double squares) const {
    constexpr double k_rounding = 1e-12;
    const double mean_square = sum_ * sum_ / count_;
    const double total = squares - mean_square, between = between_ - mean_square;
    if (!(count_ > groups_) || !(total > k_rounding * squares)) return 0;
    return std::max(0.0, (between - (groups_ - 1) * (total - between) / (count_ - groups_)) / total);
  }

private:
  double groups_ = 0, count_ = 0, sum_ = 0, between_ = 0;
};

}  // namespace

TurnSums::TurnSums(const ExploredCampaign& campaign)
    : campaign_(campaign),
      platforms_(campaign.platform_keys.size()),
      workloads_(campaign.workload_keys.size()),
      squares_beside_(campaign.axes.size()) {
  for (std::size_t axis = 0; axis < campaign.axes.size(); ++axis) {
    const std::size_t levels = campaign.axes[axis].levels.size();
    const std::size_t others = campaign.axes[axis].of_platforms ? workloads_.size() : platforms_.size();
    const bool fits = levels * others <= k_most_sums;
    levels_.push_back({.others = others,
                       .sums = std::vector<Sums>(fits ? levels * others : 0),
                       .totals = std::vector<Sums>(fits ? 0 : levels),
                       .beside = std::vector<ClusteredRatio>(levels)});
    if (levels > 1 && levels <= k_few_levels && campaign.axes[axis].follows.empty()) few_.push_back(axis);
  }
  platform_kinds_ = kinds_of(true, platforms_.size());
  workload_kinds_ = kinds_of(false, workloads_.size());
  const std::size_t cells = platform_kinds_.levels.size() * workload_kinds_.levels.size();
  if (cells <= k_most_cells) cells_.resize(cells);
}

// In the order of their levels, which does not depend on ids.
TurnSums::Kinds TurnSums::kinds_of(bool platforms, std::size_t count) const {
  std::map<std::vector<int>, std::vector<std::size_t>> places;
  for (std::size_t place = 0; place < count; ++place) {
    std::vector<int> levels(campaign_.axes.size());
    for (const std::size_t axis : few_)
      if (campaign_.axes[axis].of_platforms == platforms) levels[axis] = campaign_.axes[axis].level_of[place];
    places[std::move(levels)].push_back(place);
  }
  Kinds kinds{.of_place = std::vector<std::uint32_t>(count), .levels = {}};
  for (const auto& [levels, members] : places) {
    for (const std::size_t place : members) kinds.of_place[place] = static_cast<std::uint32_t>(kinds.levels.size());
    kinds.levels.push_back(levels);
  }
  return kinds;
}

// A platform has one level on each axis of platforms, so that its sum serves them all at the end.
void TurnSums::add(const ResultId& id, double log_ratio) {
  for (std::size_t axis = 0; axis < levels_.size(); ++axis) {
    const ExploredAxis& of = campaign_.axes[axis];
    Levels& levels = levels_[axis];
    const auto level = static_cast<std::size_t>(of.level(id));
    if (levels.sums.empty())
      levels.totals[level].add(log_ratio);
    else
      levels.sums[level * levels.others + (of.of_platforms ? id.workload : id.platform)].add(log_ratio);
  }
  platforms_[id.platform].add(log_ratio);
  workloads_[id.workload].add(log_ratio);
  squares_.add(log_ratio * log_ratio);
  if (!cells_.empty())
    cells_[platform_kinds_.of_place[id.platform] * workload_kinds_.levels.size() +
           workload_kinds_.of_place[id.workload]]
        .add(log_ratio);
}

void TurnSums::add_beside(std::size_t axis, const ResultId& id, double log_ratio) {
  levels_[axis].beside[static_cast<std::size_t>(campaign_.axes[axis].level(id))].add(
      log_ratio, campaign_.results.dimensions->platforms[id.platform],
      campaign_.results.dimensions->workloads[id.workload]);
  squares_beside_[axis].add(log_ratio * log_ratio);
}

LevelRatio TurnSums::level_ratio(std::size_t axis, std::size_t level) const {
  const ExploredAxis& of = campaign_.axes[axis];
  const Levels& levels = levels_[axis];
  const ResultDimensions& dimensions = *campaign_.results.dimensions;
  ClusteredRatio ratio = levels.beside[level];
  const auto add = [&](InstanceSide side, std::size_t place, const Sums& sums) {
    const auto& ids = side == InstanceSide::platform ? dimensions.platforms : dimensions.workloads;
    if (sums.count > 0) ratio.add(side, ids[place], sums.logs, sums.count);
  };
  if (levels.sums.empty()) {
    add(InstanceSide::platform, 0, levels.totals[level]);
    return {.instances = ratio.count(), .ratio = std::exp(ratio.ratio())};
  }
  const InstanceSide own = of.of_platforms ? InstanceSide::platform : InstanceSide::workload;
  const InstanceSide other = of.of_platforms ? InstanceSide::workload : InstanceSide::platform;
  const std::vector<Sums>& own_sums = of.of_platforms ? platforms_ : workloads_;
  for (std::size_t place = 0; place < own_sums.size(); ++place)
    if (of.level_of[place] == static_cast<int>(level)) add(own, place, own_sums[place]);
  for (std::size_t place = 0; place < levels.others; ++place)
    add(other, place, levels.sums[level * levels.others + place]);
  const double mean = ratio.ratio(), margin = ratio.margin(campaign_.platforms, campaign_.workloads, 0.95);
  return {.instances = ratio.count(),
          .ratio = std::exp(mean),
          .low = std::exp(mean - margin),
          .high = std::exp(mean + margin)};
}

std::vector<AxisTurn> TurnSums::turns() const {
  std::vector<AxisTurn> turns(levels_.size());
  for (std::size_t axis = 0; axis < turns.size(); ++axis) {
    GroupShare groups;
    for (std::size_t level = 0; level < campaign_.axes[axis].levels.size(); ++level) {
      const LevelRatio of = turns[axis].levels.emplace_back(level_ratio(axis, level));
      groups.add(of.instances, std::log(of.ratio) * static_cast<double>(of.instances));
    }
    ExactSum squares = squares_;
    squares.add(squares_beside_[axis]);
    turns[axis].share = groups.share(squares.rounded());
  }
  return turns;
}

std::vector<TurnSums::Cell> TurnSums::filled_cells() const {
  const std::size_t columns = workload_kinds_.levels.size();
  std::vector<Cell> cells;
  for (std::size_t cell = 0; cell < cells_.size(); ++cell)
    if (const auto& [count, logs] = cells_[cell]; count > 0)
      cells.push_back({cell / columns, cell % columns, count, logs.rounded()});
  return cells;
}

double TurnSums::share_of_pair(std::span<const Cell> cells, std::size_t axis, std::size_t other) const {
  const std::size_t width = campaign_.axes[other].levels.size();
  std::vector<std::pair<std::int64_t, double>> groups(campaign_.axes[axis].levels.size() * width);
  const auto levels_of = [&](std::size_t of) {
    std::vector<std::size_t> levels;
    for (const auto& kind : (campaign_.axes[of].of_platforms ? platform_kinds_ : workload_kinds_).levels)
      levels.push_back(static_cast<std::size_t>(kind[of]));
    return levels;
  };
  const std::vector<std::size_t> rows = levels_of(axis), columns = levels_of(other);
  const auto kind_of = [&](std::size_t of) {
    return campaign_.axes[of].of_platforms ? &Cell::platform_kind : &Cell::workload_kind;
  };
  const auto row_kind = kind_of(axis), column_kind = kind_of(other);
  for (const Cell& cell : cells) {
    auto& [count, sum] = groups[rows[cell.*row_kind] * width + columns[cell.*column_kind]];
    count += cell.count;
    sum += cell.sum;
  }
  GroupShare share;
  for (const auto& [count, sum] : groups) share.add(count, sum);
  return share.share(squares_.rounded());
}

void TurnSums::settle(View& view, std::span<const AxisTurn> turns) const {
  const auto open = [](std::size_t axis) { return axis == View::k_left_open; };
  const auto fits = [&](std::size_t axis, std::size_t asked) { return open(asked) || axis == asked; };
  if (!open(view.rows) && !open(view.columns)) return;
  std::pair<std::size_t, std::size_t> best{View::k_no_axis, View::k_no_axis};
  double most = -1;
  const std::vector<Cell> cells = filled_cells();
  for (std::size_t i = 0; i < few_.size(); ++i)
    for (std::size_t j = i + 1; j < few_.size(); ++j) {
      // The axis that tells more by itself has the rows; columns take more room.
      std::pair<std::size_t, std::size_t> pair{few_[i], few_[j]};
      if (turns[pair.first].share < turns[pair.second].share) std::swap(pair.first, pair.second);
      if (!fits(pair.first, view.rows) || !fits(pair.second, view.columns)) std::swap(pair.first, pair.second);
      if (!fits(pair.first, view.rows) || !fits(pair.second, view.columns)) continue;
      if (const double share = share_of_pair(cells, pair.first, pair.second); share > most) {
        most = share;
        best = pair;
      }
    }
  if (best.first == View::k_no_axis && few_.size() == 1) (open(view.rows) ? best.first : best.second) = few_.front();
  if (open(view.rows)) view.rows = best.first;
  if (open(view.columns)) view.columns = best.second == view.rows ? View::k_no_axis : best.second;
}

std::vector<std::int64_t> count_levels(const ExploredCampaign& campaign, std::size_t axis,
                                       std::span<const std::uint32_t> instances) {
  const ExploredAxis& of = campaign.axes[axis];
  std::vector<std::int64_t> counts(of.levels.size());
  for (const std::uint32_t instance : instances)
    ++counts[static_cast<std::size_t>(of.level((*campaign.results.ids)[campaign.instances[instance]]))];
  return counts;
}

std::vector<SharedLevel> shared_levels(const ExploredCampaign& campaign, std::span<const std::uint32_t> selected,
                                       std::span<const std::uint32_t> all) {
  constexpr double k_far = 3;             // standard deviations of a random choice
  constexpr double k_hardly_ever = 0.02;  // chance that all of a random choice have it
  std::vector<std::pair<double, SharedLevel>> found;
  const auto chosen = static_cast<double>(selected.size()), of = static_cast<double>(all.size());
  for (std::size_t axis = 0; axis < campaign.axes.size(); ++axis) {
    const std::vector<std::int64_t> here = count_levels(campaign, axis, selected),
                                    everywhere = count_levels(campaign, axis, all);
    std::pair<double, SharedLevel> best{0, {}};
    for (std::size_t level = 0; level < here.size(); ++level) {
      const double share = static_cast<double>(everywhere[level]) / of;
      const double far = (static_cast<double>(here[level]) / chosen - share) / std::sqrt(share * (1 - share) / chosen);
      const bool of_all = here[level] == std::ssize(selected) && std::pow(share, chosen) < k_hardly_ever;
      if ((far > k_far || of_all) && far > best.first) best = {far, {axis, level, here[level], everywhere[level]}};
    }
    if (best.second.selected > 0) found.push_back(best);
  }
  std::ranges::stable_sort(found, [](const auto& x, const auto& y) { return x.first > y.first; });
  std::vector<SharedLevel> shared;
  for (const auto& [far, level] : found) shared.push_back(level);
  return shared;
}

}  // namespace palio
