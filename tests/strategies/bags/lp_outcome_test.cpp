#include "strategies/bags/lp_outcome.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/support/error_of.h"

namespace palio {
namespace {

// x >= 1 at a cost, of which there is at most `most`.
LinearProgram at_least_one(double cost, double most, const LpLimits& limits = {}) {
  LinearProgram program(limits);
  const int x = program.add_variable(0, most, cost);
  const int y = program.add_variable(0, most, cost);
  program.add_row(1, k_lp_infinity, std::array<LpTerm, 2>{{{x, 1}, {y, 1}}});
  return program;
}

TEST(LpOutcome, CountsWhatIsSolvedOrProvedInfeasible) {
  BagPolicy::LpUse use;
  LinearProgram solved = at_least_one(1, 1);
  EXPECT_TRUE(has_solution(solved.solve(), solved, use));
  LinearProgram infeasible = at_least_one(1, 0.25);
  EXPECT_FALSE(has_solution(infeasible.solve(), infeasible, use));
  EXPECT_EQ(use.count, 2);
}

std::string failure_of(LinearProgram program) {
  BagPolicy::LpUse use;
  return test::error_of<NoSchedule>([&] { has_solution(program.solve(), program, use); });
}

TEST(LpOutcome, AnotherEndIsAFailureThatNamesTheStatus) {
  EXPECT_EQ(failure_of(at_least_one(-1, k_lp_infinity)),
            "a linear program of 1 rows and 2 variables ended with status \"unbounded\"");
  EXPECT_EQ(failure_of(at_least_one(1, 1, {.iterations = 0})),
            "a linear program of 1 rows and 2 variables ended with status \"limit\"");
}

}  // namespace
}  // namespace palio
