#include "analysis/effects/draw_variances.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace palio {
namespace {

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
