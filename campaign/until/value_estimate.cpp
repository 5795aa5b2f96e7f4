#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "analysis/statistics/intervals/drawn_quantile.h"
#include "analysis/statistics/intervals/intervals.h"
#include "campaign/until/look_plan.h"

namespace palio {
namespace {

// How far the interval of a value may extend.
double allowed(const Target& target, double value) {
  return target.relative ? target.most * std::abs(value) : target.most;
}

// Fills in the interval; `most` is known.
void judge(Estimate& estimate, const DrawVariances& variances) {
  estimate.margin = draws_margin(variances.platforms, variances.workloads, k_level_of_widths);
  estimate.holds = is_narrow(variances, k_level_of_widths, estimate.most);
}

void judge(Estimate& estimate, const CrossedRatio& mean, const Draws& platforms, const Draws& workloads) {
  judge(estimate, mean.variances(platforms, workloads));
  if (!estimate.holds) estimate.parts = mean.parts(platforms, workloads);
}

bool is_positive(const DrawnValue& value) { return value.value > 0; }

// What makes up the largest part of the sum, if that rules the mean. `key_of` says what each value is part of.
template <class KeyOf>
std::optional<Ruler> ruler_of(std::span<const DrawnValue> values, std::string_view kind, KeyOf key_of) {
  std::map<decltype(key_of(values.front())), ExactSum> sums;
  ExactSum all;
  for (const DrawnValue& value : values) {
    all.add(value.value);
    sums[key_of(value)].add(value.value);
  }
  double largest = 0;
  for (const auto& [key, sum] : sums) largest = std::max(largest, sum.rounded());
  const double share = largest / all.rounded();
  if (!rules_mean(share, std::ssize(sums))) return std::nullopt;
  return Ruler{.kind = kind,
               .count = std::ssize(sums),
               .share = share,
               .statistic = std::ranges::all_of(values, is_positive) ? "geometric_mean" : "median"};
}

std::optional<Ruler> find_ruler(std::span<const DrawnValue> values) {
  auto ruler = ruler_of(values, "instances", [](const DrawnValue& v) { return std::pair(v.platform, v.workload); });
  if (!ruler) ruler = ruler_of(values, "platforms", [](const DrawnValue& v) { return v.platform; });
  if (!ruler) ruler = ruler_of(values, "workloads", [](const DrawnValue& v) { return v.workload; });
  return ruler;
}

void estimate_mean(Estimate& estimate, const Target& target, std::span<const DrawnValue> values, const Draws& platforms,
                   const Draws& workloads) {
  CrossedRatio mean;
  for (const DrawnValue& value : values) mean.add(value.value, 1, value.platform, value.workload);
  estimate.value = mean.ratio();
  estimate.most = allowed(target, estimate.value);
  judge(estimate, mean, platforms, workloads);
  estimate.reach = estimate.margin;
  estimate.ruler = find_ruler(values);
}

// The interval is that of the mean logarithm; its upper side is the longer one.
void estimate_geometric_mean(Estimate& estimate, const Target& target, std::span<const DrawnValue> values,
                             const Draws& platforms, const Draws& workloads) {
  if (!std::ranges::all_of(values, is_positive)) {
    estimate.value = estimate.margin = estimate.reach = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  CrossedRatio logs;
  for (const DrawnValue& value : values) logs.add(std::log(value.value), 1, value.platform, value.workload);
  estimate.value = std::exp(logs.ratio());
  estimate.most = std::log1p(allowed(target, estimate.value) / estimate.value);
  judge(estimate, logs, platforms, workloads);
  estimate.reach = estimate.value * std::expm1(estimate.margin);
}

void estimate_quantile(Estimate& estimate, const Target& target, std::span<const DrawnValue> values,
                       const Draws& platforms, const Draws& workloads) {
  const DrawnQuantile quantile(values, target.order);
  estimate.value = quantile.value();
  estimate.most = quantile.share_margin(allowed(target, estimate.value));
  estimate.parts = quantile.share(platforms, workloads).parts_without_overlap(platforms, workloads);
  judge(estimate, {estimate.parts.platforms.variance, estimate.parts.workloads.variance});
  // Shares of few draws may be equal by chance.
  if (estimate.margin == 0 && !quantile.is_constant()) estimate.holds = false;
  estimate.reach = quantile.reach(estimate.margin);
}

}  // namespace

Estimate estimate_value(const Target& target, const std::string& name, std::span<const DrawnValue> values,
                        const Draws& platforms, const Draws& workloads) {
  Estimate estimate{.name = name};
  const auto fill = target.statistic == Statistic::mean             ? estimate_mean
                    : target.statistic == Statistic::geometric_mean ? estimate_geometric_mean
                                                                    : estimate_quantile;
  fill(estimate, target, values, platforms, workloads);
  return estimate;
}

Estimate estimate_realized(const Target& target, const std::string& name, std::span<const RealizedMean> values,
                           std::int64_t realizations) {
  std::map<std::uint64_t, ExactSum> deviations;  // by stream
  ExactSum sum;
  for (const RealizedMean& value : values) {
    sum.add(value.mean);
    deviations[value.stream].add(value.deviation);
  }
  const auto count = static_cast<double>(values.size()), each = static_cast<double>(realizations);
  DrawnSide drawn;
  for (const auto& [stream, together] : deviations) {
    const double error = together.rounded() / count;
    drawn.variance.value += error * error / each;
    drawn.variance.freedom += each - 1;
    drawn.draws += realizations;
  }
  Estimate estimate{.name = name, .value = sum.rounded() / count};
  estimate.most = allowed(target, estimate.value);
  estimate.parts.workloads = drawn;
  judge(estimate, {{}, drawn.variance});
  estimate.reach = estimate.margin;
  return estimate;
}

}  // namespace palio
