#include "analysis/statistics/intervals/paired_ratio.h"

#include <cmath>

#include "analysis/statistics/rank_statistics.h"

namespace palio {

void PairedRatio::add(double value, double other, double log_ratio, std::int64_t platform, std::int64_t workload,
                      Better better) {
  const bool win = better == Better::more ? value > other : value < other;
  ++(nearly_equal(value, other) ? ties_ : win ? wins_ : losses_);
  lacks_logarithm_ = lacks_logarithm_ || std::isnan(log_ratio);
  logs_.add(log_ratio, platform, workload);
}

void PairedRatio::add(const PairedRatio& others) {
  wins_ += others.wins_;
  ties_ += others.ties_;
  losses_ += others.losses_;
  lacks_logarithm_ = lacks_logarithm_ || others.lacks_logarithm_;
  logs_.add(others.logs_);
}

}  // namespace palio
