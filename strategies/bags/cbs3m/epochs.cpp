#include "strategies/bags/cbs3m/epochs.h"

#include <algorithm>
#include <tuple>

namespace palio {
namespace {

struct Epoch {
  MovingDate date;
  double when = 0;  // s, at the stretch
  int application = 0;
  bool is_deadline = false;
};

std::vector<Epoch> sorted_epochs(const FluidProblem& problem, double stretch) {
  std::vector<Epoch> epochs;
  for (int k = 0; k < static_cast<int>(problem.applications.size()); ++k) {
    const FluidApplication& application = problem.applications[static_cast<std::size_t>(k)];
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
    bounds[static_cast<std::size_t>(epoch.application)] = epochs.intervals();
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
  // Nearer ones are one and the same, but for rounding.
  for (const double stretch : found)
    if (stretch > (kept.empty() ? least : kept.back()) * (1 + 1e-12)) kept.push_back(stretch);
  return kept;
}

}  // namespace palio
