#include "analysis/effects/level_means.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "analysis/statistics/intervals/clustered.h"

namespace palio {
namespace {

constexpr double k_interval_level = 0.95;
constexpr double k_no_mean = std::numeric_limits<double>::quiet_NaN();
constexpr double k_mean_rounding = 1e-9;  // of a weight, relative to the largest

// What each draw of platforms and of workloads adds to the estimates, for their intervals for other draws.
class DrawTable {
public:
  DrawTable(const EffectDesign& design, std::size_t estimates)
      : estimates_(estimates),
        platforms_(design.platform_draws(), estimates),
        workloads_(design.workload_draws(), estimates) {}

  // Adds what a value contributes to an estimate beyond its expected value.
  void add(const DesignRow& row, std::size_t estimate, double part) {
    add(platforms_, row.platform, estimate, part);
    add(workloads_, row.workload, estimate, part);
  }

  // Half-width of the 95 % interval of an estimate; NaN if none of its values is drawn, or a kind was drawn only once.
  double margin(std::size_t estimate) const {
    return draws_margin(variance(platforms_, estimate), variance(workloads_, estimate), k_interval_level);
  }

private:
  struct Side {
    Side(std::size_t draws, std::size_t estimates) : sums(draws * estimates), used(draws * estimates), kinds(draws) {}

    std::vector<double> sums;  // by draw and estimate
    std::vector<bool> used;    // the same: whether a value of the draw was added
    std::vector<int> kinds;    // by draw
  };

  void add(Side& side, Draws::Place place, std::size_t estimate, double part) const {
    if (place.draw == Draws::k_fixed) return;
    const auto draw = static_cast<std::size_t>(place.draw);
    side.sums[draw * estimates_ + estimate] += part;
    side.used[draw * estimates_ + estimate] = true;
    side.kinds[draw] = place.kind;
  }

  DrawVariance variance(const Side& side, std::size_t estimate) const {
    std::vector<DrawSum> sums;
    for (std::size_t draw = 0; draw < side.kinds.size(); ++draw)
      if (side.used[draw * estimates_ + estimate])
        sums.push_back({.kind = side.kinds[draw], .sum = side.sums[draw * estimates_ + estimate]});
    return variance_between(sums);
  }

  std::size_t estimates_;
  Side platforms_, workloads_;
};

// The means of one axis: by least squares with some axes, where each mean is a weighted sum of all values.
class AxisMeans {
public:
  AxisMeans(const EffectDesign& design, const MainEffects& main, std::size_t axis)
      : design_(design), main_(main), axis_(axis), equations_(0) {
    for (std::size_t other = 0; other < design.axes().size(); ++other)
      if (!design.within(other, axis)) axes_.push_back(other);
    columns_ = main.columns_of(axes_);
    equations_ = main.equations(columns_);
    equations_.eliminate();
    solution_ = equations_.solution();
  }

  std::vector<LevelMean> means() {
    std::vector<LevelMean> means;
    std::vector<std::vector<double>> weights;  // of the columns; empty: the mean cannot be estimated
    for (std::size_t level = 0; level < design_.axes()[axis_].levels.size(); ++level) {
      if (static_cast<int>(level) == design_.axes()[axis_].inapplicable) continue;
      const std::vector<double> point = point_of(level);
      LevelMean& mean = means.emplace_back();
      mean = {.axis = axis_, .level = level, .mean = k_no_mean, .margin = k_no_mean};
      mean.cases = static_cast<std::int64_t>(main_.count(column(level), column(level)));
      weights.push_back(equations_.solve(point).value_or(std::vector<double>()));
      if (weights.back().empty()) continue;
      mean.mean = design_.mean();
      for (std::size_t i = 0; i < point.size(); ++i) mean.mean += point[i] * solution_[i];
    }
    add_margins(means, weights);
    return means;
  }

private:
  std::size_t column(std::size_t level) const { return main_.first_column(axis_) + level; }

  // The point at which the mean of a level is taken: how often each column occurs.
  std::vector<double> point_of(std::size_t level) const {
    const int inapplicable = design_.axes()[axis_].inapplicable;
    std::vector<double> point;
    for (const std::size_t other : columns_) {
      double cases = main_.count(0, other), all = main_.count(0, 0);
      if (inapplicable != DesignAxis::k_none) {
        const std::size_t none = column(static_cast<std::size_t>(inapplicable));
        cases -= main_.count(none, other);
        all -= main_.count(none, none);
      }
      const bool own = other >= column(0) && other < column(design_.axes()[axis_].levels.size());
      point.push_back(own ? (other == column(level) ? 1 : 0) : cases / all);
    }
    return point;
  }

  // Of a cell: the sum over its columns.
  double at(std::size_t cell, const std::vector<double>& by_column) const {
    double sum = by_column[0];
    std::size_t begin = 1;
    for (const std::size_t axis : axes_) {
      sum += by_column[begin + static_cast<std::size_t>(design_.levels(cell)[axis])];
      begin += design_.axes()[axis].levels.size();
    }
    return sum;
  }

  void add_margins(std::vector<LevelMean>& means, const std::vector<std::vector<double>>& weights) const {
    DrawTable draws(design_, means.size());
    std::vector<double> of_cells(design_.cells() * means.size());  // weights of a cell's values
    for (std::size_t i = 0; i < means.size(); ++i) {
      double largest = 0;
      for (std::size_t cell = 0; !weights[i].empty() && cell < design_.cells(); ++cell) {
        of_cells[cell * means.size() + i] = at(cell, weights[i]);
        largest = std::max(largest, std::abs(of_cells[cell * means.size() + i]));
      }
      for (std::size_t cell = 0; cell < design_.cells(); ++cell)
        if (double& weight = of_cells[cell * means.size() + i]; std::abs(weight) <= k_mean_rounding * largest)
          weight = 0;
    }
    std::vector<double> fitted(design_.cells());
    for (std::size_t cell = 0; cell < design_.cells(); ++cell) fitted[cell] = design_.mean() + at(cell, solution_);
    for (const DesignRow& row : design_.rows())
      for (std::size_t i = 0; i < means.size(); ++i)
        if (const double weight = of_cells[row.cell * means.size() + i]; weight != 0)
          draws.add(row, i, weight * (row.value - fitted[row.cell]));
    for (std::size_t i = 0; i < means.size(); ++i)
      if (!weights[i].empty()) means[i].margin = draws.margin(i);
  }

  const EffectDesign& design_;
  const MainEffects& main_;
  std::size_t axis_;
  std::vector<std::size_t> axes_, columns_;
  NormalEquations equations_;
  std::vector<double> solution_;
};

// The cells of two axes, which may be the same one.
std::vector<LevelMean> cells_of(const EffectDesign& design, std::size_t axis, std::size_t other) {
  const std::size_t width = axis == other ? 1 : design.axes()[other].levels.size();
  std::vector<LevelMean> cells(design.axes()[axis].levels.size() * width);
  const auto place = [&](const DesignRow& row) {
    const std::span<const int> levels = design.levels(row.cell);
    return static_cast<std::size_t>(levels[axis]) * width +
           (axis == other ? 0 : static_cast<std::size_t>(levels[other]));
  };
  for (std::size_t i = 0; i < design.rows().size(); ++i) {
    LevelMean& cell = cells[place(design.rows()[i])];
    if (cell.cases++ == 0) cell.first = i;
    cell.mean += design.rows()[i].value;
  }
  for (LevelMean& cell : cells) cell.mean /= static_cast<double>(cell.cases);
  DrawTable draws(design, cells.size());
  for (const DesignRow& row : design.rows()) {
    const LevelMean& cell = cells[place(row)];
    draws.add(row, place(row), (row.value - cell.mean) / static_cast<double>(cell.cases));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].axis = axis;
    cells[i].level = i / width;
    if (axis != other) cells[i].other = other;
    cells[i].other_level = i % width;
    if (cells[i].cases > 0) cells[i].margin = draws.margin(i);
  }
  return cells;
}

bool applies(const EffectDesign& design, const LevelMean& cell) {
  const auto lacks = [&](std::size_t axis, std::size_t level) {
    return design.axes()[axis].inapplicable == static_cast<int>(level);
  };
  return cell.cases > 0 && !lacks(cell.axis, cell.level) && !(cell.other && lacks(*cell.other, cell.other_level));
}

// The least distance of the mean from 0, by its interval if it has one; not above 0 if it may be 0.
double distance_from_zero(const LevelMean& cell) {
  return std::abs(cell.mean) - (std::isnan(cell.margin) ? 0 : cell.margin);
}

// Cells of axes that change together hold the same values, and so have a mean of the same bits.
bool same_values(const LevelMean& a, const LevelMean& b) {
  return a.first == b.first && a.cases == b.cases && a.mean == b.mean;
}

// The farthest first; of several with the same values the first.
std::vector<LevelMean> farthest(std::vector<LevelMean> cells, std::size_t most, double sign) {
  std::erase_if(cells, [&](const LevelMean& cell) { return cell.mean * sign <= 0 || distance_from_zero(cell) <= 0; });
  std::ranges::stable_sort(cells, {}, &LevelMean::first);
  std::ranges::stable_sort(cells, std::ranges::greater(), distance_from_zero);
  cells.erase(std::unique(cells.begin(), cells.end(), same_values), cells.end());
  if (cells.size() > most) cells.resize(most);
  return cells;
}

}  // namespace

std::vector<LevelMean> level_means(const EffectDesign& design, const MainEffects& main) {
  std::vector<LevelMean> means;
  for (std::size_t axis = 0; axis < design.axes().size(); ++axis)
    for (const LevelMean& mean : AxisMeans(design, main, axis).means()) means.push_back(mean);
  return means;
}

LevelMean overall_mean(const EffectDesign& design) {
  DrawTable draws(design, 1);
  const auto count = static_cast<double>(design.rows().size());
  for (const DesignRow& row : design.rows()) draws.add(row, 0, (row.value - design.mean()) / count);
  return {.mean = design.mean(), .margin = draws.margin(0), .cases = static_cast<std::int64_t>(design.rows().size())};
}

std::vector<LevelMean> differing_cells(const EffectDesign& design, std::size_t most) {
  const std::size_t axes = design.axes().size();
  std::vector<LevelMean> cells;
  for (std::size_t axis = 0; axis < axes; ++axis)
    for (std::size_t other = axes == 1 ? axis : axis + 1; other < axes; ++other)
      for (const LevelMean& cell : cells_of(design, axis, other))
        if (applies(design, cell)) cells.push_back(cell);
  const auto drawn = [](const LevelMean& cell) { return !std::isnan(cell.margin); };
  if (std::ranges::any_of(cells, drawn)) std::erase_if(cells, std::not_fn(drawn));
  std::vector<LevelMean> found = farthest(cells, most, -1);
  for (const LevelMean& cell : farthest(cells, most, 1)) found.push_back(cell);
  return found;
}

}  // namespace palio
