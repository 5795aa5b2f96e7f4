#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace palio {
namespace {

double work(const MoldableJobs& jobs, std::size_t job, int p) { return p * jobs.time(job, p); }

// The needs of the jobs that the first shelf may hold.
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

double shortest_job(const MoldableJobs& jobs) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t job = 0; job < jobs.count(); ++job) shortest = std::min(shortest, jobs.time(job, jobs.processors()));
  return shortest;
}

// Moves jobs from `left` to a shelf of this length.
std::vector<ShelvedJob> fill_shelf(const MoldableJobs& jobs, double length, std::vector<std::size_t>& left) {
  std::vector<ShelvedJob> fitting;
  std::vector<KnapsackItem> items;
  for (const std::size_t job : left)
    if (const std::optional<int> p = jobs.least_processors(job, length)) {
      fitting.push_back({job, *p});
      items.push_back({*p, *p * jobs.time(job, *p)});
    }
  std::vector<ShelvedJob> shelf;
  for (const std::size_t item : knapsack(items, jobs.processors())) {
    shelf.push_back(fitting[item]);
    std::erase(left, fitting[item].job);
  }
  return shelf;
}

}  // namespace

// best[i][c]: largest profit of the items from i on in c.
std::vector<std::size_t> knapsack(std::span<const KnapsackItem> items, int capacity) {
  const auto sizes = static_cast<std::size_t>(capacity) + 1;
  std::vector<double> best((items.size() + 1) * sizes, 0.0);
  const auto with = [&](std::size_t i, std::size_t room) {
    return items[i].profit + best[(i + 1) * sizes + room - static_cast<std::size_t>(items[i].size)];
  };
  const auto takes = [&](std::size_t i, std::size_t room) {
    return items[i].size <= static_cast<int>(room) && with(i, room) >= best[(i + 1) * sizes + room];
  };
  for (std::size_t i = items.size(); i-- > 0;)
    for (std::size_t room = 0; room < sizes; ++room)
      best[i * sizes + room] = takes(i, room) ? with(i, room) : best[(i + 1) * sizes + room];
  std::vector<std::size_t> chosen;
  auto room = static_cast<std::size_t>(capacity);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!takes(i, room)) continue;
    chosen.push_back(i);
    room -= static_cast<std::size_t>(items[i].size);
  }
  return chosen;
}

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

// At a guess of twice the longest job on one processor every job is small, so it is accepted.
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

std::vector<ShelvedJob> doubling_shelves(const MoldableJobs& jobs, double guess) {
  std::vector<std::size_t> left(jobs.count());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<ShelvedJob> all;
  for (int power = -std::ilogb(guess / shortest_job(jobs)); !left.empty(); ++power)
    for (const ShelvedJob& shelved : fill_shelf(jobs, std::ldexp(guess, power), left)) all.push_back(shelved);
  return all;
}

}  // namespace palio
