#include "analysis/statistics/precision/more_draws.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/exact_sum.h"

namespace palio {
namespace {

// The least number from `first` to `last` that holds, where `last` does.
template <class Holds>
std::int64_t first_that_holds(std::int64_t first, std::int64_t last, Holds holds) {
  while (first < last) {
    const std::int64_t middle = first + (last - first) / 2;
    if (holds(middle))
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

// Had it `growth` times the draws, and the other side so many that `together` times the pairs are there.
DrawVariance grown(const DrawnSide& side, double shared, double growth, double together) {
  if (side.variance.freedom == 0) return side.variance;
  const auto draws = static_cast<double>(side.draws);
  const double kinds = draws - side.variance.freedom;
  return {(side.variance.value - shared) / growth + shared / together, growth * draws - kinds};
}

// Sums of the residuals of what a platform's and a workload's draw have together.
using TwoWayTable = std::map<std::pair<int, int>, ExactSum>;  // by draw of platform and of workload

// Of the sum over the table, what the draws of the two vary by together.
double interaction(const TwoWayTable& table) {
  std::map<int, ExactSum> rows, columns;
  ExactSum all;
  for (const auto& [at, sum] : table) {
    rows[at.first].add(sum);
    columns[at.second].add(sum);
    all.add(sum);
  }
  const std::size_t n = rows.size(), m = columns.size();
  if (n < 2 || m < 2 || table.size() != n * m) return 0;
  const auto row_count = static_cast<double>(n), column_count = static_cast<double>(m);
  ExactSum squares;
  for (const auto& [at, sum] : table) {
    const double rest = sum.rounded() - rows[at.first].rounded() / column_count -
                        columns[at.second].rounded() / row_count + all.rounded() / (row_count * column_count);
    squares.add_product(rest, rest);
  }
  return row_count * column_count * squares.rounded() / ((row_count - 1) * (column_count - 1));
}

}  // namespace

DrawVariances predicted_variances(const DrawParts& parts, const DrawCounts& now, const DrawCounts& planned) {
  const double most = std::min(parts.platforms.variance.value, parts.workloads.variance.value);
  const double shared = std::clamp(parts.product, 0.0, std::max(most, 0.0));
  const double platforms = static_cast<double>(planned.platforms) / static_cast<double>(now.platforms);
  const double workloads = static_cast<double>(planned.workloads) / static_cast<double>(now.workloads);
  const double together = platforms * workloads;
  return {.platforms = grown(parts.platforms, shared, platforms, together),
          .workloads = grown(parts.workloads, shared, workloads, together)};
}

std::optional<DrawCounts> least_draws(const DrawCounts& now, const DrawCounts& most,
                                      const std::function<bool(const DrawCounts&)>& enough) {
  if (!enough(most)) return std::nullopt;
  const auto holds = [&](std::int64_t platforms, std::int64_t workloads) {
    return enough({.platforms = platforms, .workloads = workloads});
  };
  const std::int64_t fewest_workloads =
      first_that_holds(now.workloads, most.workloads, [&](std::int64_t w) { return holds(most.platforms, w); });
  std::int64_t platforms =
      first_that_holds(now.platforms, most.platforms, [&](std::int64_t p) { return holds(p, most.workloads); });
  DrawCounts best = most;
  while (platforms <= most.platforms && platforms * fewest_workloads <= best.product()) {
    const DrawCounts found{.platforms = platforms,
                           .workloads = first_that_holds(fewest_workloads, most.workloads,
                                                         [&](std::int64_t w) { return holds(platforms, w); })};
    if (found.product() < best.product() || (found.product() == best.product() && platforms < best.platforms))
      best = found;
    platforms += 1 + platforms / 256;
  }
  return best;
}

void CrossedRatio::add(double x, double y, std::size_t platform, std::size_t workload) {
  sums_.add(x, y, platform, workload);
  rows_.push_back({x, y, platform, workload});
}

double CrossedRatio::product(const Draws& platforms, const Draws& workloads) const {
  const double r = ratio();
  std::map<std::pair<int, int>, TwoWayTable> tables;  // by kind of platforms and of workloads
  ExactSum y;
  for (const Row& row : rows_) {
    y.add(row.y);
    const Draws::Place platform = platforms.place(row.platform), workload = workloads.place(row.workload);
    if (platform.draw == Draws::k_fixed || workload.draw == Draws::k_fixed) continue;
    tables[{platform.kind, workload.kind}][{platform.draw, workload.draw}].add(row.x - r * row.y);
  }
  ExactSum variance;
  for (const auto& [kinds, table] : tables) variance.add(interaction(table));
  return variance.rounded() / (y.rounded() * y.rounded());
}

DrawParts CrossedRatio::parts(const Draws& platforms, const Draws& workloads) const {
  const DrawVariances variances = sums_.variances(platforms, workloads);
  SeenDraws of_platforms, of_workloads;
  for (const Row& row : rows_) {
    of_platforms.add(row.platform);
    of_workloads.add(row.workload);
  }
  return {.platforms = {.variance = variances.platforms, .draws = of_platforms.count(platforms)},
          .workloads = {.variance = variances.workloads, .draws = of_workloads.count(workloads)},
          .product = product(platforms, workloads)};
}

}  // namespace palio
