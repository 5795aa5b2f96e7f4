// No schedule is shorter than the lower bound of its instance, and none longer than its strategy's paper proves: of
// every family and kind, by every strategy. bin/bound_ratios tries more.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/engines/bounded_scenarios.h"

namespace palio::test {

void PrintTo(const BoundedKind& kind, std::ostream* out) { *out << kind.name; }

namespace {

constexpr double k_rounding = 1e-9;

class LowerBounds : public testing::TestWithParam<BoundedKind> {};

TEST_P(LowerBounds, HoldOnRandomInstances) {
  int scenarios = 0;
  for (std::uint64_t seed = 0; scenarios < 2500; ++seed)
    GetParam().visit(seed, [&](const BoundedScenario& scenario) {
      ++scenarios;
      EXPECT_GE(scenario.ratio, 1 - k_rounding) << scenario.strategy << " on " << scenario.instance;
      EXPECT_LE(scenario.ratio, scenario.proven) << scenario.strategy << " on " << scenario.instance;
    });
}

INSTANTIATE_TEST_SUITE_P(All, LowerBounds, testing::ValuesIn(bounded_kinds().begin(), bounded_kinds().end()),
                         [](const auto& tested) {
                           std::string name(tested.param.name);
                           std::erase(name, ' ');
                           return name;
                         });

}  // namespace
}  // namespace palio::test
