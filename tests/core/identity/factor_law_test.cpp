#include "core/identity/factor_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/error_of.h"

namespace palio {
namespace {

std::vector<double> shares() {
  std::vector<double> shares{1e-15, 1e-9, 1e-4};
  for (int i = 1; i < 1000; ++i) shares.push_back(i / 1000.0);
  for (const double rest : {1e-4, 1e-9, 1e-15}) shares.push_back(1 - rest);
  return shares;
}

// The share of an Erlang distribution of 1/v^2 stages and mean 1 that is below x; `above`: beyond x.
double erlang(int stages, double x, bool above) {
  double term = std::exp(-stages * x);
  double beyond = 0;
  for (int k = 0; k < stages; term *= stages * x / ++k) beyond += term;
  if (above) return beyond;
  double below = term;  // the terms from `stages` on
  for (int k = stages + 1; k < stages + 400; ++k) below += term *= stages * x / k;
  return below;
}

TEST(FactorLaw, GammaOfDeviationOneIsExponential) {
  const FactorLaw law = FactorLaw::with_deviation(LawKind::gamma, 1);
  for (const double u : shares())
    EXPECT_NEAR(law.quantile(u) / std::max(-std::log1p(-u), k_least_factor), 1, 1e-7) << u;
}

TEST(FactorLaw, GammaOfDeviationAHalfIsErlangOfFourStages) {
  const FactorLaw law = FactorLaw::with_deviation(LawKind::gamma, 0.5);
  for (const double u : shares()) {
    const double x = law.quantile(u);
    EXPECT_NEAR(u < 0.5 ? erlang(4, x, false) / u : erlang(4, x, true) / (1 - u), 1, 1e-6) << u;
  }
}

TEST(FactorLaw, TheLogarithmOfLogNormalIsNormal) {
  for (const double v : {1e-3, 0.3, 1.0, 10.0}) {
    const FactorLaw law = FactorLaw::with_deviation(LawKind::log_normal, v);
    const double variance = std::log1p(v * v);
    for (const double u : shares()) {
      const double factor = law.quantile(u);
      if (factor == k_least_factor) continue;
      const double z = (std::log(factor) + variance / 2) / std::sqrt(variance);
      const double share = std::erfc((u < 0.5 ? -z : z) / std::numbers::sqrt2) / 2;
      EXPECT_NEAR(share / (u < 0.5 ? u : 1 - u), 1, 1e-5) << u << " of " << v;
    }
  }
}

TEST(FactorLaw, UniformIsALine) {
  const FactorLaw law = FactorLaw::with_deviation(LawKind::uniform, 0.3);
  for (const double u : shares()) EXPECT_NEAR(law.quantile(u), 1 + 0.3 * std::sqrt(3) * (2 * u - 1), 1e-15) << u;
}

// Beta(2, 5) has the distribution function 1 - (1 - x)^5 (1 + 5 x) and the mean 2/7: with UL = 1.1, d = 1 / (1 +
// 0.2/7).
TEST(FactorLaw, BetaLiesBetweenDAndUpperTimesD) {
  const FactorLaw law = FactorLaw::with_upper(1.1);
  const double d = 1 / (1 + 0.1 * 2 / 7);
  EXPECT_DOUBLE_EQ(law.quantile(0), d);
  EXPECT_NEAR(law.quantile(1), 1.1 * d, 1e-12);
  for (const double u : shares()) {
    const double x = (law.quantile(u) / d - 1) / 0.1;
    EXPECT_NEAR(1 - std::pow(1 - x, 5) * (1 + 5 * x), u, 1e-12) << u;
  }
}

// The means over u of q and q^2, in the middles of a million intervals: the last ones hold less than the tolerance.
TEST(FactorLaw, EveryLawHasMeanOneAndItsDeviation) {
  const auto expect_moments = [](const FactorLaw& law, double v, double tolerance) {
    constexpr int k_parts = 1'000'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < k_parts; ++i) {
      const double factor = law.quantile((i + 0.5) / k_parts);
      sum += factor;
      squares += (factor - 1) * (factor - 1);
    }
    EXPECT_NEAR(sum / k_parts, 1, tolerance);
    EXPECT_NEAR(std::sqrt(squares / k_parts), v, 30 * tolerance);
  };
  for (const LawKind kind : {LawKind::gamma, LawKind::log_normal, LawKind::uniform, LawKind::beta})
    for (const double v : {0.01, 0.3, 0.5}) expect_moments(FactorLaw::with_deviation(kind, v), v, 2e-6);
  // sqrt(5/196) (UL - 1) / (1 + (UL - 1) 2/7) with UL = 2.
  expect_moments(FactorLaw::with_upper(2), std::sqrt(5.0 / 196) / (1 + 2.0 / 7), 2e-6);
}

TEST(FactorLaw, NeverFallsWithTheShare) {
  for (const LawKind kind : {LawKind::gamma, LawKind::log_normal})
    for (const double v : {1e-3, 0.1, 1.0, 3.0, 10.0}) {
      const FactorLaw law = FactorLaw::with_deviation(kind, v);
      double before = 0;
      for (int i = 0; i <= 100'000; ++i) {
        const double factor = law.quantile(i / 100'000.0);
        EXPECT_GE(factor, before) << i << " of " << v;
        EXPECT_GE(factor, k_least_factor);
        before = factor;
      }
    }
}

// The share of a gamma distribution of shape 0.01 and scale 100 below 1e-9 is about (1e-11)^0.01 / Gamma(1.01) = 0.78.
TEST(FactorLaw, IsNeverBelowTheLeastFactor) {
  const FactorLaw law = FactorLaw::with_deviation(LawKind::gamma, 10);
  EXPECT_EQ(law.quantile(0.75), 1e-9);
  EXPECT_GT(law.quantile(0.8), 1e-9);
}

TEST(FactorLaw, WithoutDeviationIsOne) {
  for (const LawKind kind : {LawKind::gamma, LawKind::log_normal, LawKind::uniform, LawKind::beta}) {
    const FactorLaw law = FactorLaw::with_deviation(kind, 0);
    EXPECT_TRUE(law.is_certain());
    EXPECT_EQ(law.quantile(0.123), 1);
  }
  EXPECT_TRUE(FactorLaw::with_upper(1).is_certain());
}

TEST(FactorLaw, RefusesWhatALawCannotHave) {
  EXPECT_EQ(test::error_of([] { FactorLaw::with_deviation(LawKind::uniform, 0.58); }),
            "a deviation of 0.58 is not possible with the law uniform: it is 0, or from 0.001 to 0.5773502691896257");
  EXPECT_EQ(test::error_of([] { FactorLaw::with_deviation(LawKind::gamma, -0.1); }),
            "a deviation of -0.1 is not possible with the law gamma: it is 0, or from 0.001 to 10");
  EXPECT_EQ(test::error_of([] { FactorLaw::with_upper(0.9); }),
            "an upper of 0.9 is not possible with the law beta: it is from 1 to 1e6");
}

}  // namespace
}  // namespace palio
