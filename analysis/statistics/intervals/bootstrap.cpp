#include "analysis/statistics/intervals/bootstrap.h"

#include <algorithm>
#include <vector>

#include "analysis/statistics/quantiles.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

constexpr double k_bootstrap_level = 0.95;
constexpr int k_resamples = 2000;

Interval student_interval(std::span<const double> values) {
  Moments moments;
  for (const double value : values) moments.add(value);
  const double margin = mean_margin(moments, k_bootstrap_level);
  return {moments.mean() - margin, moments.mean() + margin};
}

// Of values in order of size, so that the stream draws the same ones however they came.
double resampled_mean(std::span<const double> values, RandomStream& stream) {
  const auto last = static_cast<std::int64_t>(values.size()) - 1;
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += values[static_cast<std::size_t>(stream.uniform_integer(0, last))];
  return sum / static_cast<double>(values.size());
}

}  // namespace

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

}  // namespace palio
