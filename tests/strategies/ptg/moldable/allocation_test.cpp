#include "strategies/ptg/moldable/allocation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/identity/random_stream.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using enum SpeedupLaw;

int wanted(MoldableRule rule, const Task& task, int processors) {
  return MoldableAllocation(rule, task.speedup.law, processors).wanted(task);
}

// By icpp22, topc24, fair, min_time, min_area.
std::vector<int> all_wanted(const Task& task, int processors) {
  using enum MoldableRule;
  std::vector<int> counts;
  for (const MoldableRule rule : {icpp22, topc24, fair, min_time, min_area})
    counts.push_back(wanted(rule, task, processors));
  return counts;
}

std::vector<int> caps(SpeedupLaw law, int processors) {
  using enum MoldableRule;
  std::vector<int> caps;
  for (const MoldableRule rule : {icpp22, topc24, fair, min_time, min_area})
    caps.push_back(MoldableAllocation(rule, law, processors).cap());
  return caps;
}

// Amdahl's law with alpha 1, as imported workflows have it: 1 s on any number.
TEST(MoldableAllocation, ATaskThatDoesNotSpeedUpTakesOne) {
  EXPECT_EQ(all_wanted({1, 1, ""}, 20), (std::vector{1, 1, 1, 1, 1}));
  EXPECT_EQ(all_wanted({1, 1, "", {}, {.law = general}}, 20), (std::vector{1, 1, 1, 1, 1}));
}

// Also where further processors change less than the last bit.
TEST(MoldableAllocation, MinTimeIsTheFirstOfTheLeastTimeUnderAmdahlsLaw) {
  RandomStream random(2);
  for (int draw = 0; draw < 2000; ++draw) {
    const Task almost{1, 1 - portable_exp(random.uniform_real(-40, 0)), ""};
    const int most = static_cast<int>(random.uniform_integer(1, 600));
    int best = 1;
    for (int n = 2; n <= most; ++n)
      if (time_factor(almost, n) < time_factor(almost, best)) best = n;
    ASSERT_EQ(wanted(MoldableRule::min_time, almost, most), best) << almost.alpha;
  }
}

// Time and area are both least on 7 processors.
TEST(MoldableAllocation, RooflineTakesAllThatHelp) {
  EXPECT_EQ(all_wanted({1, 0, "", {}, {roofline, 7}}, 100), (std::vector{7, 7, 7, 7, 1}));
}

// t = 1/p + 0.01 (p - 1) is least, 0.19, for p = 10; a = 1 + 0.01 p (p - 1). icpp22, mu 0.324: t <= 1.607 x 0.19 =
// 0.305 from p = 4 on (0.28; 0.353 for 3). topc24, alpha 4/3: a = 1.3 for p = 6, 1.42 for 7. fair: the ratios of area
// and time are 1.2 and 1.263 for p = 5, 1.3 and 1.140 for 6.
TEST(MoldableAllocation, OfTheCommunicationLaw) {
  EXPECT_EQ(all_wanted({1, 0, "", {}, {.law = communication, .overhead = 0.01}}, 100), (std::vector{4, 6, 5, 10, 1}));
}

// On 20 processors t = 0.1 + 0.9/p is at least 0.145; a = 0.1 p + 0.9. icpp22, mu 0.271: t <= 2.318 x 0.145 = 0.336
// from p = 4 on (0.325; 0.4 for 3). topc24, alpha 1.883: a = 1.8 for p = 9, 1.9 for 10. fair: ratios 1.5 and 1.724 for
// p = 6, 1.6 and 1.576 for 7.
TEST(MoldableAllocation, OfAmdahlsLaw) { EXPECT_EQ(all_wanted({1, 0.1, ""}, 20), (std::vector{4, 9, 7, 20, 1})); }

// t = 1, 0.56, 0.42, 0.355 and then more; a = 1, 1.12, 1.26, 1.42. icpp22, mu 0.211: t <= 3.472 x 0.355 = 1.23, always.
// topc24, alpha 2: always. fair: ratios 1.12 and 1.577 for p = 2, 1.26 and 1.183 for 3, 1.42 and 1 for 4.
TEST(MoldableAllocation, OfTheGeneralLaw) {
  EXPECT_EQ(all_wanted({1, 0.1, "", {}, {general, 4, 0.01}}, 20), (std::vector{1, 4, 3, 4, 1}));
}

// t = 1/p + 0.1 sqrt(p) = 1.1, 0.641, 0.507, 0.45, 0.424, 0.4116, 0.4074, 0.4078; a = p t. icpp22, mu 0.271: t <= 2.318
// x 0.4074 = 0.945. topc24, alpha 2: a <= 2.2; 2.118 for p = 5, 2.470 for 6. fair: ratios 1.166 and 1.574 for p =
// 2, 1.381 and 1.243 for 3.
TEST(MoldableAllocation, OfThePowerLaw) {
  EXPECT_EQ(all_wanted({1, 0, "", {}, {powercom, Speedup::k_any_number, 0.1, 0.5}}, 20), (std::vector{2, 5, 3, 7, 1}));
}

TEST(MoldableAllocation, OnOneProcessorIsOne) {
  EXPECT_EQ(all_wanted({1, 0.1, "", {}, {general, 4, 0.01}}, 1), (std::vector{1, 1, 1, 1, 1}));
  EXPECT_EQ(caps(general, 1), (std::vector{1, 1, 1, 1, 1}));
}

// ceil(100 mu): mu of icpp22 and topc24 by law, of fair for the ratio 1, where no task is known.
TEST(MoldableAllocation, IsCappedByLaw) {
  EXPECT_EQ(caps(roofline, 100), (std::vector{39, 39, 39, 100, 100}));
  EXPECT_EQ(caps(communication, 100), (std::vector{33, 30, 39, 100, 100}));
  EXPECT_EQ(caps(amdahl, 100), (std::vector{28, 22, 39, 100, 100}));
  EXPECT_EQ(caps(general, 100), (std::vector{22, 22, 39, 100, 100}));
  EXPECT_EQ(caps(powercom, 100), (std::vector{28, 22, 39, 100, 100}));
}

// 0.271 x 1000 is 271, whatever the product of the doubles is.
TEST(MoldableAllocation, ACapThatIsWholeIsNotRoundedUp) { EXPECT_EQ(caps(amdahl, 1000).front(), 271); }

// The task of OfAmdahlsLaw has the ratio 1.6: mu = (4.2 - sqrt(11.24)) / 3.2 = 0.2648, 6 of 20 processors. One with a
// smaller ratio changes nothing.
TEST(MoldableAllocation, FairLowersItsCapWithTheLargestRatioKnown) {
  MoldableAllocation fair(MoldableRule::fair, amdahl, 20);
  EXPECT_EQ(fair.cap(), 8);
  fair.wanted({1, 0.1, ""});
  EXPECT_EQ(fair.cap(), 6);
  fair.wanted({1, 0, ""});
  EXPECT_EQ(fair.cap(), 6);
}

}  // namespace
}  // namespace palio
