#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/statistics/intervals/clustered.h"

namespace palio {

/// Of platforms, or of workloads: what an estimate's variance has from them, and how many draws there are.
struct DrawnSide {
  DrawVariance variance;
  std::int64_t draws = 0;
};

/// What an estimate varies by, so that other numbers of draws can be told before they are drawn.
struct DrawParts {
  DrawnSide platforms, workloads;
  double product = 0;  // of either variance, what platforms and workloads vary by together: more of either lessen it
};

/// How many draws there are of each kind, or of how many each kind is a fixed multiple.
struct DrawCounts {
  std::int64_t platforms = 1, workloads = 1;

  std::int64_t product() const { return platforms * workloads; }
  bool operator==(const DrawCounts&) const = default;
};

/// The variances that an estimate would have, had it `planned` draws in the place of `now`: p/k + w/l + 2 c/(k l) in
/// all, with degrees of freedom that grow with the draws.
DrawVariances predicted_variances(const DrawParts& parts, const DrawCounts& now, const DrawCounts& planned);

/// The counts from `now` to `most` that are `enough` and have the least product, which is what they cost; of two, the one
/// with fewer platforms. Nothing where `most` is not enough. What is enough must stay so with more draws. Of large counts
/// each 256th part is tried.
std::optional<DrawCounts> least_draws(const DrawCounts& now, const DrawCounts& most,
                                      const std::function<bool(const DrawCounts&)>& enough);

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
