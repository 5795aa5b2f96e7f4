#include "campaign/costs/cost_factors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace palio {
namespace {

constexpr int k_rounds = 12;      // of fitting; the factors of nearly balanced axes settle in three
constexpr double k_inertia = 1;   // a factor is held at 1 by as much as this many average observations
constexpr double k_steepest = 1;  // a cost grows in proportion to a value at most where nothing was observed
constexpr double k_least = 1e-6;  // s; costs of 0 happen where the clock is coarse, and a total of 0 has no factors

double cost_of(const CostObservation& seen) { return std::max(seen.cost, k_least); }

double total_cost(std::span<const CostObservation> observations) {
  return std::accumulate(observations.begin(), observations.end(), 0.0,
                         [](double sum, const CostObservation& seen) { return sum + cost_of(seen); });
}

std::vector<std::vector<double>> ones(const std::vector<CostAxis>& axes) {
  std::vector<std::vector<double>> factors;
  for (const CostAxis& axis : axes) factors.emplace_back(axis.levels.size(), 1.0);
  return factors;
}

// The factor at `level` along the line through two neighbours, in logarithms.
double along(const CostAxis& axis, const std::vector<double>& factors, std::size_t level, std::size_t a,
             std::size_t b) {
  const double run = std::log(axis.levels[b] / axis.levels[a]);
  const double slope = std::clamp(std::log(factors[b] / factors[a]) / run, -k_steepest, k_steepest);
  return factors[a] * std::pow(axis.levels[level] / axis.levels[a], slope);
}

// Gives levels that were never observed the factor that their number suggests. Levels are sorted by number.
void extend(const CostAxis& axis, const std::vector<double>& observed, std::vector<double>& factors) {
  std::vector<std::size_t> known;
  for (std::size_t level = 0; level < observed.size(); ++level)
    if (observed[level] > 0 && axis.levels[level] > 0) known.push_back(level);
  if (known.size() < 2) return;
  for (std::size_t level = 0; level < observed.size(); ++level) {
    if (observed[level] > 0 || !(axis.levels[level] > 0)) continue;
    const auto above = std::ranges::upper_bound(known, level) - known.begin();
    const auto right = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above, 1, std::ssize(known) - 1));
    factors[level] = along(axis, factors, level, known[right - 1], known[right]);
  }
}

class Fitter {
public:
  Fitter(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
         std::span<const CostObservation> observations, std::vector<double>& predicted)
      : platform_(platform),
        workload_(workload),
        observations_(observations),
        predicted_(predicted),
        factors_{1, ones(platform), ones(workload)} {}

  CostFactors fitted() {
    fit_mean();
    for (int round = 0; round < k_rounds; ++round) {
      for (std::size_t a = 0; a < platform_.size(); ++a)
        fit_axis(platform_[a], factors_.platform[a], [](const Instance& at) { return at.platform; });
      for (std::size_t a = 0; a < workload_.size(); ++a)
        fit_axis(workload_[a], factors_.workload[a], [](const Instance& at) { return at.workload; });
      fit_mean();
    }
    return factors_;
  }

private:
  void fit_mean() {
    const double predicted = std::accumulate(predicted_.begin(), predicted_.end(), 0.0);
    const double change = total_cost(observations_) / predicted;
    factors_.mean *= change;
    for (double& value : predicted_) value *= change;
  }

  // Each level's factor becomes observed / predicted without it, both with some weight at 1.
  template <class Position>
  void fit_axis(const CostAxis& axis, std::vector<double>& factors, Position position) {
    const std::vector<double> before = factors;
    std::vector<double> observed(factors.size()), base(factors.size());
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      const std::uint32_t level = axis.level[position(observations_[i].instance)];
      observed[level] += cost_of(observations_[i]);
      base[level] += predicted_[i] / before[level];
    }
    const double inertia =
        k_inertia * std::accumulate(base.begin(), base.end(), 0.0) / static_cast<double>(observations_.size());
    for (std::size_t level = 0; level < factors.size(); ++level)
      factors[level] = (observed[level] + inertia) / (base[level] + inertia);
    extend(axis, observed, factors);
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      const std::uint32_t level = axis.level[position(observations_[i].instance)];
      predicted_[i] *= factors[level] / before[level];
    }
  }

  const std::vector<CostAxis>& platform_;
  const std::vector<CostAxis>& workload_;
  std::span<const CostObservation> observations_;
  std::vector<double>& predicted_;
  CostFactors factors_;
};

}  // namespace

CostFactors fit_factors(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
                        std::span<const CostObservation> observations, std::vector<double>& predicted) {
  return Fitter(platform, workload, observations, predicted).fitted();
}

}  // namespace palio
