#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "strategies/ptg/cluster_batch/cafm/knapsack.h"

namespace palio {
namespace {

double work(const MoldableJobs& jobs, std::size_t job, int p) { return p * jobs.time(job, p); }

// What the jobs need that the first shelf may hold.
struct Shelves {
  std::vector<int> first, second;   // processors by job; second 0: not possible there
  std::vector<std::size_t> choice;  // jobs that both shelves may hold
  std::vector<KnapsackItem> items;  // by choice: what the first shelf saves
  int room = 0;                     // processors of the first shelf
};

std::optional<Shelves> shelves(const MoldableJobs& jobs, double guess) {
  Shelves made{std::vector<int>(jobs.count(), 1), std::vector<int>(jobs.count(), 1), {}, {}, jobs.processors()};
  for (std::size_t job = 0; job < jobs.count(); ++job) {
    if (jobs.time(job, 1) <= guess / 2) continue;
    const std::optional<int> first = jobs.least_processors(job, guess);
    if (!first) return std::nullopt;
    made.first[job] = *first;
    made.second[job] = jobs.least_processors(job, guess / 2).value_or(0);
    if (made.second[job] == 0) {
      made.room -= *first;
      continue;
    }
    made.choice.push_back(job);
    made.items.push_back({*first, work(jobs, job, made.second[job]) - work(jobs, job, *first)});
  }
  if (made.room < 0) return std::nullopt;
  return made;
}

}  // namespace

MoldableJobs::MoldableJobs(std::vector<std::vector<double>> times) : hull_(std::move(times)) {
  for (std::vector<double>& row : hull_)
    for (std::size_t i = 1; i < row.size(); ++i) row[i] = std::min(row[i], row[i - 1]);
}

std::optional<int> MoldableJobs::least_processors(std::size_t job, double longest) const {
  const std::vector<double>& row = hull_[job];
  const auto found = std::ranges::lower_bound(row, longest, std::greater<>());
  if (found == row.end()) return std::nullopt;
  return static_cast<int>(found - row.begin()) + 1;
}

std::optional<std::vector<int>> two_shelves(const MoldableJobs& jobs, double guess) {
  const std::optional<Shelves> made = shelves(jobs, guess);
  if (!made) return std::nullopt;
  std::vector<int> processors = made->first;
  for (const std::size_t job : made->choice) processors[job] = made->second[job];
  for (const std::size_t item : knapsack(made->items, made->room))
    processors[made->choice[item]] = made->first[made->choice[item]];
  double total = 0;
  for (std::size_t job = 0; job < jobs.count(); ++job) total += work(jobs, job, processors[job]);
  if (total > jobs.processors() * guess) return std::nullopt;
  return processors;
}

double makespan_bound(const MoldableJobs& jobs) {
  double sequential = 0;
  double longest = 0;
  for (std::size_t job = 0; job < jobs.count(); ++job) {
    sequential += jobs.time(job, 1);
    longest = std::max(longest, jobs.time(job, jobs.processors()));
  }
  return std::max(sequential / jobs.processors(), longest);
}

// A guess of twice the longest job on one processor is accepted: every job is small then.
CoarseAllocation dual_approximation(const MoldableJobs& jobs) {
  double accepted = makespan_bound(jobs);
  std::optional<std::vector<int>> processors = two_shelves(jobs, accepted);
  if (processors) return {accepted, *std::move(processors)};
  double refused = 0;
  while (!processors) {
    refused = accepted;
    accepted *= 2;
    processors = two_shelves(jobs, accepted);
  }
  while (accepted > k_guess_precision * refused) {
    const double middle = refused + (accepted - refused) / 2;
    if (std::optional<std::vector<int>> better = two_shelves(jobs, middle)) {
      accepted = middle;
      processors = std::move(better);
    } else {
      refused = middle;
    }
  }
  return {accepted, *std::move(processors)};
}

}  // namespace palio
