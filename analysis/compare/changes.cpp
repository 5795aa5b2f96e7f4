#include "analysis/compare/changes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace palio {
namespace {

constexpr double k_nothing = std::numeric_limits<double>::quiet_NaN();

SqlValue value_or_null(double value) { return std::isnan(value) ? SqlValue() : SqlValue(value); }

// Not if it applies on neither side.
bool is_comparable(double before, double after) { return !std::isnan(before) || !std::isnan(after); }

// The largest relative change of a date; infinite when one side has more dates.
double largest_change(std::span<const double> before, std::span<const double> after) {
  if (before.size() != after.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double change = relative_change(before[i], after[i]);
    if (is_larger_change(change, largest)) largest = change;
  }
  return largest;
}

}  // namespace

ValueChanges::ValueChanges(std::span<const std::string> metrics, double tolerance, Applications applications)
    : tolerance_(tolerance), with_applications_(applications), changes_(metrics.size()) {
  for (const std::string& metric : metrics) metrics_.push_back({.metric = metric, .scenario = {}});
  applications_.metric = "applications";
}

bool ValueChanges::is_change(double change) const { return std::abs(change) > tolerance_; }

PairChange ValueChanges::add(const WalkedResult& before, const WalkedResult& after, const ScenarioName& scenario) {
  PairChange most;
  const auto is_most = [&](double change) { return !most.changed || is_larger_change(change, most.change); };
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const double a = before.values[i], b = after.values[i];
    changes_[i] = is_comparable(a, b) ? relative_change(a, b) : k_nothing;
    if (std::isnan(changes_[i])) continue;
    if (count(metrics_[i], changes_[i], scenario) && is_most(changes_[i]))
      most = {true, metrics_[i].metric, value_or_null(a), value_or_null(b), changes_[i]};
  }
  if (with_applications_ == Applications::ignored || (before.applications.empty() && after.applications.empty()))
    return most;
  const double change = largest_change(before.applications, after.applications);
  if (count(applications_, change, scenario) && is_most(change)) most = {true, applications_.metric, {}, {}, change};
  return most;
}

std::vector<MetricChange> ValueChanges::compared() const {
  std::vector<MetricChange> compared;
  const auto has_values = [](const MetricChange& metric) { return metric.compared > 0; };
  std::ranges::copy_if(metrics_, std::back_inserter(compared), has_values);
  if (has_values(applications_)) compared.push_back(applications_);
  return compared;
}

// Of equal changes the first name counts: the order of the scenarios differs from file to file.
bool ValueChanges::count(MetricChange& metric, double change, const ScenarioName& scenario) const {
  ++metric.compared;
  if (!is_change(change)) return false;
  const bool first = ++metric.changed == 1;
  if (!first && is_larger_change(metric.largest, change)) return true;
  std::string name = scenario();
  if (!first && !is_larger_change(change, metric.largest) && metric.scenario <= name) return true;
  metric.largest = change;
  metric.scenario = std::move(name);
  return true;
}

bool Differences::ComesFirst::operator()(const Difference& one, const Difference& other) const {
  if (is_larger_change(one.change, other.change)) return true;
  if (is_larger_change(other.change, one.change)) return false;
  return one.scenario < other.scenario;
}

bool Differences::wants(DifferenceKind kind, double change) const {
  if (of(kind).size() < limit_) return true;
  return limit_ > 0 && !is_larger_change(of(kind).rbegin()->change, change);
}

void Differences::add(Difference difference) {
  Kept& kept = of(difference.kind);
  kept.insert(std::move(difference));
  if (kept.size() > limit_) kept.erase(std::prev(kept.end()));
}

std::vector<Difference> Differences::first() const {
  std::vector<Difference> all;
  for (const Kept& kept : kept_) all.insert(all.end(), kept.begin(), kept.end());
  if (all.size() > limit_) all.resize(limit_);
  return all;
}

}  // namespace palio
