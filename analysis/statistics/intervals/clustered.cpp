#include "analysis/statistics/intervals/clustered.h"

#include <cmath>
#include <limits>
#include <map>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/intervals/intervals.h"

namespace palio {
namespace {

constexpr double k_undefined_variance = std::numeric_limits<double>::quiet_NaN();

// With Satterthwaite's degrees of freedom; not a number where nothing is drawn, or one of them is not known.
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

}  // namespace

DrawVariance variance_between(std::span<const DrawSum> draws) {
  std::map<int, Moments> kinds;
  std::map<int, std::size_t> sizes;
  for (const DrawSum& draw : draws) {
    kinds[draw.kind].add(draw.sum);
    sizes[draw.kind] = draw.of_kind;
  }
  ExactSum value;
  DrawVariance variance;
  for (const auto& [number, kind] : kinds) {
    if (kind.count() > 1) {
      value.add(static_cast<double>(kind.count()) * kind.variance());
      variance.freedom += static_cast<double>(kind.count() - 1);
    } else {
      if (draws.size() == 1 || sizes[number] < 2) return {k_undefined_variance, 0};
      value.add(kind.mean() * kind.mean());  // n draws, all but one of 0: n times their variance
      variance.freedom += 1;
    }
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

ClusteredRatio::Sums& ClusteredRatio::sums_of(std::vector<Sums>& draws, std::size_t id) {
  if (draws.size() <= id) draws.resize(id + 1);
  ++draws[id].count;
  return draws[id];
}

void ClusteredRatio::add(double x, double y, std::size_t platform, std::size_t workload) {
  for (Sums* sums : {&sums_of(platforms_, platform), &sums_of(workloads_, workload)}) {
    sums->x.add(x);
    sums->y.add(y);
  }
}

void ClusteredRatio::add(double x, std::size_t platform, std::size_t workload) {
  for (Sums* sums : {&sums_of(platforms_, platform), &sums_of(workloads_, workload)}) {
    sums->x.add(x);
    ++sums->ones;
  }
}

ClusteredRatio::Sums ClusteredRatio::all() const {
  Sums all;
  for (const Sums& platform : platforms_) {
    all.x.add(platform.x);
    all.y.add(platform.y);
    all.ones += platform.ones;
    all.count += platform.count;
  }
  return all;
}

double ClusteredRatio::ratio() const {
  const Sums sums = all();
  return sums.count == 0 ? k_undefined_variance : sums.x.rounded() / sums.y_sum();
}

// Of the sum of the residuals x - r y.
DrawVariance ClusteredRatio::between(const std::vector<Sums>& sums, const Draws& draws) const {
  const double r = ratio();
  std::map<int, std::pair<int, ExactSum>> residuals;  // by draw: its kind, the sum
  for (std::size_t id = 0; id < sums.size(); ++id) {
    const Draws::Place place = draws.place(id);
    if (sums[id].count == 0 || place.draw == Draws::k_fixed) continue;
    auto& [kind, residual] = residuals[place.draw];
    kind = place.kind;
    residual.add(sums[id].x.rounded() - r * sums[id].y_sum());
  }
  std::vector<DrawSum> of_draws;
  for (const auto& [draw, residual] : residuals)
    of_draws.push_back(
        {.kind = residual.first, .sum = residual.second.rounded(), .of_kind = draws.count_of_kind(residual.first)});
  return variance_between(of_draws);
}

DrawVariances ClusteredRatio::variances(const Draws& platforms, const Draws& workloads) const {
  DrawVariances variances{between(platforms_, platforms), between(workloads_, workloads)};
  const double y = all().y_sum();
  variances.platforms.value /= y * y;
  variances.workloads.value /= y * y;
  return variances;
}

// Of the ratio.
DrawVariance ClusteredRatio::variance(const Draws& platforms, const Draws& workloads) const {
  DrawVariance variance = together(between(platforms_, platforms), between(workloads_, workloads));
  const double y = all().y_sum();
  variance.value /= y * y;
  return variance;
}

double ClusteredRatio::margin(const Draws& platforms, const Draws& workloads, double level) const {
  return margin_of(variance(platforms, workloads), level);
}

double ClusteredRatio::p_of_zero(const Draws& platforms, const Draws& workloads) const {
  const DrawVariance variance = this->variance(platforms, workloads);
  if (std::isnan(variance.value)) return variance.value;
  const double distance = std::abs(ratio());
  if (variance.value == 0) return distance == 0 ? 1 : 0;
  return student_two_sided(distance / std::sqrt(variance.value), variance.freedom);
}

}  // namespace palio
