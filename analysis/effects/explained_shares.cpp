#include "analysis/effects/explained_shares.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace palio {
namespace {

constexpr std::size_t k_most_combinations = 1000;  // of two axes; the time grows with their third power

ExplainedTerm explain_axis(const EffectDesign& design, const MainEffects& main, std::size_t axis) {
  std::vector<std::size_t> axes;
  for (std::size_t other = 0; other < design.axes().size(); ++other)
    if (other != axis && !design.within(other, axis)) axes.push_back(other);
  const std::size_t before = main.columns_of(axes).size();
  axes.push_back(axis);
  NormalEquations equations = main.equations(main.columns_of(axes));
  equations.eliminate();
  const NormalEquations::Explained explained = equations.explained_from(before);
  return {.axis = axis, .freedom = explained.freedom, .sum_of_squares = explained.sum_of_squares};
}

ExplainedTerm explain_two(const EffectDesign& design, const MainEffects& main, std::span<const std::size_t> columns,
                          std::size_t axis, std::size_t other) {
  ExplainedTerm term{.axis = axis, .other = other};
  const std::size_t width = design.axes()[other].levels.size();
  const std::size_t combinations = design.axes()[axis].levels.size() * width;
  if (combinations > k_most_combinations) {
    term.sum_of_squares = std::numeric_limits<double>::quiet_NaN();
    return term;
  }
  NormalEquations equations = main.equations(columns, combinations);
  for (std::size_t cell = 0; cell < design.cells(); ++cell) {
    const std::span<const int> levels = design.levels(cell);
    const CellSum& values = main.cells()[cell];
    const std::size_t row =
        columns.size() + static_cast<std::size_t>(levels[axis]) * width + static_cast<std::size_t>(levels[other]);
    equations.right(row) += values.sum;
    equations.product(row, row) += values.count;
    equations.product(row, 0) += values.count;
    for (std::size_t i = 0; i < levels.size(); ++i)
      equations.product(row, main.first_column(i) + static_cast<std::size_t>(levels[i])) += values.count;
  }
  equations.eliminate();
  const NormalEquations::Explained explained = equations.explained_from(columns.size());
  term.freedom = explained.freedom;
  term.sum_of_squares = explained.sum_of_squares;
  return term;
}

// Over pairs of values.
struct PairSum {
  double squares = 0;  // sum of half the squared differences
  double pairs = 0;

  double mean() const { return squares / pairs; }
  PairSum operator-(const PairSum& other) const { return {squares - other.squares, pairs - other.pairs}; }
};

// Pairs within groups of values: their number by row.
template <class Group>
PairSum pairs_within(const EffectDesign& design, Group group) {
  std::vector<std::pair<std::size_t, double>> values;
  values.reserve(design.rows().size());
  for (const DesignRow& row : design.rows()) values.emplace_back(group(row), row.value - design.mean());
  std::ranges::sort(values);
  PairSum sum;
  for (auto begin = values.begin(); begin != values.end();) {
    auto end = begin;
    double mean = 0, squares = 0;  // Welford's: sum of the squared distances from the mean so far
    for (; end != values.end() && end->first == begin->first; ++end) {
      const double distance = end->second - mean;
      mean += distance / static_cast<double>(end - begin + 1);
      squares += distance * (end->second - mean);
    }
    const auto count = static_cast<double>(end - begin);
    sum.squares += count * squares / 2;
    sum.pairs += count * (count - 1) / 2;
    begin = end;
  }
  return sum;
}

}  // namespace

MainEffects::MainEffects(const EffectDesign& design) : design_(design), cells_(design.cells()) {
  for (const DesignRow& row : design.rows()) {
    ++cells_[row.cell].count;
    cells_[row.cell].sum += row.value - design.mean();
  }
  for (const DesignAxis& axis : design.axes()) {
    first_.push_back(size_);
    size_ += axis.levels.size();
  }
  products_.resize(size_ * size_);
  right_.resize(size_);
  std::vector<std::size_t> active{0};
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    active.resize(1);
    for (std::size_t axis = 0; axis < first_.size(); ++axis)
      active.push_back(first_[axis] + static_cast<std::size_t>(design.levels(cell)[axis]));
    for (const std::size_t row : active) {
      right_[row] += cells_[cell].sum;
      for (const std::size_t column : active) products_[row * size_ + column] += cells_[cell].count;
    }
  }
}

std::vector<std::size_t> MainEffects::columns_of(std::span<const std::size_t> axes) const {
  std::vector<std::size_t> columns{0};
  for (const std::size_t axis : axes)
    for (std::size_t level = 0; level < design_.axes()[axis].levels.size(); ++level)
      columns.push_back(first_[axis] + level);
  return columns;
}

NormalEquations MainEffects::equations(std::span<const std::size_t> columns, std::size_t more) const {
  NormalEquations equations(columns.size() + more);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    equations.right(i) = right_[columns[i]];
    for (std::size_t j = 0; j <= i; ++j) equations.product(i, j) = count(columns[i], columns[j]);
  }
  return equations;
}

ExplainedShares explain(const EffectDesign& design, const MainEffects& main) {
  ExplainedShares shares;
  for (const DesignRow& row : design.rows()) shares.total += (row.value - design.mean()) * (row.value - design.mean());
  std::vector<std::size_t> axes(design.axes().size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  const std::vector<std::size_t> columns = main.columns_of(axes);
  for (const std::size_t axis : axes) shares.terms.push_back(explain_axis(design, main, axis));
  for (const std::size_t axis : axes)
    for (std::size_t other = axis + 1; other < axes.size(); ++other)
      shares.terms.push_back(explain_two(design, main, columns, axis, other));
  NormalEquations all = main.equations(columns);
  all.eliminate();
  shares.axes_alone.freedom = all.explained_from(1).freedom;
  shares.axes_alone.sum_of_squares = all.explained_from(1).sum_of_squares;
  const std::int64_t rest = std::ssize(design.rows()) - 1 - shares.axes_alone.freedom;
  shares.rest_mean_square =
      rest > 0 ? std::max(shares.total - shares.axes_alone.sum_of_squares, 0.0) / static_cast<double>(rest)
               : std::numeric_limits<double>::quiet_NaN();
  for (const CellSum& cell : main.cells()) shares.axes_together.sum_of_squares += cell.sum * cell.sum / cell.count;
  shares.axes_together.freedom = static_cast<std::int64_t>(design.cells()) - 1;
  for (const DesignRow& row : design.rows()) {
    const CellSum& cell = main.cells()[row.cell];
    const double distance = row.value - design.mean() - cell.sum / cell.count;
    shares.draws.sum_of_squares += distance * distance;
  }
  shares.draws.freedom = static_cast<std::int64_t>(design.rows().size() - design.cells());
  return shares;
}

std::vector<DrawComponent> draw_components(const EffectDesign& design) {
  const auto with_draw = [](std::size_t cell, int draw, std::size_t draws) {
    return cell * (draws + 1) + static_cast<std::size_t>(draw + 1);
  };
  const PairSum all = pairs_within(design, [](const DesignRow& row) { return row.cell; });
  const PairSum platform = pairs_within(
      design, [&](const DesignRow& row) { return with_draw(row.cell, row.platform.draw, design.platform_draws()); });
  const PairSum workload = pairs_within(
      design, [&](const DesignRow& row) { return with_draw(row.cell, row.workload.draw, design.workload_draws()); });
  const PairSum neither = all - platform - workload;
  if (platform.pairs > 0 && workload.pairs > 0 && neither.pairs > 0)
    return {{"platforms", neither.mean() - platform.mean()},
            {"workloads", neither.mean() - workload.mean()},
            {"both together", platform.mean() + workload.mean() - neither.mean()}};
  if (platform.pairs > 0 && neither.pairs > 0)
    return {{"platforms", neither.mean() - platform.mean()}, {"workloads of a platform", platform.mean()}};
  if (workload.pairs > 0 && neither.pairs > 0)
    return {{"workloads", neither.mean() - workload.mean()}, {"platforms of a workload", workload.mean()}};
  if (neither.pairs > 0) return {{"platforms and workloads", neither.mean()}};
  std::vector<DrawComponent> components;
  if (platform.pairs > 0) components.push_back({"workloads", platform.mean()});
  if (workload.pairs > 0) components.push_back({"platforms", workload.mean()});
  return components;
}

}  // namespace palio
