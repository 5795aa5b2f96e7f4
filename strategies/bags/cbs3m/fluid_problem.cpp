#include "strategies/bags/cbs3m/fluid_problem.h"

#include <algorithm>
#include <tuple>

#include "strategies/bags/dedicated_rate.h"

namespace palio {
namespace {

MovingDate start_of(const FluidApplication& application) { return {application.start, 0}; }

struct Epoch {
  MovingDate date;
  double when = 0;  // s, at the stretch
  int application = 0;
  bool is_deadline = false;
};

std::vector<Epoch> sorted_epochs(const FluidProblem& problem, double stretch) {
  std::vector<Epoch> epochs;
  for (int k = 0; k < static_cast<int>(problem.applications.size()); ++k) {
    const FluidApplication& application = problem.applications[k];
    const MovingDate start = start_of(application);
    const MovingDate deadline = deadline_of(application);
    epochs.push_back({start, start.when(stretch), k, false});
    epochs.push_back({deadline, deadline.when(stretch), k, true});
  }
  std::ranges::sort(epochs, {},
                    [](const Epoch& e) { return std::tuple(e.when, e.is_deadline, e.date.slope, e.application); });
  return epochs;
}

// Where two dates meet; below every stretch if they never do.
double meeting(const MovingDate& a, const MovingDate& b) {
  return a.slope == b.slope ? 0 : (b.at - a.at) / (a.slope - b.slope);
}

}  // namespace

Epochs epochs_at(const FluidProblem& problem, double stretch, double merge) {
  const std::vector<Epoch> sorted = sorted_epochs(problem, stretch);
  const double close = merge * (sorted.back().when - sorted.front().when);
  Epochs epochs;
  epochs.first.resize(problem.applications.size());
  epochs.end.resize(problem.applications.size());
  for (const Epoch& epoch : sorted) {
    if (epochs.dates.empty() || epoch.when - epochs.dates.back().when(stretch) > close)
      epochs.dates.push_back(epoch.date);
    std::vector<int>& bounds = epoch.is_deadline ? epochs.end : epochs.first;
    bounds[epoch.application] = epochs.intervals();
  }
  return epochs;
}

bool have_same_order(const Epochs& a, const Epochs& b) {
  const auto same = [](const MovingDate& x, const MovingDate& y) { return x.at == y.at && x.slope == y.slope; };
  return a.first == b.first && a.end == b.end && std::ranges::equal(a.dates, b.dates, same);
}

std::vector<double> critical_stretches(const FluidProblem& problem, double least) {
  std::vector<double> found;
  for (const FluidApplication& a : problem.applications)
    for (const FluidApplication& b : problem.applications) {
      found.push_back(meeting(deadline_of(a), start_of(b)));
      found.push_back(meeting(deadline_of(a), deadline_of(b)));
    }
  std::ranges::sort(found);
  std::vector<double> kept;
  // Closer ones differ only by rounding.
  for (const double stretch : found)
    if (stretch > (kept.empty() ? least : kept.back()) * (1 + 1e-12)) kept.push_back(stretch);
  return kept;
}

FluidProblem offline_problem(const Star& star, const BagBatch& batch) {
  FluidProblem problem{star, {}};
  for (const BagOfTasks& bag : batch.applications)
    problem.applications.push_back({bag.release_date, bag.release_date, dedicated_makespan(star, bag), bag.flop,
                                    bag.bytes, static_cast<double>(bag.tasks),
                                    std::vector<double>(star.workers.size(), 0)});
  return problem;
}

MovingDate deadline_of(const FluidApplication& application) {
  return {application.release_date, application.dedicated};
}

double least_stretch_bound(const FluidProblem& problem) {
  double bound = 1;
  for (const FluidApplication& application : problem.applications)
    bound = std::max(bound, (application.start - application.release_date) / application.dedicated);
  return bound;
}

}  // namespace palio
