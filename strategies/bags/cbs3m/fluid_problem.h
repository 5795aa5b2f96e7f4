#pragma once

#include <cstddef>
#include <vector>

#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

// Bags on a star in the fluid model: tasks are divisible, latencies are ignored, and a common stretch S gives every
// application its deadline. Benoit, Marchal, Pineau, Robert, Vivien (2008), sections 4 and 5.

/// The remaining work of an application.
struct FluidApplication {
  double start = 0;          // s; nothing is sent or computed earlier: the release date, or now
  double release_date = 0;   // s; stretches count from here
  double dedicated = 0;      // MS*, s
  double flop = 0;           // of a task
  double bytes = 0;          // of a task
  double unsent = 0;         // tasks
  std::vector<double> held;  // unfinished tasks (with fractions) that each worker holds at the start
};

struct FluidProblem {
  Star star;
  std::vector<FluidApplication> applications;
};

/// The problem with all tasks at the master and all releases known from the beginning. Release dates must be dates
/// (BagBatch::load is 0).
FluidProblem offline_problem(const Star& star, const BagBatch& batch);

/// A date, at + slope * S, that moves with the stretch S if it is a deadline; a start date has slope 0.
struct MovingDate {
  double at = 0;     // s
  double slope = 0;  // s

  double when(double stretch) const { return at + slope * stretch; }
};

MovingDate deadline_of(const FluidApplication& application);

/// Below this stretch (or at it, if it is not 1) an application has no time left: its deadline does not lie after its
/// start.
double least_stretch_bound(const FluidProblem& problem);

/// What is sent and computed between successive dates, each at a constant rate, in the fluid model.
struct FluidPlan {
  double stretch = 0;
  std::vector<double> dates;      // s, one more than intervals, increasing
  std::vector<double> deadlines;  // s, by application
  int workers = 0;
  // Tasks (with fractions) by interval, application and worker: see at().
  std::vector<double> sent;
  std::vector<double> computed;

  int intervals() const { return static_cast<int>(dates.size()) - 1; }
  int applications() const { return static_cast<int>(deadlines.size()); }
  std::size_t at(int interval, int application, int worker) const {
    return (static_cast<std::size_t>(interval) * deadlines.size() + static_cast<std::size_t>(application)) *
               static_cast<std::size_t>(workers) +
           static_cast<std::size_t>(worker);
  }
};

/// The intervals between successive epochs, which are the start dates and deadlines of a fluid problem.
struct Epochs {
  std::vector<MovingDate> dates;  // one more than intervals, in order
  std::vector<int> first;         // by application: it is active from this interval on,
  std::vector<int> end;           // and before this one

  int intervals() const { return static_cast<int>(dates.size()) - 1; }
};

/// The epochs in their order at a stretch. Epochs closer to each other than `merge` times the span from the first to
/// the last count as one, at the date of the first of them.
Epochs epochs_at(const FluidProblem& problem, double stretch, double merge);

/// Whether the same dates come in the same order and applications are active in the same intervals.
bool have_same_order(const Epochs& a, const Epochs& b);

/// The stretches above `least` at which the order of the epochs changes: a deadline meets a start date or another
/// deadline. Increasing.
std::vector<double> critical_stretches(const FluidProblem& problem, double least);

}  // namespace palio
