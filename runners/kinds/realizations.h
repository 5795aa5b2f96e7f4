#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/metrics.h"
#include "platforms/model/platform.h"
#include "runners/kinds/engine.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// The factors of all realizations of an uncertain workload on a platform. Factors of durations, data and speeds come
/// from three streams of the workload, realization after realization, in the order of tasks, edges and processors: so
/// more realizations begin with the same ones, and another law or deviation meets the same quantiles.
class Realizations {
public:
  /// Throws UserError for more factors than fit into memory.
  Realizations(const Platform& platform, const Workload& workload);

  int count() const { return count_; }
  /// Turns `realized`, a copy of `estimated`, into realization r of it under a schedule: a task takes as long as on the
  /// slowest of its processors.
  void realize(int r, const Workload& estimated, const Schedule& placed, Workload& realized) const;

  /// Turns `told`, a copy of `estimated`, into what is known of realization r before it happens: durations and data,
  /// and the speeds of clusters of one processor. Throws UserError if other processors have speeds of their own.
  void tell(int r, const Workload& estimated, Platform& platform, Workload& told) const;

private:
  struct Factors {
    std::size_t per_realization = 0;  // 0: all are 1
    std::vector<double> values = {};

    std::span<const double> of(int r) const {
      return std::span(values).subspan(static_cast<std::size_t>(r) * per_realization, per_realization);
    }
  };
  static Factors drawn(const FactorLaw& law, std::size_t number, const Uncertainty& uncertainty, const char* stream);

  int count_;
  std::vector<double> speeds_of_clusters_;  // flop/s, estimated
  Factors durations_, data_, speeds_;
};

/// What executions of one plan had in common, by the makespans of all realizations (s).
void add_realized_metrics(std::span<const double> makespans, double predicted, MetricValues& metrics);

/// Mean over the tasks of a plan of how much later each could end without delaying the end of all, where the order on
/// each processor stays and data takes its estimated time, s.
double mean_slack(const Platform& platform, const Workload& workload, const Schedule& planned);

}  // namespace palio
