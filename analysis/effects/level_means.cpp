#include "analysis/effects/level_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "analysis/effects/draw_table.h"

namespace palio {
namespace {

constexpr double k_no_mean = std::numeric_limits<double>::quiet_NaN();
constexpr double k_mean_rounding = 1e-9;  // of a weight, beside the largest

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
    std::vector<std::vector<double>> weights;  // of the columns; empty: the mean is not told
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

  // Where the mean of a level is looked at: how often each column is there.
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

}  // namespace palio
