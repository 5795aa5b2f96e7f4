#include "analysis/statistics/moments.h"

#include <cmath>
#include <limits>

namespace palio {
namespace {

constexpr double k_undefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void Moments::add(double value) {
  ++count_;
  const double distance = value - mean_;
  mean_ += distance / static_cast<double>(count_);
  squares_ += distance * (value - mean_);
}

double Moments::mean() const { return count_ == 0 ? k_undefined : mean_; }

double Moments::variance() const { return count_ < 2 ? k_undefined : squares_ / static_cast<double>(count_ - 1); }

double Moments::deviation() const { return std::sqrt(variance()); }

void PairMoments::add(double x, double y) {
  const double distance = x_.count() == 0 ? 0 : x - x_.mean();
  x_.add(x);
  y_.add(y);
  products_ += distance * (y - y_.mean());
}

double PairMoments::covariance() const {
  return x_.count() < 2 ? k_undefined : products_ / static_cast<double>(x_.count() - 1);
}

}  // namespace palio
