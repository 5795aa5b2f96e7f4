#include "analysis/statistics/distributions.h"

#include <gtest/gtest.h>

#include "analysis/statistics/rank_statistics.h"

namespace palio::test {
namespace {

// Expected values are SciPy 1.10's: norm.ppf, norm.sf, chi2.sf, studentized_range.ppf(level, k, inf). Its t.ppf has ten
// digits only; for 4 degrees of freedom t is 2 sqrt(cos(acos(sqrt(a)) / 3) / sqrt(a) - 1) with a = 4 p (1 - p).

TEST(Distributions, StudentsQuantileFallsTowardsTheNormalOne) {
  EXPECT_NEAR(student_quantile(0.95, 1), 12.70620474, 1e-8);
  EXPECT_NEAR(student_quantile(0.95, 4), 2.7764451051977934, 1e-13);
  EXPECT_NEAR(student_quantile(0.99, 4), 4.604094871349992, 1e-13);
  EXPECT_NEAR(student_quantile(0.95, 29), 2.04522964, 1e-8);
  EXPECT_NEAR(normal_quantile(0.95), 1.959963984540054, 1e-14);
}

TEST(Distributions, TailsKeepTheirDigitsFarOut) {
  EXPECT_NEAR(normal_two_sided(1.5), 0.13361440253771614, 1e-15);
  EXPECT_NEAR(normal_two_sided(-8) / 1.244192114854348e-15, 1, 1e-12);
  EXPECT_NEAR(chi_squared_tail(7.2, 3), 0.06578905268507099, 1e-15);
  EXPECT_NEAR(chi_squared_tail(300, 6) / 8.180326919004622e-62, 1, 1e-12);
}

TEST(Distributions, RangeOfNormalVariables) {
  // Two: |Z1 - Z2| is sqrt(2) |Z|, so that the quantile is sqrt(2) 1.959964.
  EXPECT_NEAR(normal_range_quantile(0.95, 2), 2.771807648699355, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.95, 3), 3.314493155398122, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.95, 7), 4.169554155006547, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.95, 20), 5.0116887941184425, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.99, 5), 4.602821042201571, 1e-9);
}

TEST(Distributions, CriticalDifference) {
  // Demsar's example, 4 classifiers on 14 data sets: 2.569 sqrt(4 x 5 / (6 x 14)) = 1.25.
  EXPECT_NEAR(critical_difference(4, 14), 1.2535591471176057, 1e-9);
  EXPECT_NEAR(critical_difference(7, 1000), 0.2848347742823624, 1e-9);
}

}  // namespace
}  // namespace palio::test
