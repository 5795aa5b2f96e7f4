#include "campaign/costs/cost_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <variant>

namespace palio {
namespace {

constexpr std::string_view k_family_axis = "family";

std::set<std::string> axis_names(const std::vector<Spec>& items) {
  std::set<std::string> names{std::string(k_family_axis)};
  for (const Spec& item : items)
    for (const auto& [name, value] : item.recipe.parameters)
      if (!is_given_by_study(role_of(name))) names.insert(name);
  return names;
}

// An item's value on an axis: a number to sort and interpolate by, and the text that tells values apart.
using Level = std::pair<double, std::string>;

Level level_of(const Recipe& recipe, const std::string& name) {
  const auto found = recipe.parameters.find(name);
  if (name == k_family_axis || found == recipe.parameters.end()) return {0, axis_text(recipe, name)};
  double number = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&found->second)) number = static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&found->second)) number = *real;
  return {std::max(number, 0.0), to_text(found->second)};
}

// The number of objects in a file's JSON: its tasks, its edges and a few more.
double spec_size(const Spec& item) {
  return std::max(1.0, static_cast<double>(std::ranges::count(item.definition, '{')));
}

// One size alone says nothing.
void add_sizes(const std::vector<Spec>& items, CostAxis& axis) {
  std::vector<double> sizes(axis.levels.size(), 0);
  for (std::size_t item = 0; item < items.size(); ++item)
    if (!items[item].definition.empty()) sizes[axis.level[item]] = spec_size(items[item]);
  if (std::ranges::count_if(sizes, [](double size) { return size > 0; }) > 1) axis.sizes = std::move(sizes);
}

constexpr int k_rounds = 12;      // of fitting; the factors of nearly balanced axes settle in three
constexpr double k_inertia = 1;   // a factor is held at 1 by as much as this many average observations
constexpr double k_ridge = 0.1;   // of k_inertia, for the power of a size: a few files say much about it
constexpr double k_steepest = 1;  // beyond what was observed, a cost grows at most in proportion to a value
constexpr double k_least = 1e-6;  // s; a coarse clock gives costs of 0, and a total of 0 has no factors

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

// The factor at `level` on the line through two neighbours, in logarithms.
double along(const CostAxis& axis, const std::vector<double>& factors, std::size_t level, std::size_t a,
             std::size_t b) {
  const double run = std::log(axis.levels[b] / axis.levels[a]);
  const double slope = std::clamp(std::log(factors[b] / factors[a]) / run, -k_steepest, k_steepest);
  return factors[a] * std::pow(axis.levels[level] / axis.levels[a], slope);
}

// Gives levels that were never observed the factor that fits their number. Levels are sorted by number.
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

// The observed cost of each level of an axis, and the cost predicted for it without a factor.
struct LevelTotals {
  std::vector<double> observed, base;
  double inertia = 0;  // of an average observation
};

// For each level, a power of the file's size plus an offset, since small files cost as much as any scenario. The sums
// of observed and predicted costs agree, also when weighted by the logarithm of the size, except for the ridge that
// holds the power near `usual`. 1 for levels without a file.
class PowerOfSize {
public:
  PowerOfSize(const CostAxis& axis, const LevelTotals& totals, double usual, double offset)
      : totals_(totals), power_(usual), curve_(axis.sizes.size(), 1.0) {
    for (std::size_t level = 0; level < axis.sizes.size(); ++level) {
      if (axis.sizes[level] == 0) continue;
      levels_.push_back(level);
      distance_.push_back(std::log(axis.sizes[level] + offset));
      observed_ += totals.observed[level];
    }
    if (observed_ > 0) fit(usual);
  }

  const std::vector<double>& curve() const { return curve_; }
  /// The log-likelihood of the observations; the sums of predictions are the same anyhow.
  double likelihood() const {
    double sum = 0;
    for (const std::size_t level : levels_) sum += totals_.observed[level] * std::log(curve_[level]);
    return sum;
  }

private:
  void fit(double usual) {
    double middle = 0;  // weighted by what was observed
    for (std::size_t i = 0; i < levels_.size(); ++i) middle += totals_.observed[levels_[i]] / observed_ * distance_[i];
    for (double& distance : distance_) distance -= middle;
    for (int round = 0; round < 2 * k_rounds; ++round) {
      draw();
      double slope = -k_ridge * totals_.inertia * (power_ - usual), curvature = k_ridge * totals_.inertia;
      for (std::size_t i = 0; i < levels_.size(); ++i) {
        const double predicted = totals_.base[levels_[i]] * curve_[levels_[i]];
        slope += (totals_.observed[levels_[i]] - predicted) * distance_[i];
        curvature += predicted * distance_[i] * distance_[i];
      }
      power_ = std::clamp(power_ + std::clamp(slope / curvature, -0.5, 0.5), usual - 1, usual + 2);
    }
    draw();
  }
  // The curve of the present power, scaled so that its total is the observed one.
  void draw() {
    double predicted = 0;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      curve_[levels_[i]] = std::exp(power_ * distance_[i]);
      predicted += totals_.base[levels_[i]] * curve_[levels_[i]];
    }
    for (const std::size_t level : levels_) curve_[level] *= observed_ / predicted;
  }

  const LevelTotals& totals_;
  double power_, observed_ = 0;
  std::vector<std::size_t> levels_;  // with a file
  std::vector<double> distance_;     // of their sizes from the usual one, in logarithms
  std::vector<double> curve_;        // by level
};

// The most likely one of some offsets.
std::vector<double> curve_of_size(const CostAxis& axis, const LevelTotals& totals, double usual) {
  double smallest = 0;
  for (const double size : axis.sizes)
    if (size > 0 && (smallest == 0 || size < smallest)) smallest = size;
  double best = -std::numeric_limits<double>::infinity();
  std::vector<double> curve;
  for (const double offset : {0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
    const PowerOfSize power(axis, totals, usual, offset * smallest);
    if (power.likelihood() <= best) continue;
    best = power.likelihood();
    curve = power.curve();
  }
  return curve;
}

class Fitter {
public:
  Fitter(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
         std::span<const CostObservation> observations, std::vector<double>& predicted, BySize workloads)
      : usual_power_(workloads == BySize::proportional ? 1 : 0),
        platform_(platform),
        workload_(workload),
        observations_(observations),
        predicted_(predicted),
        factors_{1, ones(platform), ones(workload)} {
    for (const CostObservation& seen : observations)
      if (seen.strategy >= strategy_.size()) strategy_.resize(seen.strategy + 1, 1.0);
  }

  CostFactors fitted() {
    fit_strategies();
    for (int round = 0; round < k_rounds; ++round) {
      for (std::size_t a = 0; a < platform_.size(); ++a)
        fit_axis(platform_[a], factors_.platform[a], 0, [](const Instance& at) { return at.platform; });
      for (std::size_t a = 0; a < workload_.size(); ++a)
        fit_axis(workload_[a], factors_.workload[a], usual_power_, [](const Instance& at) { return at.workload; });
      fit_strategies();
    }
    for (std::size_t i = 0; i < observations_.size(); ++i) predicted_[i] /= strategy_[observations_[i].strategy];
    fit_mean();
    return factors_;
  }

private:
  void fit_mean() {
    const double predicted = std::accumulate(predicted_.begin(), predicted_.end(), 0.0);
    const double change = total_cost(observations_) / predicted;
    factors_.mean *= change;
    for (double& value : predicted_) value *= change;
  }

  // So that differences between strategies are not attributed to the axis values they were observed with.
  void fit_strategies() {
    std::vector<double> observed(strategy_.size()), predicted(strategy_.size());
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      observed[observations_[i].strategy] += cost_of(observations_[i]);
      predicted[observations_[i].strategy] += predicted_[i];
    }
    for (std::size_t s = 0; s < strategy_.size(); ++s)
      if (predicted[s] > 0) strategy_[s] *= observed[s] / predicted[s];
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      const std::uint32_t s = observations_[i].strategy;
      predicted_[i] *= observed[s] / predicted[s];
    }
  }

  // Each level's factor becomes observed / predicted without it, both with some weight at 1, or at what the size of its
  // file suggests.
  template <class Position>
  void fit_axis(const CostAxis& axis, std::vector<double>& factors, double usual_power, Position position) {
    const std::vector<double> before = factors;
    LevelTotals totals{std::vector<double>(factors.size()), std::vector<double>(factors.size())};
    auto& [observed, base, inertia] = totals;
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      const std::uint32_t level = axis.level[position(observations_[i].instance)];
      observed[level] += cost_of(observations_[i]);
      base[level] += predicted_[i] / before[level];
    }
    const bool by_size = !axis.sizes.empty();
    inertia = k_inertia *
              std::accumulate(by_size ? observed.begin() : base.begin(), by_size ? observed.end() : base.end(), 0.0) /
              static_cast<double>(observations_.size());
    const std::vector<double> expected =
        by_size ? curve_of_size(axis, totals, usual_power) : std::vector<double>(factors.size(), 1.0);
    for (std::size_t level = 0; level < factors.size(); ++level)
      factors[level] = expected[level] * (observed[level] + inertia) / (expected[level] * base[level] + inertia);
    extend(axis, observed, factors);
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      const std::uint32_t level = axis.level[position(observations_[i].instance)];
      predicted_[i] *= factors[level] / before[level];
    }
  }

  double usual_power_;  // of a workload's size
  const std::vector<CostAxis>& platform_;
  const std::vector<CostAxis>& workload_;
  std::span<const CostObservation> observations_;
  std::vector<double>& predicted_;
  CostFactors factors_;
  std::vector<double> strategy_;  // factors by position; left out in the end
};

}  // namespace

std::vector<CostAxis> cost_axes(const std::vector<Spec>& items) {
  std::vector<CostAxis> axes;
  for (const std::string& name : axis_names(items)) {
    std::map<Level, std::uint32_t> known;
    std::vector<const std::uint32_t*> own;  // of each item
    for (const Spec& item : items) own.push_back(&known.emplace(level_of(item.recipe, name), 0).first->second);
    if (known.size() < 2) continue;
    CostAxis& axis = axes.emplace_back(CostAxis{name, {}, {}, {}});
    for (auto& [level, index] : known) {
      index = static_cast<std::uint32_t>(axis.levels.size());
      axis.levels.push_back(level.first);
      axis.texts.push_back(level.second);
    }
    for (const std::uint32_t* index : own) axis.level.push_back(*index);
    if (role_of(name) == ParameterRole::path) add_sizes(items, axis);
  }
  return axes;
}

std::string axis_text(const Recipe& recipe, const std::string& axis) {
  if (axis == k_family_axis) return recipe.name;
  const auto found = recipe.parameters.find(axis);
  return found == recipe.parameters.end() ? "" : to_text(found->second);
}

CostFactors fit_factors(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
                        std::span<const CostObservation> observations, std::vector<double>& predicted,
                        BySize workloads) {
  return Fitter(platform, workload, observations, predicted, workloads).fitted();
}

}  // namespace palio
