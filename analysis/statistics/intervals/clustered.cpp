#include "analysis/statistics/intervals/clustered.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/intervals/intervals.h"
#include "core/exact_sum.h"

namespace palio {
namespace {

constexpr double k_undefined_variance = std::numeric_limits<double>::quiet_NaN();

// With Satterthwaite's degrees of freedom; NaN if nothing is drawn, or one of them is unknown.
DrawVariance together(const DrawVariance& platforms, const DrawVariance& workloads) {
  const double value = platforms.value + workloads.value;
  if (platforms.freedom + workloads.freedom == 0 || !std::isfinite(value)) return {k_undefined_variance, 0};
  const auto share = [](const DrawVariance& part) {
    return part.freedom == 0 ? 0 : part.value * part.value / part.freedom;
  };
  return {value, value * value / (share(platforms) + share(workloads))};
}

double margin_of(const DrawVariance& variance, double level) {
  if (std::isnan(variance.value) || variance.value == 0) return variance.value;
  return student_quantile(level, variance.freedom) * std::sqrt(variance.value);
}

// The least number from `first` to `last` that holds, given that `last` does.
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

// The variance with `growth` times the draws, and enough on the other side for `pair_growth` times the pairs.
DrawVariance grown(const DrawnSide& side, double shared, double growth, double pair_growth) {
  if (side.variance.freedom == 0) return side.variance;
  const auto draws = static_cast<double>(side.draws);
  const double kinds = draws - side.variance.freedom;
  return {(side.variance.value - shared) / growth + shared / pair_growth, growth * draws - kinds};
}

// Sums of the residuals that a platform's and a workload's draw have in common.
using TwoWayTable = std::map<std::pair<int, int>, ExactSum>;  // by draw of platform and of workload

// The part of the variance of the table's sum that is due to both draws together.
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

// That of Moments, to the last bit. Few values need no exact sums: if all doubles that the rounding error leaves are
// one, it is this one. Distances are from the first value, so that n times their squares is at most n + 1 times the
// scatter.
double variance_of(std::span<const DrawSum> values) {
  const auto n = static_cast<double>(values.size());
  long double sum = 0, squares = 0;
  for (const DrawSum& value : values) {
    const long double distance = static_cast<long double>(value.sum) - values.front().sum;
    sum += distance;
    squares += distance * distance;
  }
  const long double scatter = n * squares - sum * sum;
  const long double error = scatter * (2 * (n + 1) * (n + 1) * std::numeric_limits<long double>::epsilon());
  constexpr long double k_least = 1e-280L, k_most = 1e280L;  // no value under- or overflows
  const auto rounded = static_cast<double>(scatter);
  if (scatter > k_least && scatter < k_most && static_cast<double>(scatter - error) == rounded &&
      static_cast<double>(scatter + error) == rounded)
    return rounded / n / (n - 1);
  Moments moments;
  for (const DrawSum& value : values) moments.add(value.sum);
  return moments.variance();
}

}  // namespace

DrawVariance variance_between(std::span<const DrawSum> draws) {
  std::vector<DrawSum> by_kind(draws.begin(), draws.end());
  std::ranges::stable_sort(by_kind, {}, &DrawSum::kind);
  ExactSum value;
  DrawVariance variance;
  for (auto begin = by_kind.begin(); begin != by_kind.end();) {
    const auto end = std::find_if(begin, by_kind.end(), [&](const DrawSum& draw) { return draw.kind != begin->kind; });
    if (const std::span kind(begin, end); kind.size() > 1) {
      value.add(static_cast<double>(kind.size()) * variance_of(kind));
      variance.freedom += static_cast<double>(kind.size() - 1);
    } else {
      if (draws.size() == 1 || kind.back().of_kind < 2) return {k_undefined_variance, 0};
      value.add(begin->sum * begin->sum);  // n draws, all but one being 0: n times their variance
      variance.freedom += 1;
    }
    begin = end;
  }
  variance.value = value.rounded();
  return variance;
}

double draws_margin(const DrawVariance& platforms, const DrawVariance& workloads, double level) {
  return margin_of(together(platforms, workloads), level);
}

double draws_freedom(const DrawVariance& platforms, const DrawVariance& workloads) {
  const DrawVariance variance = together(platforms, workloads);
  return std::isnan(variance.value) ? k_undefined_variance : variance.freedom;
}

void ClusteredRatio::add(double x, double y, std::int64_t platform, std::int64_t workload) {
  for (Sums* sums : {&platforms_.of(platform), &workloads_.of(workload)}) {
    ++sums->count;
    sums->x.add(x);
    sums->y.add(y);
  }
}

void ClusteredRatio::add(double x, std::int64_t platform, std::int64_t workload) {
  platforms_.of(platform).add(x);
  workloads_.of(workload).add(x);
}

void ClusteredRatio::add(InstanceSide side, std::int64_t id, const ExactSum& x, std::int64_t count) {
  Sums& sums = of(side, id);
  sums.x.add(x);
  sums.ones += count;
  sums.count += count;
}

void ClusteredRatio::subtract(const ClusteredRatio& other) {
  const auto take = [](SumsOfIds& sums, const SumsOfIds& others) {
    for (std::size_t i = 0; i < others.sums.size(); ++i)
      sums.of(others.ids.ids()[i]).x.add(-others.sums[i].x.rounded());
  };
  take(platforms_, other.platforms_);
  take(workloads_, other.workloads_);
}

void ClusteredRatio::add(const ClusteredRatio& other) {
  const auto add_all = [](SumsOfIds& sums, const SumsOfIds& others) {
    for (std::size_t i = 0; i < others.sums.size(); ++i) sums.of(others.ids.ids()[i]).add(others.sums[i]);
  };
  add_all(platforms_, other.platforms_);
  add_all(workloads_, other.workloads_);
}

ClusteredRatio::Sums ClusteredRatio::all() const {
  Sums all;
  for (const Sums& platform : platforms_.sums) all.add(platform);
  return all;
}

double ClusteredRatio::ratio() const {
  const Sums sums = all();
  return sums.count == 0 ? k_undefined_variance : sums.x.rounded() / sums.y_sum();
}

// The variance of the sum of the residuals x - r y.
DrawVariance ClusteredRatio::between(const SumsOfIds& sums, const Draws& draws) const {
  const double r = ratio();
  std::vector<std::pair<int, DrawSum>> residuals;  // by draw
  residuals.reserve(sums.sums.size());
  for (std::size_t i = 0; i < sums.sums.size(); ++i) {
    const Draws::Place place = draws.place(sums.ids.ids()[i]);
    if (place.draw == Draws::k_fixed) continue;
    residuals.emplace_back(place.draw, DrawSum{.kind = place.kind,
                                               .sum = sums.sums[i].x.rounded() - r * sums.sums[i].y_sum(),
                                               .of_kind = draws.count_of_kind(place.kind)});
  }
  std::ranges::stable_sort(residuals, {}, &std::pair<int, DrawSum>::first);
  std::vector<DrawSum> of_draws;
  for (auto begin = residuals.begin(); begin != residuals.end();) {
    of_draws.push_back(begin->second);
    auto next = begin + 1;
    if (next != residuals.end() && next->first == begin->first) {
      ExactSum sum;
      for (next = begin; next != residuals.end() && next->first == begin->first; ++next) sum.add(next->second.sum);
      of_draws.back().sum = sum.rounded();
    }
    begin = next;
  }
  return variance_between(of_draws);
}

DrawVariances ClusteredRatio::variances(const Draws& platforms, const Draws& workloads) const {
  DrawVariances variances{between(platforms_, platforms), between(workloads_, workloads)};
  const double y = all().y_sum();
  variances.platforms.value /= y * y;
  variances.workloads.value /= y * y;
  return variances;
}

double ClusteredRatio::margin(const Draws& platforms, const Draws& workloads, double level) const {
  const DrawVariances variances = this->variances(platforms, workloads);
  return draws_margin(variances.platforms, variances.workloads, level);
}

double ClusteredRatio::p_of_zero(const Draws& platforms, const Draws& workloads) const {
  const DrawVariances of = variances(platforms, workloads);
  const DrawVariance variance = together(of.platforms, of.workloads);
  if (std::isnan(variance.value)) return variance.value;
  const double distance = std::abs(ratio());
  if (variance.value == 0) return distance == 0 ? 1 : 0;
  return student_two_sided(distance / std::sqrt(variance.value), variance.freedom);
}

DrawVariances predicted_variances(const DrawParts& parts, const DrawCounts& now, const DrawCounts& planned) {
  const double most = std::min(parts.platforms.variance.value, parts.workloads.variance.value);
  const double shared = std::clamp(parts.product, 0.0, std::max(most, 0.0));
  const double platforms = static_cast<double>(planned.platforms) / static_cast<double>(now.platforms);
  const double workloads = static_cast<double>(planned.workloads) / static_cast<double>(now.workloads);
  const double pair_growth = platforms * workloads;
  return {.platforms = grown(parts.platforms, shared, platforms, pair_growth),
          .workloads = grown(parts.workloads, shared, workloads, pair_growth)};
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

void CrossedRatio::add(double x, double y, std::int64_t platform, std::int64_t workload) {
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

DrawParts CrossedRatio::parts_without_overlap(const Draws& platforms, const Draws& workloads) const {
  DrawParts parts = this->parts(platforms, workloads);
  for (DrawnSide* side : {&parts.platforms, &parts.workloads}) {
    double& variance = side->variance.value;
    variance = std::max(variance, parts.product) - parts.product / 2;  // below the product by chance
  }
  parts.product /= 2;
  return parts;
}

}  // namespace palio
