#include "analysis/statistics/precision/crossed_ratio.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/exact_sum.h"

namespace palio {
namespace {

// Sums of the residuals of what a platform's and a workload's draw have together.
struct TwoWayTable {
  std::map<std::pair<int, int>, ExactSum> cells;  // by draw of platform and of workload
};

// Of the sum over the table, what the draws of the two vary by together.
double interaction(const TwoWayTable& table) {
  std::map<int, ExactSum> rows, columns;
  ExactSum all;
  for (const auto& [at, sum] : table.cells) {
    rows[at.first].add(sum);
    columns[at.second].add(sum);
    all.add(sum);
  }
  const std::size_t n = rows.size(), m = columns.size();
  if (n < 2 || m < 2 || table.cells.size() != n * m) return 0;
  const auto row_count = static_cast<double>(n), column_count = static_cast<double>(m);
  ExactSum squares;
  for (const auto& [at, sum] : table.cells) {
    const double rest = sum.rounded() - rows[at.first].rounded() / column_count -
                        columns[at.second].rounded() / row_count + all.rounded() / (row_count * column_count);
    squares.add_product(rest, rest);
  }
  return row_count * column_count * squares.rounded() / ((row_count - 1) * (column_count - 1));
}

}  // namespace

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
    tables[{platform.kind, workload.kind}].cells[{platform.draw, workload.draw}].add(row.x - r * row.y);
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
