#pragma once

#include <cstdint>

#include "core/identity/factor_law.h"

namespace palio {

/// How the world departs from what strategies are told. Each execution is a *realization*: every task's duration, every
/// edge's data and every host's speed is its estimate times a factor.
struct Uncertainty {
  FactorLaw durations, data, speeds;
  int realizations = 0;    // 0: the world keeps to the plan
  std::uint64_t seed = 0;  // of the draws

  bool is_certain() const { return realizations == 0; }
};

}  // namespace palio
