#pragma once

#include <cstddef>
#include <vector>

#include "analysis/effects/design.h"
#include "analysis/statistics/intervals/clustered.h"

namespace palio {

/// What each draw of platforms and of workloads adds to some estimates, and how far these may lie from those of other
/// draws.
class DrawTable {
public:
  DrawTable(const EffectDesign& design, std::size_t estimates);

  /// What a value adds to an estimate beside what is expected of it.
  void add(const DesignRow& row, std::size_t estimate, double part);
  /// Half-width of the 95 % interval of an estimate (analysis/statistics/intervals/clustered.h); NaN where none of its
  /// values is drawn, or a kind was drawn once.
  double margin(std::size_t estimate) const;

private:
  struct Side {
    std::vector<double> sums;  // by draw and estimate
    std::vector<bool> used;    // the same: whether a value of the draw was added
    std::vector<int> kinds;    // by draw
  };
  void add(Side& side, Draws::Place place, std::size_t estimate, double part) const;
  DrawVariance variance(const Side& side, std::size_t estimate) const;

  std::size_t estimates_;
  Side platforms_, workloads_;
};

}  // namespace palio
