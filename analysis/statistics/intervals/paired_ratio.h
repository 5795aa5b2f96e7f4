#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "analysis/statistics/intervals/clustered.h"
#include "core/metrics.h"

namespace palio {

/// Two strategies over the instances where both have a value: who wins how often, and the mean logarithm of the ratio
/// of their values with its interval and test for other draws. The same bits in any order, and in parts that are added.
class PairedRatio {
public:
  /// An instance's values. `log_ratio`: of value / other; NaN where one of them is not above 0.
  void add(double value, double other, double log_ratio, std::int64_t platform, std::int64_t workload, Better better);
  /// All that was added to another one.
  void add(const PairedRatio& others);

  std::int64_t instances() const { return wins_ + ties_ + losses_; }
  std::int64_t wins() const { return wins_; }  // of the first; a tie: equal up to a billionth
  std::int64_t ties() const { return ties_; }
  std::int64_t losses() const { return losses_; }

  /// The mean logarithm, the half-width of its 95 % interval, and the p that it is 0 for other draws. NaN like
  /// ClusteredRatio's, without instances, and where one had no logarithm.
  double log_ratio() const { return defined() ? logs_.ratio() : k_undefined; }
  double margin(const Draws& platforms, const Draws& workloads) const {
    return defined() ? logs_.margin(platforms, workloads, 0.95) : k_undefined;
  }
  double p(const Draws& platforms, const Draws& workloads) const {
    return defined() ? logs_.p_of_zero(platforms, workloads) : k_undefined;
  }

private:
  static constexpr double k_undefined = std::numeric_limits<double>::quiet_NaN();
  bool defined() const { return instances() > 0 && !lacks_logarithm_; }

  std::int64_t wins_ = 0, ties_ = 0, losses_ = 0;
  bool lacks_logarithm_ = false;
  ClusteredRatio logs_;
};

}  // namespace palio
