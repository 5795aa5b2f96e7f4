#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/outcome.h"
#include "platforms/model/platform.h"
#include "platforms/model/star.h"
#include "runners/kinds/engine.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// One factor a thing and realization, realization after realization.
class Factors {
public:
  Factors() = default;  // all are 1
  /// Of so many things. `stream` names the draws.
  Factors(const FactorLaw& law, std::size_t things, const Uncertainty& uncertainty, const char* stream);

  bool is_certain() const { return things_ == 0; }
  /// Empty if all are 1.
  std::span<const double> of(int r) const {
    return std::span(values_).subspan(static_cast<std::size_t>(r) * things_, things_);
  }

private:
  std::size_t things_ = 0;
  std::vector<double> values_;
};

/// The factors of all realizations of an uncertain workload on a platform. Factors of durations, data and speeds come
/// from three streams of the workload, realization after realization, in the order of tasks, edges and processors: so
/// more realizations begin with the same ones, and another law or deviation meets the same quantiles.
class Realizations {
public:
  /// Throws UserError for more factors than fit into memory.
  Realizations(const Platform& platform, const Workload& workload);

  int count() const { return count_; }
  /// Whether a task's duration depends on its processors in other ways than it is estimated to.
  bool depends_on_places() const { return !speeds_.is_certain(); }
  /// Turns `realized`, a copy of `estimated`, into realization r of it under a schedule: a task takes as long as on the
  /// slowest of its processors.
  void realize(int r, const Workload& estimated, const Schedule& placed, Workload& realized) const;

  /// Turns `told`, a copy of `estimated`, into what is known of realization r before it happens: durations and data,
  /// and the speeds of clusters of one processor. Throws UserError if other processors have speeds of their own.
  void tell(int r, const Workload& estimated, Platform& platform, Workload& told) const;

private:
  int count_;
  std::vector<double> speeds_of_clusters_;  // flop/s, estimated
  Factors durations_, data_, speeds_;
};

/// The same of independent tasks and workers.
class StarRealizations {
public:
  /// Throws UserError for more factors than fit into memory.
  StarRealizations(const Star& star, std::size_t tasks, const Uncertainty& uncertainty);

  int count() const { return count_; }
  /// By task; empty: 1.
  std::span<const double> durations(int r) const { return durations_.of(r); }
  /// The star with the workers' speeds in realization r.
  Star realized(int r, const Star& estimated) const;

private:
  int count_;
  Factors durations_, speeds_;
};

/// Throws UserError for a wanted realization that is none of so many.
void require_realization(int wanted, int count);

/// What is kept of each realization of a workload without plans.
std::vector<RealizationMetrics> without_replans(std::span<const double> makespans);

/// One metric of all realizations; their mean.
std::vector<double> values_of(std::span<const MetricValues> realized, std::string_view metric);
double mean_of(std::span<const double> values);

/// What executions of one plan had in common, by the makespans of all realizations (s).
void add_realized_metrics(std::span<const double> makespans, double predicted, MetricValues& metrics);

/// Mean over the tasks of a plan of how much later each could end without delaying the end of all, where the order on
/// each processor stays and data takes its estimated time, s.
double mean_slack(const Platform& platform, const Workload& workload, const Schedule& planned);

}  // namespace palio
