#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/statistics/intervals/draws.h"
#include "core/draw_counts.h"
#include "core/exact_sum.h"
#include "core/id_numbers.h"

namespace palio {

/// What the instances of one random draw add to an estimate beyond their expected value.
struct DrawSum {
  int kind = 0;
  double sum = 0;
  std::size_t of_kind = 1;  // draws of that kind in the campaign; those that are not in the estimate add 0
};

/// The variance of an estimate that is a sum over draws.
struct DrawVariance {
  double value = 0;    // NaN: some kind was drawn once, which says nothing about how its draws vary
  double freedom = 0;  // degrees; 0: nothing is drawn, or not known
};

/// The terms of the variance of an estimate.
struct DrawVariances {
  DrawVariance platforms, workloads;
};

/// Within each kind, the number of draws times the variance of their sums. For a kind with a single draw in the
/// estimate it is the variance relative to the campaign's other draws, with one degree of freedom; unknown if the
/// campaign has no others, or the estimate has no other draw at all.
DrawVariance variance_between(std::span<const DrawSum> draws);

/// Half-width of the interval of an estimate that varies with both, Student's t with Satterthwaite's degrees of
/// freedom. NaN if nothing is drawn, or a kind was drawn once.
double draws_margin(const DrawVariance& platforms, const DrawVariance& workloads, double level);
/// The degrees of freedom of that interval. NaN if nothing varies, or there is none.
double draws_freedom(const DrawVariance& platforms, const DrawVariance& workloads);

enum class InstanceSide { platform, workload };

/// The ratio of two means over instances, each a platform and a workload, and how far it may be from the ratio for
/// other draws of both. Instances of one draw are not independent. The same bits in any order of the instances.
class ClusteredRatio {
public:
  /// Platform and workload by id.
  void add(double x, double y, std::int64_t platform, std::int64_t workload);
  /// The same with y = 1: the ratio is then the mean of x.
  void add(double x, std::int64_t platform, std::int64_t workload);
  /// The same on one side; other calls tell the other side of the same instances.
  void add(InstanceSide side, std::int64_t id, double x) { of(side, id).add(x); }
  void add(InstanceSide side, std::int64_t id, const ExactSum& x, std::int64_t count);

  /// All that was added to another one.
  void add(const ClusteredRatio& other);
  /// Takes the x of another one, of the same instances, away.
  void subtract(const ClusteredRatio& other);

  std::int64_t count() const { return all().count; }

  /// mean(x) / mean(y); NaN without values.
  double ratio() const;
  /// Half-width of its interval, by the delta method. The variance is that between draws of platforms plus that between
  /// draws of workloads, each within its kind (Cameron, Gelbach, Miller, JBES 29(2), 2011, but without subtracting the
  /// part that both share: rather too wide than too narrow). NaN like draws_margin(), or if mean(y) is 0.
  double margin(const Draws& platforms, const Draws& workloads, double level) const;
  /// The terms of the variance of the ratio.
  DrawVariances variances(const Draws& platforms, const Draws& workloads) const;
  /// The two-sided p that the ratio is 0 for other draws, by the same variance: Student's t. NaN if margin() is.
  double p_of_zero(const Draws& platforms, const Draws& workloads) const;

private:
  struct Sums {
    ExactSum x, y;
    std::int64_t ones = 0;   // values of y that are 1 and not in its sum
    std::int64_t count = 0;  // of pairs

    void add(double one_more) {
      ++count;
      x.add(one_more);
      ++ones;
    }
    void add(const Sums& other) {
      x.add(other.x);
      y.add(other.y);
      ones += other.ones;
      count += other.count;
    }
    double y_sum() const { return y.rounded() + static_cast<double>(ones); }
  };
  // By id of a platform or workload.
  struct SumsOfIds {
    IdNumbers ids;
    std::vector<Sums> sums;  // by their numbers

    Sums& of(std::int64_t id) {
      const std::size_t number = ids.add(id);
      if (number == sums.size()) sums.emplace_back();
      return sums[number];
    }
  };
  Sums& of(InstanceSide side, std::int64_t id) {
    return (side == InstanceSide::platform ? platforms_ : workloads_).of(id);
  }
  Sums all() const;
  DrawVariance between(const SumsOfIds& sums, const Draws& draws) const;

  SumsOfIds platforms_, workloads_;
};

/// Platforms or workloads: their term of an estimate's variance, and the number of draws.
struct DrawnSide {
  DrawVariance variance;
  std::int64_t draws = 0;
};

/// The parts of an estimate's variance, from which the effect of more draws is predicted.
struct DrawParts {
  DrawnSide platforms, workloads;
  double product =
      0;  // of both variances, what platforms and workloads vary by together: more draws of either reduce it
};

/// A value of an instance: its platform and workload by id.
struct DrawnValue {
  double value = 0;
  std::int64_t platform = 0, workload = 0;
};

/// The variances that an estimate would have with `planned` draws instead of `now`: p/k + w/l + 2 c/(k l) in
/// all, with degrees of freedom that grow with the draws.
DrawVariances predicted_variances(const DrawParts& parts, const DrawCounts& now, const DrawCounts& planned);

/// The counts from `now` to `most` that are `enough` and have the least product, which is their cost; of two, the one
/// with fewer platforms. Nothing if `most` is not enough. What is enough must stay enough with more draws. Large counts
/// are tried in steps of a 256th.
std::optional<DrawCounts> least_draws(const DrawCounts& now, const DrawCounts& most,
                                      const std::function<bool(const DrawCounts&)>& enough);

/// A ClusteredRatio that keeps its instances, to find the parts of its variance.
class CrossedRatio {
public:
  /// Platform and workload by id.
  void add(double x, double y, std::int64_t platform, std::int64_t workload);

  std::size_t count() const { return rows_.size(); }
  double ratio() const { return sums_.ratio(); }
  DrawVariances variances(const Draws& platforms, const Draws& workloads) const {
    return sums_.variances(platforms, workloads);
  }

  /// The product is the interaction of the two-way tables, one for each pair of a kind of platforms and a kind of
  /// workloads, as in the analysis of variance; tables with holes or with a single row or column say nothing about it.
  DrawParts parts(const Draws& platforms, const Draws& workloads) const;
  /// The same with only half of the product on each side, so that their sum is the variance itself: what varies mostly
  /// by single instances, as shares do, would have far too wide an interval.
  DrawParts parts_without_overlap(const Draws& platforms, const Draws& workloads) const;

private:
  struct Row {
    double x, y;
    std::int64_t platform, workload;
  };

  double product(const Draws& platforms, const Draws& workloads) const;

  ClusteredRatio sums_;
  std::vector<Row> rows_;
};

}  // namespace palio
