#pragma once

#include <cstddef>
#include <vector>

#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/precision/more_draws.h"

namespace palio {

/// ClusteredRatio that keeps its instances, to tell what it varies by.
class CrossedRatio {
public:
  /// Platform and workload by id.
  void add(double x, double y, std::size_t platform, std::size_t workload);

  std::size_t count() const { return rows_.size(); }
  double ratio() const { return sums_.ratio(); }
  DrawVariances variances(const Draws& platforms, const Draws& workloads) const {
    return sums_.variances(platforms, workloads);
  }

  /// The product is the interaction of the two-way tables, one for each kind of platforms with each kind of workloads,
  /// as the analysis of variance has it; tables with holes or with a single row or column tell nothing of it.
  DrawParts parts(const Draws& platforms, const Draws& workloads) const;

private:
  struct Row {
    double x, y;
    std::size_t platform, workload;
  };

  double product(const Draws& platforms, const Draws& workloads) const;

  ClusteredRatio sums_;
  std::vector<Row> rows_;
};

}  // namespace palio
