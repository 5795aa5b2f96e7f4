#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

// As "job on processors", in order.
std::vector<std::pair<std::size_t, int>> shelved(const std::vector<std::vector<double>>& times, double guess) {
  std::vector<std::pair<std::size_t, int>> all;
  for (const ShelvedJob& each : k_shelves(MoldableJobs(times), guess)) all.emplace_back(each.job, each.processors);
  return all;
}

using Shelved = std::vector<std::pair<std::size_t, int>>;

TEST(KShelves, FirstShelfIsTheShortestOneThatHoldsAJob) {
  // Guess 8, shortest job 1 s, K = 3: shelves of 1, 2, 4, 8 s. 1 s: job 0 on 4. 2 s: job 1 on 4.
  EXPECT_EQ(shelved({{4, 2, 2, 1}, {8, 4, 4, 2}}, 8), (Shelved{{0, 4}, {1, 4}}));
}

TEST(KShelves, EachTakesTheMostWork) {
  // Guess 4, shortest job 1.9 s, K = 1: shelves of 2 and 4 s. 2 s: two processors for each job, work 2 x 1.9, 2 x 2,
  // 2 x 2, room for two: the last two. 4 s: job 0 on one.
  const std::vector<double> a{3, 1.9, 1.9, 1.9};
  const std::vector<double> b{4, 2, 2, 2};
  EXPECT_EQ(shelved({a, b, b}, 4), (Shelved{{1, 2}, {2, 2}, {0, 1}}));
  // Equal work: the earlier ones.
  EXPECT_EQ(shelved({b, b, b}, 4), (Shelved{{0, 2}, {1, 2}, {2, 1}}));
}

TEST(KShelves, LengthsDoubleBeyondTheGuess) {
  // Guess 2, K = 0: a shelf of 2 s for jobs 0 and 1, one of 4 s for job 2.
  const std::vector<double> b{4, 2, 2, 2};
  EXPECT_EQ(shelved({b, b, b}, 2), (Shelved{{0, 2}, {1, 2}, {2, 1}}));
  // Job 1 never takes less than 9 s: shelves of 2, 4, 8 and 16 s.
  EXPECT_EQ(shelved({{2, 2}, {9, 9}}, 2), (Shelved{{0, 1}, {1, 1}}));
}

TEST(KShelves, EveryJobHasAPlaceOnItsShelf) {
  RandomStream random(9);
  for (int i = 0; i < 2000; ++i) {
    const auto processors = static_cast<int>(random.uniform_integer(1, 12));
    std::vector<std::vector<double>> times(static_cast<std::size_t>(random.uniform_integer(1, 8)));
    for (std::vector<double>& row : times)
      for (int p = 0; p < processors; ++p) row.push_back(random.uniform_real(1, 40));
    const MoldableJobs jobs(times);
    std::vector<int> seen(times.size(), 0);
    for (const ShelvedJob& each : k_shelves(jobs, dual_approximation(jobs).guess)) {
      ++seen[each.job];
      ASSERT_GE(each.processors, 1);
      ASSERT_LE(each.processors, processors);
      ASSERT_EQ(jobs.time(each.job, each.processors), times[each.job][static_cast<std::size_t>(each.processors) - 1]);
    }
    ASSERT_EQ(seen, std::vector<int>(times.size(), 1)) << "case " << i;
  }
}

}  // namespace
}  // namespace palio
