#include "strategies/ptg/cluster_batch/mags/malleable_allocation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace palio {
namespace {

// What is left of the work when it fills its periods exactly is rounding, not work.
constexpr double k_malleable_rounding = 1e-12;

std::vector<std::size_t> shortest_first(std::span<const double> dedicated) {
  std::vector<std::size_t> order(dedicated.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t app) { return dedicated[app]; });
  return order;
}

// The shortest i applications are done at S C*_i at the earliest: their work is at most what the cluster does till
// then.
double malleable_stretch(std::span<const double> dedicated) {
  double stretch = 0;
  double work = 0;  // s of the whole cluster
  for (const std::size_t app : shortest_first(dedicated)) {
    work += dedicated[app];
    stretch = std::max(stretch, work / dedicated[app]);
  }
  return stretch;
}

// Processors in proportion to the weights, by largest remainders (ties: first). No weight: none.
std::vector<int> whole_shares(std::span<const double> weight, int processors) {
  std::vector<int> share(weight.size(), 0);
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (sum == 0) return share;
  std::vector<double> remainder;
  int left = processors;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double exact = processors * weight[i] / sum;
    share[i] = static_cast<int>(exact);
    remainder.push_back(exact - share[i]);
    left -= share[i];
  }
  std::vector<std::size_t> order(weight.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return remainder[i]; });
  for (int i = 0; i < left; ++i) ++share[order[static_cast<std::size_t>(i)]];
  return share;
}

void take_from_largest(std::vector<int>& share, std::size_t taker) {
  const auto largest = std::ranges::max_element(share);
  if (*largest < 2) return;
  --*largest;
  ++share[taker];
}

}  // namespace

StretchPeriods stretch_periods(std::span<const double> dedicated, double smallest_period) {
  const auto [shortest, longest] = std::ranges::minmax(dedicated);
  StretchPeriods periods;
  periods.stretch = malleable_stretch(dedicated);
  periods.lambda = std::max(1.0, smallest_period / (periods.stretch * shortest));
  periods.dates = {0, periods.stretch * shortest};
  while (periods.dates.back() < periods.stretch * longest)
    periods.dates.push_back(periods.dates.back() * (1 + periods.lambda));
  for (const double alone : dedicated) {
    const auto end = std::lower_bound(periods.dates.begin() + 1, periods.dates.end(), periods.stretch * alone);
    periods.last.push_back(static_cast<int>(end - periods.dates.begin()) - 1);
  }
  return periods;
}

std::vector<std::vector<int>> malleable_allocation(std::span<const double> dedicated, const StretchPeriods& periods,
                                                   int processors, PeriodFilling filling) {
  const std::vector<std::size_t> order = shortest_first(dedicated);
  std::vector<double> left(dedicated.begin(), dedicated.end());  // s of the whole cluster
  std::vector<std::vector<int>> allocation(dedicated.size(), std::vector<int>(periods.dates.size() - 1, 0));
  const auto last = [&](std::size_t app) { return static_cast<std::size_t>(periods.last[app]); };
  const auto count = static_cast<std::size_t>(periods.count());
  for (std::size_t step = 0; step < count; ++step) {
    const std::size_t period = filling == PeriodFilling::backward ? count - 1 - step : step;
    const auto of_active = [&](auto value) {  // 0 for those that have ended
      std::vector<double> values;
      for (const std::size_t app : order) values.push_back(last(app) >= period ? value(app) : 0);
      return values;
    };
    const std::vector<double> active = of_active([&](std::size_t app) { return left[app]; });
    const std::vector<double> rate =
        of_active([&](std::size_t app) { return dedicated[app] / periods.dates[last(app) + 1]; });
    std::vector<int> share = whole_shares(filling == PeriodFilling::constant ? rate : active, processors);
    for (std::size_t i = 0; i < order.size(); ++i)
      if (last(order[i]) == period && share[i] == 0) take_from_largest(share, i);

    const double length = periods.dates[period + 1] - periods.dates[period];
    const double work = std::accumulate(active.begin(), active.end(), 0.0);
    const double rest = work <= length * (1 + k_malleable_rounding) ? 0 : 1 - length / work;
    for (std::size_t i = 0; i < order.size(); ++i) {
      allocation[order[i]][period] = share[i];
      if (last(order[i]) >= period) left[order[i]] *= rest;
    }
  }
  return allocation;
}

}  // namespace palio
