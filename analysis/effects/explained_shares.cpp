#include "analysis/effects/explained_shares.h"

#include <algorithm>
#include <limits>
#include <numeric>

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
  return {.axis = axis, .other = {}, .freedom = explained.freedom, .sum_of_squares = explained.sum_of_squares};
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

}  // namespace

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

}  // namespace palio
