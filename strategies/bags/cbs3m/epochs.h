#pragma once

#include <vector>

#include "strategies/bags/cbs3m/fluid_problem.h"

namespace palio {

/// The intervals between successive epochs, which are the start dates and deadlines of a fluid problem.
struct Epochs {
  std::vector<MovingDate> dates;  // one more than intervals, in order
  std::vector<int> first;         // by application: it is active from this interval on,
  std::vector<int> end;           // and before this one

  int intervals() const { return static_cast<int>(dates.size()) - 1; }
};

/// The epochs in their order at a stretch. Those closer than `merge` times the time from the first to the last are
/// one, at the date of the first of them.
Epochs epochs_at(const FluidProblem& problem, double stretch, double merge);

/// Whether the same dates come in the same order and applications are active in the same intervals.
bool have_same_order(const Epochs& a, const Epochs& b);

/// The stretches above `least` at which the order of the epochs changes: a deadline meets a start date or another
/// deadline. Increasing.
std::vector<double> critical_stretches(const FluidProblem& problem, double least);

}  // namespace palio
