#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/identity/random_stream.h"
#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

namespace palio {
namespace {

using AllottedProcessors = std::vector<int>;

TEST(MoldableJobs, AProcessorThatDoesNotHelpStaysIdle) {
  const MoldableJobs jobs({{8, 9, 3, 4}});
  EXPECT_EQ(jobs.time(0, 2), 8);
  EXPECT_EQ(jobs.time(0, 4), 3);
  EXPECT_EQ(jobs.least_processors(0, 8), 1);
  EXPECT_EQ(jobs.least_processors(0, 7.9), 3);
  EXPECT_EQ(jobs.least_processors(0, 3), 3);
  EXPECT_EQ(jobs.least_processors(0, 2.9), std::nullopt);
}

TEST(TwoShelves, SmallJobsGetOneProcessorBesideTheShelves) {
  // Guess 5, two processors: 2 s is small and takes no room of the first shelf, which the others fill.
  EXPECT_EQ(two_shelves(MoldableJobs({{2, 1}, {3, 1.5}, {3, 1.5}}), 5), (AllottedProcessors{1, 1, 1}));
}

TEST(TwoShelves, RefusesAJobThatCannotBeSoShort) { EXPECT_EQ(two_shelves(MoldableJobs({{8, 5}}), 4.9), std::nullopt); }

TEST(TwoShelves, RefusesWhatOnlyTheFirstShelfCouldHold) {
  // Guess 6: neither job ends by 3 s, and two of them need 2 + 2 of 3 processors.
  EXPECT_EQ(two_shelves(MoldableJobs({{8, 5, 4}, {8, 5, 4}}), 6), std::nullopt);
}

TEST(TwoShelves, RefusesMoreWorkThanProcessorsTimesGuess) {
  // Guess 3: the first needs 2 x 3, the second is small, 1 x 1: 7 > 2 x 3.
  EXPECT_EQ(two_shelves(MoldableJobs({{4, 3}, {1, 1}}), 3), std::nullopt);
}

TEST(TwoShelves, KnapsackKeepsInTheFirstShelfWhatWouldLoseMost) {
  // Guess 8.5: all need 1 processor in the first shelf (room for 2) and 2 in the second, by 4.25 s. Work 6 or 2 x 3 for
  // the first two jobs, 5 or 2 x 4 for the third: it stays in the first shelf, with the earlier of the others.
  // 6 + 6 + 5 = 17 = 2 x 8.5.
  EXPECT_EQ(two_shelves(MoldableJobs({{6, 3}, {6, 3}, {5, 4}}), 8.5), (AllottedProcessors{1, 2, 1}));
}

TEST(TwoShelves, EarlierJobsStayInTheFirstShelfWhereWorkIsEqual) {
  // The same with 5 or 2 x 2.5 for the third.
  EXPECT_EQ(two_shelves(MoldableJobs({{6, 3}, {6, 3}, {5, 2.5}}), 8.5), (AllottedProcessors{1, 1, 2}));
}

TEST(DualApproximation, TakesTheLowerBoundIfItIsAccepted) {
  // Bound max(8 / 2, 2) = 4: one processor each in the first shelf.
  const CoarseAllocation coarse = dual_approximation(MoldableJobs({{4, 2}, {4, 2}}));
  EXPECT_EQ(coarse.guess, 4);
  EXPECT_EQ(coarse.processors, (AllottedProcessors{1, 1}));
}

TEST(DualApproximation, BisectsToOneInAHundred) {
  // {4, 3} and {1, 1}: bound max(5 / 2, 3) = 3, refused (work 7 > 6); 6 accepted. Below 4 the first job needs 2
  // processors: accepted from 3.5 on (7 <= 2 x 3.5). Middles: 4.5 +, 3.75 +, 3.375 -, 3.5625 +, 3.46875 -, 3.515625 +
  // (1.0135 times the last refused), 3.4921875 - (1.0067).
  const CoarseAllocation coarse = dual_approximation(MoldableJobs({{4, 3}, {1, 1}}));
  EXPECT_EQ(coarse.guess, 3.515625);
  EXPECT_EQ(coarse.processors, (AllottedProcessors{2, 1}));
}

// Jobs whose time falls and whose work does not, as the theory requires.
std::vector<double> monotone_times(RandomStream& random, int processors) {
  std::vector<double> times{static_cast<double>(random.uniform_integer(1, 30))};
  for (int p = 2; p <= processors; ++p) times.push_back(times.back() * (1 - random.uniform_real(0, 1.0 / p)));
  return times;
}

// Arbitrary times, up and down.
std::vector<double> wild_times(RandomStream& random, int processors) {
  std::vector<double> times;
  for (int p = 1; p <= processors; ++p) times.push_back(static_cast<double>(random.uniform_integer(1, 30)));
  return times;
}

struct DualCase {
  std::vector<std::vector<double>> times;
  int processors;
};

DualCase draw_case(RandomStream& random, std::vector<double> (*row)(RandomStream&, int)) {
  DualCase drawn{{}, static_cast<int>(random.uniform_integer(1, 12))};
  const std::int64_t count = random.uniform_integer(1, 7);
  for (std::int64_t job = 0; job < count; ++job) drawn.times.push_back(row(random, drawn.processors));
  return drawn;
}

double work_of(const MoldableJobs& jobs, const AllottedProcessors& processors) {
  double total = 0;
  for (std::size_t job = 0; job < jobs.count(); ++job) total += processors[job] * jobs.time(job, processors[job]);
  return total;
}

void expect_two_shelves(const DualCase& drawn, const MoldableJobs& jobs, double guess,
                        const AllottedProcessors& processors) {
  int first_shelf = 0;
  for (std::size_t job = 0; job < jobs.count(); ++job) {
    const double time = jobs.time(job, processors[job]);
    ASSERT_LE(time, guess);
    ASSERT_EQ(time, drawn.times[job][processors[job] - 1]);  // not only the hull's
    if (time > guess / 2) first_shelf += processors[job];
  }
  ASSERT_LE(first_shelf, drawn.processors);
  ASSERT_LE(work_of(jobs, processors), drawn.processors * guess);
}

TEST(DualApproximation, AcceptedGuessesFillTwoShelves) {
  RandomStream random(5);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const DualCase drawn = draw_case(random, i % 2 == 0 ? monotone_times : wild_times);
    const MoldableJobs jobs(drawn.times);
    const CoarseAllocation coarse = dual_approximation(jobs);
    ASSERT_GE(coarse.guess, makespan_bound(jobs));
    expect_two_shelves(drawn, jobs, coarse.guess, coarse.processors);
    if (HasFatalFailure()) return;
  }
}

TEST(DualApproximation, OneInAHundredBelowIsRefused) {
  RandomStream random(6);
  int above_bound = 0;
  for (int i = 0; i < 3000; ++i) {
    const MoldableJobs jobs(draw_case(random, monotone_times).times);
    const double guess = dual_approximation(jobs).guess;
    if (guess == makespan_bound(jobs)) continue;
    ++above_bound;
    ASSERT_FALSE(two_shelves(jobs, guess / k_guess_precision * (1 - 1e-12))) << "case " << i;
  }
  EXPECT_GT(above_bound, 300);
}

// Least work over all ways to put the jobs on two shelves; infinite if there is none.
double least_work(const MoldableJobs& jobs, double guess) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t seconds = 0; seconds < std::size_t{1} << jobs.count(); ++seconds) {
    double total = 0;
    int first_shelf = 0;
    for (std::size_t job = 0; job < jobs.count(); ++job) {
      const bool small = jobs.time(job, 1) <= guess / 2;
      const bool second = ((seconds >> job) & 1) != 0;
      const auto p = jobs.least_processors(job, small || second ? guess / 2 : guess);
      if (!p) {
        total = std::numeric_limits<double>::infinity();
        break;
      }
      total += *p * jobs.time(job, *p);
      if (!small && !second) first_shelf += *p;
    }
    if (first_shelf <= jobs.processors()) least = std::min(least, total);
  }
  return least;
}

TEST(TwoShelves, WorkIsTheLeastOfAllWaysToFillTheShelves) {
  RandomStream random(7);
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    const DualCase drawn = draw_case(random, wild_times);  // whole seconds: exact sums
    const MoldableJobs jobs(drawn.times);
    const double guess = makespan_bound(jobs) * random.uniform_real(0.8, 2.5);
    const double least = least_work(jobs, guess);
    const auto processors = two_shelves(jobs, guess);
    ASSERT_EQ(processors.has_value(), least <= drawn.processors * guess) << "case " << i;
    if (!processors) continue;
    ++accepted;
    ASSERT_EQ(work_of(jobs, *processors), least) << "case " << i;
  }
  EXPECT_GT(accepted, 1000);
}

// Side by side and on top of each other: a rectangle cut into jobs of perfect speed-up.
void cut(RandomStream& random, int processors, int length, int cluster, std::vector<std::vector<double>>& times) {
  const std::int64_t way = random.uniform_integer(0, 2);
  if (way == 0 && processors > 1) {
    const auto left = static_cast<int>(random.uniform_integer(1, processors - 1));
    cut(random, left, length, cluster, times);
    return cut(random, processors - left, length, cluster, times);
  }
  if (way == 1 && length > 1) {
    const auto below = static_cast<int>(random.uniform_integer(1, length - 1));
    cut(random, processors, below, cluster, times);
    return cut(random, processors, length - below, cluster, times);
  }
  times.emplace_back();
  for (int p = 1; p <= cluster; ++p) times.back().push_back(1.0 * processors * length / p);
}

TEST(DualApproximation, IsNotAboveAScheduleThatExists) {
  RandomStream random(8);
  for (int i = 0; i < 2000; ++i) {
    const auto processors = static_cast<int>(random.uniform_integer(1, 16));
    const auto length = static_cast<int>(random.uniform_integer(1, 30));
    std::vector<std::vector<double>> times;
    cut(random, processors, length, processors, times);
    ASSERT_LE(dual_approximation(MoldableJobs(times)).guess, length * k_guess_precision * (1 + 1e-12)) << "case " << i;
  }
}

// As "job on processors", in order.
std::vector<std::pair<std::size_t, int>> shelved(const std::vector<std::vector<double>>& times, double guess) {
  std::vector<std::pair<std::size_t, int>> all;
  for (const ShelvedJob& each : doubling_shelves(MoldableJobs(times), guess))
    all.emplace_back(each.job, each.processors);
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
    for (const ShelvedJob& each : doubling_shelves(jobs, dual_approximation(jobs).guess)) {
      ++seen[each.job];
      ASSERT_GE(each.processors, 1);
      ASSERT_LE(each.processors, processors);
      ASSERT_EQ(jobs.time(each.job, each.processors), times[each.job][each.processors - 1]);
    }
    ASSERT_EQ(seen, std::vector<int>(times.size(), 1)) << "case " << i;
  }
}

using Chosen = std::vector<std::size_t>;

TEST(Knapsack, TakesTheMostProfitThatFits) {
  // 3 + 4 in sizes 2 + 3 beat 6 in size 4.
  const std::vector<KnapsackItem> items{{4, 6}, {2, 3}, {3, 4}};
  EXPECT_EQ(knapsack(items, 5), (Chosen{1, 2}));
  EXPECT_EQ(knapsack(items, 4), Chosen{0});
  EXPECT_EQ(knapsack(items, 1), Chosen{});
}

TEST(Knapsack, PrefersTheEarliestItemsAmongEqualProfits) {
  // In 2: a profit of 4 by items 0 and 1, by another pair or by item 2. In 3: 6 by 0, 1, 3 or by one of them and 2.
  const std::vector<KnapsackItem> items{{1, 2}, {1, 2}, {2, 4}, {1, 2}};
  EXPECT_EQ(knapsack(items, 2), (Chosen{0, 1}));
  EXPECT_EQ(knapsack(items, 3), (Chosen{0, 1, 3}));
}

TEST(Knapsack, TakesItemsWithoutProfitButNoLoss) {
  const std::vector<KnapsackItem> items{{1, 0}, {1, -1}, {0, 0}, {1, 5}};
  EXPECT_EQ(knapsack(items, 9), (Chosen{0, 2, 3}));
  EXPECT_EQ(knapsack(items, 0), Chosen{2});
  EXPECT_EQ(knapsack({}, 3), Chosen{});
}

// Of all subsets that fit the best one; among equals the one with the earliest item where they differ.
Chosen by_trial(const std::vector<KnapsackItem>& items, int capacity) {
  Chosen best;
  double best_profit = -1;
  // Item 0 is the highest bit, so that larger numbers have the earlier items.
  for (std::size_t set = std::size_t{1} << items.size(); set-- > 0;) {
    Chosen chosen;
    int size = 0;
    double profit = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (((set >> (items.size() - 1 - i)) & 1) == 0) continue;
      chosen.push_back(i);
      size += items[i].size;
      profit += items[i].profit;
    }
    if (size > capacity || profit <= best_profit) continue;
    best = chosen;
    best_profit = profit;
  }
  return best;
}

TEST(Knapsack, AgreesWithTryingEverySubset) {
  RandomStream random(3);
  for (int i = 0; i < 5000; ++i) {
    std::vector<KnapsackItem> items;
    const std::int64_t count = random.uniform_integer(0, 8);
    const std::int64_t profits = random.uniform_integer(1, 12);  // few: many ties
    for (std::int64_t item = 0; item < count; ++item)
      items.push_back(
          {static_cast<int>(random.uniform_integer(0, 6)), static_cast<double>(random.uniform_integer(-2, profits))});
    const auto capacity = static_cast<int>(random.uniform_integer(0, 20));
    ASSERT_EQ(knapsack(items, capacity), by_trial(items, capacity)) << "case " << i;
  }
}

}  // namespace

}  // namespace palio
