#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analysis/compare/compare.h"
#include "storage/read/result_walk.h"

namespace palio {

/// The change from `before` to `after`, relative to the size of `before`: (after - before) / |before|. 0 if and only if
/// they are equal or both NULL (NaN); infinite from zero or NULL to a value, and from a value to NULL.
inline double relative_change(double before, double after) {
  if (before == after || (std::isnan(before) && std::isnan(after))) return 0;
  const double change = (after - before) / std::abs(before);
  return std::isnan(change) ? std::numeric_limits<double>::infinity() : change;
}

/// Whether the first change is the larger one, whatever their signs.
inline bool is_larger_change(double one, double other) { return std::abs(one) > std::abs(other); }

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

  /// `metrics` are those of the results' values; one changed if its relative change exceeds `tolerance` in size.
  ValueChanges(std::span<const std::string> metrics, double tolerance, Applications applications);

  PairChange add(const WalkedResult& before, const WalkedResult& after, const ScenarioName& scenario);

  /// Of a metric in the pair that was added last; NaN when both values are NULL, or a session did not know the metric.
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

/// Keeps the first differences, up to a number of each kind: memory does not grow with their total.
class Differences {
public:
  explicit Differences(std::size_t limit) : limit_(limit) {}

  /// Whether a difference with this change may be kept.
  bool wants(DifferenceKind kind, double change) const;
  void add(Difference difference);

  /// The first ones of all kinds.
  std::vector<Difference> first() const;

private:
  static constexpr std::size_t k_kinds = 4;
  // The largest change first, whatever its sign, then by name.
  struct ComesFirst {
    bool operator()(const Difference& one, const Difference& other) const;
  };
  using Kept = std::multiset<Difference, ComesFirst>;

  Kept& of(DifferenceKind kind) { return kept_.at(static_cast<std::size_t>(kind)); }
  const Kept& of(DifferenceKind kind) const { return kept_.at(static_cast<std::size_t>(kind)); }

  std::size_t limit_;
  std::array<Kept, k_kinds> kept_;
};

}  // namespace palio
