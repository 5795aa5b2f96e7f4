#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "analysis/compare/comparison.h"
#include "storage/read/result_walk.h"

namespace palio {

/// What changed most in a pair of results.
struct PairChange {
  bool changed = false;
  std::string what;  // metric
  SqlValue before, after;
  double change = 0;  // relative
};

/// Counts the changes of every metric, pair by pair of results that completed on both sides.
class ValueChanges {
public:
  enum class Applications { compared, ignored };
  using ScenarioName = std::function<std::string()>;  // called where the name is needed

  /// `metrics` are those of the results' values. One changed when its relative change is larger in size than
  /// `tolerance`.
  ValueChanges(std::span<const std::string> metrics, double tolerance, Applications applications);

  PairChange add(const WalkedResult& before, const WalkedResult& after, const ScenarioName& scenario);

  /// The relative change of a metric in the pair that was added last; NaN when both values are NULL, or a
  /// session did not know the metric.
  double change(std::size_t metric) const { return changes_[metric]; }
  bool is_change(double change) const;

  /// The metrics that had a value in some pair.
  std::vector<MetricChange> compared() const;

private:
  bool count(MetricChange& metric, double change, const ScenarioName& scenario) const;

  double tolerance_;
  Applications with_applications_;
  std::vector<MetricChange> metrics_;
  std::vector<double> changes_;
  MetricChange applications_;
};

}  // namespace palio
