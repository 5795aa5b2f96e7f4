#include "analysis/compare/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "analysis/compare/changes.h"
#include "analysis/compare/matching.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/metrics.h"

namespace palio {
namespace {

using Side = Matching::Side;

constexpr auto k_cost_metrics =
    std::to_array<std::string_view>({"schedule_time", "simulation_time", "total_time", "peak_memory", "lp_time"});
constexpr std::string_view k_completed = "completed";

void check_metrics(const std::vector<std::string>& named) {
  std::vector<std::string_view> valid;
  for (const MetricInfo& metric : metric_table()) valid.push_back(metric.name);
  valid.insert(valid.end(), k_cost_metrics.begin(), k_cost_metrics.end());
  for (const std::string& name : named)
    if (std::ranges::find(valid, name) == valid.end())
      throw UserError("--metric {}: no such metric{}", name, suggestion(name, valid));
}

void add_new(std::vector<std::string>& names, std::string_view name) {
  if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
}

// Columns of the table `result` that are compared.
std::vector<std::string> compared_columns(const CompareOptions& options) {
  std::vector<std::string> columns;
  for (const std::string& name : options.metrics) add_new(columns, name);
  if (columns.empty())
    for (const MetricInfo& metric : metric_table()) columns.emplace_back(metric.name);
  if (options.costs)
    for (const std::string_view cost : k_cost_metrics) add_new(columns, cost);
  return columns;
}

// What the cells show: the metrics that the user named, or the makespan, which every completed scenario has.
std::vector<std::string> shown_in_cells(const CompareOptions& options) {
  std::vector<std::string> names;
  for (const std::string& name : options.metrics) add_new(names, name);
  if (names.empty()) names.emplace_back("makespan");
  if (options.costs) add_new(names, "total_time");
  return names;
}

ComparedCampaign describe(const std::filesystem::path& file, const ResultWalk& walk) {
  const CampaignReader reader(file);
  ComparedCampaign campaign{file.string(), reader.info().study, walk.results(), {}};
  for (const SessionRow& session : reader.sessions()) {
    if (session.completed + session.failed == 0) continue;
    const MadeBy made{session.info.palio_version, session.info.compiler, session.info.engine,
                      session.info.engine_version};
    if (std::ranges::find(campaign.made_by, made) == campaign.made_by.end()) campaign.made_by.push_back(made);
  }
  return campaign;
}

const WalkedResult* result_of(const WalkedInstance& instance, std::optional<std::int64_t> strategy) {
  if (!strategy) return nullptr;
  const auto found = std::ranges::lower_bound(instance.results, *strategy, {}, &WalkedResult::strategy);
  return found != instance.results.end() && found->strategy == *strategy ? &*found : nullptr;
}

class Comparer {
public:
  Comparer(const std::filesystem::path& a, const std::filesystem::path& b, const CompareOptions& options)
      : options_(options),
        columns_(compared_columns(options)),
        shown_(shown_in_cells(options)),
        a_(a, columns_),
        b_(b, columns_),
        matching_(a_, b_, options.by),
        changes_(columns_, options.tolerance,
                 options.metrics.empty() ? ValueChanges::Applications::compared : ValueChanges::Applications::ignored),
        differences_(options.list) {
    for (const std::string& name : shown_)
      places_.push_back(static_cast<std::size_t>(std::ranges::find(columns_, name) - columns_.begin()));
    comparison_.a = describe(a, a_);
    comparison_.b = describe(b, b_);
  }

  Comparison run() {
    const WalkedInstance none;
    for (const WalkedInstance *a = a_.next(), *b = b_.next(); a != nullptr || b != nullptr;) {
      const bool has_a = b == nullptr || (a != nullptr && ids(*a) <= ids(*b));
      const bool has_b = a == nullptr || (b != nullptr && ids(*b) <= ids(*a));
      compare_instance(has_a ? *a : none, has_b ? *b : none);
      if (has_a) a = a_.next();
      if (has_b) b = b_.next();
    }
    comparison_.metrics = changes_.compared();
    comparison_.by = options_.by;
    comparison_.cell_metrics = shown_;
    comparison_.cells = matching_.sorted(cells_);
    comparison_.differences = differences_.first();
    return std::move(comparison_);
  }

private:
  static std::pair<std::int64_t, std::int64_t> ids(const WalkedInstance& instance) {
    return {instance.platform, instance.workload};
  }

  ComparisonCell& cell_of(Side side, const ScenarioId& id) {
    ComparisonCell& cell = cells_[matching_.cell(side, id)];
    cell.metrics.resize(shown_.size());
    return cell;
  }

  // One instance on both sides, without results where a side lacks it.
  void compare_instance(const WalkedInstance& a, const WalkedInstance& b) {
    for (const WalkedResult& result : a.results) {
      const ScenarioId id{a.platform, a.workload, result.strategy};
      ComparisonCell& cell = cell_of(Side::a, id);
      ++(result.outcome == k_completed ? cell.completed_a : cell.failed_a);
      const WalkedResult* other = result_of(b, matching_.strategy(Side::a, result.strategy).partner);
      if (other == nullptr)
        add_only(Side::a, id, result);
      else
        compare_results(id, cell, result, *other);
    }
    for (const WalkedResult& result : b.results) {
      if (result_of(a, matching_.strategy(Side::b, result.strategy).partner) != nullptr) continue;
      const ScenarioId id{b.platform, b.workload, result.strategy};
      ComparisonCell& cell = cell_of(Side::b, id);
      ++(result.outcome == k_completed ? cell.completed_b : cell.failed_b);
      add_only(Side::b, id, result);
    }
  }

  void compare_results(const ScenarioId& id, ComparisonCell& cell, const WalkedResult& a, const WalkedResult& b) {
    ++(b.outcome == k_completed ? cell.completed_b : cell.failed_b);
    if (a.outcome != b.outcome) {
      ++comparison_.outcome_changed;
      if (differences_.wants(DifferenceKind::outcome, 0))
        differences_.add({DifferenceKind::outcome, matching_.scenario(Side::a, id), "outcome", a.outcome, b.outcome});
    } else if (a.outcome != k_completed || !compare_values(id, cell, a, b)) {
      ++comparison_.equal;
    } else {
      ++comparison_.metrics_changed;
    }
  }

  // Whether anything changed.
  bool compare_values(const ScenarioId& id, ComparisonCell& cell, const WalkedResult& a, const WalkedResult& b) {
    const auto scenario = [&] { return matching_.scenario(Side::a, id); };
    PairChange pair = changes_.add(a, b, scenario);
    for (std::size_t i = 0; i < places_.size(); ++i) add_change(cell.metrics[i], changes_.change(places_[i]));
    if (pair.changed && differences_.wants(DifferenceKind::metrics, pair.change))
      differences_.add({DifferenceKind::metrics, scenario(), std::move(pair.what), std::move(pair.before),
                        std::move(pair.after), pair.change});
    return pair.changed;
  }

  void add_change(CellMetric& metric, double change) const {
    if (std::isnan(change)) return;
    if (changes_.is_change(change)) ++metric.changed;
    if (std::isinf(change)) return;
    ++metric.pairs;
    metric.sum.add(change);
  }

  void add_only(Side side, const ScenarioId& id, const WalkedResult& result) {
    ++(side == Side::a ? comparison_.only_a : comparison_.only_b);
    const DifferenceKind kind = side == Side::a ? DifferenceKind::only_a : DifferenceKind::only_b;
    if (!differences_.wants(kind, 0)) return;
    Difference difference{kind, matching_.scenario(side, id), "outcome", {}, {}};
    (side == Side::a ? difference.a : difference.b) = result.outcome;
    differences_.add(std::move(difference));
  }

  const CompareOptions& options_;
  std::vector<std::string> columns_, shown_;
  ResultWalk a_, b_;
  Matching matching_;
  ValueChanges changes_;
  CellTable cells_;
  Differences differences_;
  std::vector<std::size_t> places_;  // of what the cells show, among the columns
  Comparison comparison_;
};

}  // namespace

Comparison compare_campaigns(const std::filesystem::path& a, const std::filesystem::path& b,
                             const CompareOptions& options) {
  check_metrics(options.metrics);
  return Comparer(a, b, options).run();
}

}  // namespace palio
