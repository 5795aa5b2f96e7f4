#include "analysis/statistics/descriptive.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace palio {
namespace {

constexpr double k_undefined_moment = std::numeric_limits<double>::quiet_NaN();

// Of n pairs: (sum of x y - sum of x times sum of y / n) / (n - 1), rounded once before it is divided.
double common_variance(std::int64_t count, const ExactSum& products, const ExactSum& x, const ExactSum& y) {
  if (count < 2) return k_undefined_moment;
  const auto n = static_cast<double>(count);
  ExactSum scatter;  // times n
  for (const double part : products.parts()) scatter.add_product(n, part);
  const std::vector<double> y_parts = y.parts();
  for (const double x_part : x.parts())
    for (const double y_part : y_parts) scatter.add_product(-x_part, y_part);
  return scatter.rounded() / n / (n - 1);
}

}  // namespace

void Moments::add(double value) {
  ++count_;
  sum_.add(value);
  squares_.add_product(value, value);
}

double Moments::mean() const { return count_ == 0 ? k_undefined_moment : sum_.rounded() / static_cast<double>(count_); }

// The squares of values near the least doubles are not exact: less than nothing may be left.
double Moments::variance() const { return std::max(common_variance(count_, squares_, sum_, sum_), 0.0); }

double Moments::deviation() const { return std::sqrt(variance()); }

void PairMoments::add(double x, double y) {
  x_.add(x);
  y_.add(y);
  products_.add_product(x, y);
}

double PairMoments::covariance() const { return common_variance(x_.count(), products_, x_.sum(), y_.sum()); }

double quantile(std::span<double> values, double p) {
  const double place = p * static_cast<double>(values.size() - 1);
  const auto index = static_cast<std::size_t>(place);
  const double share = place - std::floor(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::ranges::nth_element(values, at);
  if (share == 0) return *at;  // there may be no next value, and infinity times 0 is none
  const double next = *std::min_element(at + 1, values.end());
  return *at + share * (next - *at);
}

}  // namespace palio
