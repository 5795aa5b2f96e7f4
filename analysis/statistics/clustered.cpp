#include "analysis/statistics/clustered.h"

#include <cmath>
#include <limits>
#include <map>

#include "analysis/statistics/distributions.h"
#include "analysis/statistics/moments.h"

namespace palio {
namespace {

constexpr double k_undefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void ClusteredRatio::add(std::vector<Sums>& draws, std::size_t id, double x, double y) {
  if (draws.size() <= id) draws.resize(id + 1);
  Sums& sums = draws[id];
  sums.x += x;
  sums.y += y;
  ++sums.count;
}

void ClusteredRatio::add(double x, double y, std::size_t platform, std::size_t workload) {
  add(platforms_, platform, x, y);
  add(workloads_, workload, x, y);
}

ClusteredRatio::Sums ClusteredRatio::all() const {
  Sums all;
  for (const Sums& platform : platforms_) {
    all.x += platform.x;
    all.y += platform.y;
    all.count += platform.count;
  }
  return all;
}

double ClusteredRatio::ratio() const {
  const Sums sums = all();
  return sums.count == 0 ? k_undefined : sums.x / sums.y;
}

// Of the sum of the residuals x - r y: within each kind, the number of draws times the variance of their sums. Kinds
// with a single draw are taken together.
ClusteredRatio::Variance ClusteredRatio::between(const std::vector<Sums>& sums, const Draws& draws) const {
  const double r = ratio();
  std::map<int, Moments> kinds;
  for (std::size_t id = 0; id < sums.size(); ++id)
    if (sums[id].count > 0 && draws.kind(id) != Draws::k_fixed) kinds[draws.kind(id)].add(sums[id].x - r * sums[id].y);
  Moments single;
  Variance variance;
  const auto take = [&](const Moments& kind) {
    variance.value += static_cast<double>(kind.count()) * kind.variance();
    variance.freedom += static_cast<double>(kind.count() - 1);
  };
  for (const auto& [number, kind] : kinds)
    if (kind.count() == 1)
      single.add(kind.mean());
    else
      take(kind);
  if (single.count() > 1) take(single);
  return variance;
}

double ClusteredRatio::margin(const Draws& platforms, const Draws& workloads, double level) const {
  const Variance platform = between(platforms_, platforms);
  const Variance workload = between(workloads_, workloads);
  if (platform.freedom + workload.freedom == 0) return k_undefined;
  const double variance = platform.value + workload.value;
  if (!std::isfinite(variance)) return k_undefined;  // there is no ratio
  if (variance == 0) return 0;
  const auto share = [](const Variance& part) {
    return part.freedom == 0 ? 0 : part.value * part.value / part.freedom;
  };
  const double freedom = variance * variance / (share(platform) + share(workload));
  return student_quantile(level, freedom) * std::sqrt(variance) / std::abs(all().y);
}

}  // namespace palio
