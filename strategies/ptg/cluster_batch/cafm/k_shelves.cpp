#include "strategies/ptg/cluster_batch/cafm/k_shelves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "strategies/ptg/cluster_batch/cafm/knapsack.h"

namespace palio {
namespace {

double shortest_job(const MoldableJobs& jobs) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t job = 0; job < jobs.count(); ++job) shortest = std::min(shortest, jobs.time(job, jobs.processors()));
  return shortest;
}

// Moves jobs from those left to a shelf of that length.
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

std::vector<ShelvedJob> k_shelves(const MoldableJobs& jobs, double guess) {
  std::vector<std::size_t> left(jobs.count());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<ShelvedJob> all;
  for (int power = -std::ilogb(guess / shortest_job(jobs)); !left.empty(); ++power)
    for (const ShelvedJob& shelved : fill_shelf(jobs, std::ldexp(guess, power), left)) all.push_back(shelved);
  return all;
}

}  // namespace palio
