#include "campaign/costs/cost_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "campaign/costs/cost_axes.h"

namespace palio {
namespace {

constexpr int k_rounds = 12;      // of fitting; the factors of nearly balanced axes settle in three
constexpr double k_inertia = 1;   // a factor is held at 1 by as much as this many average observations
constexpr double k_steepest = 1;  // a cost grows in proportion to a value at most where nothing was observed

// The observations, with what is predicted for each so far.
struct Fit {
  std::vector<CostObservation> observations;
  std::vector<double> predicted;
};

double total_cost(const Fit& fit) {
  return std::accumulate(fit.observations.begin(), fit.observations.end(), 0.0,
                         [](double sum, const CostObservation& seen) { return sum + seen.cost; });
}

// The factors of every axis of both sides, and what all have in common.
struct Factors {
  double mean = 1;
  std::vector<std::vector<double>> platform, workload;  // by axis, then level
};

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
  Fitter(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload, Fit& fit)
      : platform_(platform), workload_(workload), fit_(fit), factors_{1, ones(platform), ones(workload)} {}

  Factors fitted() {
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
    const double predicted = std::accumulate(fit_.predicted.begin(), fit_.predicted.end(), 0.0);
    const double change = total_cost(fit_) / predicted;
    factors_.mean *= change;
    for (double& value : fit_.predicted) value *= change;
  }

  // Each level's factor becomes observed / predicted without it, both with some weight at 1.
  template <class Position>
  void fit_axis(const CostAxis& axis, std::vector<double>& factors, Position position) {
    const std::vector<double> before = factors;
    std::vector<double> observed(factors.size()), base(factors.size());
    for (std::size_t i = 0; i < fit_.observations.size(); ++i) {
      const std::uint32_t level = axis.level[position(fit_.observations[i].instance)];
      observed[level] += fit_.observations[i].cost;
      base[level] += fit_.predicted[i] / before[level];
    }
    const double inertia =
        k_inertia * std::accumulate(base.begin(), base.end(), 0.0) / static_cast<double>(fit_.observations.size());
    for (std::size_t level = 0; level < factors.size(); ++level)
      factors[level] = (observed[level] + inertia) / (base[level] + inertia);
    extend(axis, observed, factors);
    for (std::size_t i = 0; i < fit_.observations.size(); ++i) {
      const std::uint32_t level = axis.level[position(fit_.observations[i].instance)];
      fit_.predicted[i] *= factors[level] / before[level];
    }
  }

  const std::vector<CostAxis>& platform_;
  const std::vector<CostAxis>& workload_;
  Fit& fit_;
  Factors factors_;
};

// Multiplies the factors of an item's levels into its part.
void apply(const std::vector<CostAxis>& axes, const std::vector<std::vector<double>>& factors, std::span<double> part) {
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (std::size_t item = 0; item < part.size(); ++item) part[item] *= factors[a][axes[a].level[item]];
}

// Costs of 0 happen where the clock is coarse; a total of 0 would make every factor meaningless.
std::vector<CostObservation> usable(std::span<const CostObservation> observations) {
  std::vector<CostObservation> usable(observations.begin(), observations.end());
  for (CostObservation& seen : usable) seen.cost = std::max(seen.cost, 1e-6);
  return usable;
}

}  // namespace

CostModel::CostModel(const Study& study, std::span<const CostObservation> observations)
    : platforms_(study.platforms.size()),
      workloads_(study.workloads.size()),
      strategies_(study.strategies.size()),
      informed_(!observations.empty()),
      platform_part_(strategies_ * platforms_, 1.0),
      workload_part_(strategies_ * workloads_, 1.0) {
  if (informed_) fit(study, observations);
  leave_out_what_is_not_taken(study);
}

void CostModel::fit(const Study& study, std::span<const CostObservation> observations) {
  const std::vector<CostAxis> platform_axes = cost_axes(study.platforms), workload_axes = cost_axes(study.workloads);
  Fit all{usable(observations), std::vector<double>(observations.size(), 1.0)};
  const Factors common = Fitter(platform_axes, workload_axes, all).fitted();
  std::vector<Fit> own(strategies_);
  for (std::size_t i = 0; i < all.observations.size(); ++i) {
    own[all.observations[i].strategy].observations.push_back(all.observations[i]);
    own[all.observations[i].strategy].predicted.push_back(all.predicted[i]);
  }
  for (std::size_t s = 0; s < strategies_; ++s) {
    const std::span<double> platform(platform_part_.data() + s * platforms_, platforms_);
    const std::span<double> workload(workload_part_.data() + s * workloads_, workloads_);
    for (double& part : platform) part = common.mean;
    apply(platform_axes, common.platform, platform);
    apply(workload_axes, common.workload, workload);
    if (own[s].observations.empty()) continue;
    const Factors difference = Fitter(platform_axes, workload_axes, own[s]).fitted();
    for (double& part : platform) part *= difference.mean;
    apply(platform_axes, difference.platform, platform);
    apply(workload_axes, difference.workload, workload);
  }
}

void CostModel::leave_out_what_is_not_taken(const Study& study) {
  for (std::size_t workload = 0; workload < workloads_; ++workload) {
    const std::span<const std::uint32_t> taking = study.strategies_of(workload);
    auto next = taking.begin();
    for (std::size_t s = 0; s < strategies_; ++s) {
      if (next != taking.end() && *next == s)
        ++next;
      else
        workload_part_[s * workloads_ + workload] = 0;
    }
  }
}

double CostModel::total() const {
  double total = 0;
  for (std::size_t s = 0; s < strategies_; ++s) {
    const auto platform = platform_part_.begin() + static_cast<std::ptrdiff_t>(s * platforms_);
    const auto workload = workload_part_.begin() + static_cast<std::ptrdiff_t>(s * workloads_);
    total += std::accumulate(platform, platform + static_cast<std::ptrdiff_t>(platforms_), 0.0) *
             std::accumulate(workload, workload + static_cast<std::ptrdiff_t>(workloads_), 0.0);
  }
  return total;
}

}  // namespace palio
