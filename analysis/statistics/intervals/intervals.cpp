#include "analysis/statistics/intervals/intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/statistics/distributions.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

constexpr double k_undefined_moment = std::numeric_limits<double>::quiet_NaN();

// Of n pairs: (sum of x y - sum of x times sum of y / n) / (n - 1), rounded once before the division.
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

// Half-width for the mean of `count` values of this variance.
double margin(double variance, std::int64_t count, double level) {
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(count);
  return student_quantile(level, n - 1) * std::sqrt(variance / n);
}

constexpr double k_bootstrap_level = 0.95;
constexpr int k_resamples = 2000;

Interval student_interval(std::span<const double> values) {
  Moments moments;
  for (const double value : values) moments.add(value);
  const double margin = mean_margin(moments, k_bootstrap_level);
  return {moments.mean() - margin, moments.mean() + margin};
}

// The values are sorted, so that the stream draws the same ones in any order of the input.
double resampled_mean(std::span<const double> values, RandomStream& stream) {
  const auto last = static_cast<std::int64_t>(values.size()) - 1;
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += values[static_cast<std::size_t>(stream.uniform_integer(0, last))];
  return sum / static_cast<double>(values.size());
}

constexpr double k_digit_rounding = 1e-6;  // relative; differences of sums have errors of that size

std::string with_unit(const std::string& number, std::string_view unit) {
  return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string fixed(double value, int places) {
  const std::string number = fmt::format("{:.{}f}", value, places);
  const bool zero = number.find_first_not_of("-0.") == std::string::npos;
  return zero ? fmt::format("{:.{}f}", 0.0, places) : number;  // -0.0 is none
}

}  // namespace

void Moments::add(double value) {
  ++count_;
  sum_.add(value);
  squares_.add_product(value, value);
}

double Moments::mean() const { return count_ == 0 ? k_undefined_moment : sum_.rounded() / static_cast<double>(count_); }

// The squares of values near the least doubles are not exact: the result may be negative.
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
  if (share == 0) return *at;  // there may be no next value, and infinity times 0 is NaN
  const double next = *std::min_element(at + 1, values.end());
  return *at + share * (next - *at);
}

double mean_margin(const Moments& values, double level) { return margin(values.variance(), values.count(), level); }

double ratio_of_means(const PairMoments& pairs) { return pairs.x().mean() / pairs.y().mean(); }

double ratio_margin(const PairMoments& pairs, double level) {
  const double ratio = ratio_of_means(pairs);
  const double variance = pairs.x().variance() - 2 * ratio * pairs.covariance() + ratio * ratio * pairs.y().variance();
  // Rounding may leave a slightly negative value if y is a multiple of x.
  return margin(std::max(variance, 0.0), pairs.x().count(), level) / std::abs(pairs.y().mean());
}

Interval wilson_interval(std::int64_t hits, std::int64_t count, double level) {
  const double z = normal_quantile(level);
  const auto n = static_cast<double>(count);
  const double share = static_cast<double>(hits) / n;
  const double shrink = 1 / (1 + z * z / n);
  const double centre = shrink * (share + z * z / (2 * n));
  const double half = shrink * z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // At both ends the formula is exact, its rounding is not.
  return {hits == 0 ? 0 : centre - half, hits == count ? 1 : centre + half};
}

Interval mean_interval(std::span<const double> values) {
  if (values.size() < k_least_resampled || values.size() > k_most_resampled) return student_interval(values);
  RandomStream stream(hash64("bootstrap", 0));  // the same interval at every call
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  std::vector<double> means;
  means.reserve(k_resamples);
  for (int i = 0; i < k_resamples; ++i) means.push_back(resampled_mean(sorted, stream));
  return {quantile(means, (1 - k_bootstrap_level) / 2), quantile(means, (1 + k_bootstrap_level) / 2)};
}

int margin_decimals(double margin) {
  return static_cast<int>(std::clamp(1 - std::floor(std::log10(margin)), 0.0, 6.0));
}

std::string interval_text(double value, const Interval& interval, std::string_view unit) {
  const double half = (interval.high - interval.low) / 2;
  if (!(half > k_digit_rounding * std::abs(value))) return with_unit(fmt::format("{:.6g}", value), unit);
  const int places = margin_decimals(half);
  return fmt::format("{} [{}, {}]", with_unit(fixed(value, places), unit), fixed(interval.low, places),
                     fixed(interval.high, places));
}

}  // namespace palio
