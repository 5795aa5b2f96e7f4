#include "analysis/statistics/intervals/clustered.h"

#include <cmath>
#include <limits>
#include <map>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/moments.h"

namespace palio {
namespace {

constexpr double k_undefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

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
  return sums.count == 0 ? k_undefined : sums.x.rounded() / sums.y_sum();
}

// Of the sum of the residuals x - r y: within each kind, the number of draws times the variance of their sums. Kinds
// with a single draw are taken together.
ClusteredRatio::Variance ClusteredRatio::between(const std::vector<Sums>& sums, const Draws& draws) const {
  const double r = ratio();
  std::map<int, std::pair<int, ExactSum>> residuals;  // by draw: its kind, the sum
  for (std::size_t id = 0; id < sums.size(); ++id) {
    const Draws::Place place = draws.place(id);
    if (sums[id].count == 0 || place.draw == Draws::k_fixed) continue;
    auto& [kind, residual] = residuals[place.draw];
    kind = place.kind;
    residual.add(sums[id].x.rounded() - r * sums[id].y_sum());
  }
  std::map<int, Moments> kinds;
  for (const auto& [draw, of_kind] : residuals) kinds[of_kind.first].add(of_kind.second.rounded());
  Moments single;
  ExactSum value;
  Variance variance;
  const auto take = [&](const Moments& kind) {
    value.add(static_cast<double>(kind.count()) * kind.variance());
    variance.freedom += static_cast<double>(kind.count() - 1);
  };
  for (const auto& [number, kind] : kinds)
    if (kind.count() == 1)
      single.add(kind.mean());
    else
      take(kind);
  if (single.count() > 1) take(single);
  variance.value = value.rounded();
  return variance;
}

// Of the ratio; not a number where nothing was drawn twice and where there is no ratio.
ClusteredRatio::Variance ClusteredRatio::variance(const Draws& platforms, const Draws& workloads) const {
  const Variance platform = between(platforms_, platforms);
  const Variance workload = between(workloads_, workloads);
  const double value = platform.value + workload.value;
  if (platform.freedom + workload.freedom == 0 || !std::isfinite(value)) return {k_undefined, 0};
  const auto share = [](const Variance& part) {
    return part.freedom == 0 ? 0 : part.value * part.value / part.freedom;
  };
  const double y = all().y_sum();
  return {value / (y * y), value * value / (share(platform) + share(workload))};
}

double ClusteredRatio::margin(const Draws& platforms, const Draws& workloads, double level) const {
  const Variance ratio = variance(platforms, workloads);
  if (std::isnan(ratio.value) || ratio.value == 0) return ratio.value;
  return student_quantile(level, ratio.freedom) * std::sqrt(ratio.value);
}

double ClusteredRatio::p_of_zero(const Draws& platforms, const Draws& workloads) const {
  const Variance variance = this->variance(platforms, workloads);
  if (std::isnan(variance.value)) return variance.value;
  const double distance = std::abs(ratio());
  if (variance.value == 0) return distance == 0 ? 1 : 0;
  return student_two_sided(distance / std::sqrt(variance.value), variance.freedom);
}

}  // namespace palio
