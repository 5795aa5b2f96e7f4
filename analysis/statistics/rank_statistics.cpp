#include "analysis/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>

#include "analysis/statistics/distributions.h"

namespace palio {
namespace {

constexpr std::size_t k_most_exact = 25;

struct RankSums {
  std::vector<std::size_t> doubled;  // ranks times two: integers, also where tied sizes share their mean rank
  double positive = 0;               // of the ranks of positive differences
  double ties = 0;                   // sum over the groups of t tied sizes of t^3 - t
};

// Differences are in the order of their sizes.
RankSums rank_sums(const std::vector<double>& differences) {
  RankSums sums;
  for (std::size_t first = 0, end = 0; first < differences.size(); first = end) {
    end = first;
    while (end < differences.size() && nearly_equal(std::abs(differences[end]), std::abs(differences[first]))) ++end;
    const std::size_t doubled = first + 1 + end;
    sums.doubled.insert(sums.doubled.end(), end - first, doubled);
    for (std::size_t i = first; i < end; ++i)
      sums.positive += differences[i] > 0 ? static_cast<double>(doubled) / 2 : 0;
    const auto tied = static_cast<double>(end - first);
    sums.ties += tied * (tied * tied - 1);
  }
  return sums;
}

// The share of the 2^n choices of signs whose rank sum is at least as far from the middle.
double exact_p(const RankSums& sums) {
  const std::size_t n = sums.doubled.size();
  const std::size_t most = n * (n + 1);
  std::vector<double> choices(most + 1);  // by doubled rank sum; at most 2^25, so exact
  choices[0] = 1;
  for (const std::size_t rank : sums.doubled)
    for (std::size_t sum = most; sum >= rank; --sum) choices[sum] += choices[sum - rank];
  const auto positive = static_cast<std::size_t>(2 * sums.positive);
  const std::size_t less = std::min(positive, most - positive);
  double extreme = 0;
  for (std::size_t sum = 0; sum <= less; ++sum) extreme += choices[sum];
  return std::min(1.0, 2 * extreme / std::exp2(static_cast<double>(n)));
}

double approximate_p(double n, const RankSums& sums) {
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - sums.ties / 48;
  const double distance = std::max(0.0, std::abs(sums.positive - n * (n + 1) / 4) - 0.5);
  return normal_two_sided(distance / std::sqrt(variance));
}

}  // namespace

double signed_rank_p(std::vector<double> differences) {
  std::erase(differences, 0.0);
  if (differences.empty()) return 1;
  std::ranges::sort(differences, {}, [](double difference) { return std::abs(difference); });
  const RankSums sums = rank_sums(differences);
  const std::size_t n = differences.size();
  return n <= k_most_exact ? exact_p(sums) : approximate_p(static_cast<double>(n), sums);
}

double critical_difference(int strategies, std::int64_t instances) {
  const double k = strategies;
  const double mean_rank_variance = k * (k + 1) / (6.0 * static_cast<double>(instances));
  return normal_range_quantile(0.95, strategies) / std::sqrt(2.0) * std::sqrt(mean_rank_variance);
}

}  // namespace palio
