#include "strategies/lp/linear_program.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

// Minimise -x - 2y with x + y <= 4, x + 3y <= 6, x, y >= 0. The corners are (0,0), (4,0), (0,2) and (3,1).
LinearProgram two_variables(const LpLimits& limits = {}) {
  LinearProgram program(limits);
  const int x = program.add_variable(0, k_lp_infinity, -1);
  const int y = program.add_variable(0, k_lp_infinity, -2);
  program.add_row(-k_lp_infinity, 4, std::array<LpTerm, 2>{{{x, 1}, {y, 1}}});
  program.add_row(-k_lp_infinity, 6, std::array<LpTerm, 2>{{{x, 1}, {y, 3}}});
  return program;
}

void expect_best_at(LinearProgram& program, std::initializer_list<double> corner) {
  EXPECT_EQ(program.solve(), LpStatus::optimal);
  int variable = 0;
  for (const double value : corner) EXPECT_NEAR(program.value(variable++), value, 1e-9);
}

TEST(LinearProgram, FindsTheBestCorner) {
  // Costs at the corners: 0, -4, -4, -5.
  LinearProgram program = two_variables();
  expect_best_at(program, {3, 1});
  EXPECT_GT(program.iterations(), 0);
  EXPECT_GE(program.cpu_time(), 0);
}

TEST(LinearProgram, ChangesOfAllKindsCountInTheNextSolution) {
  LinearProgram program = two_variables();
  program.solve();
  // x + 3y <= 9: the lines meet in (1.5, 2.5), cost -6.5.
  program.set_row_bounds(1, -k_lp_infinity, 9);
  expect_best_at(program, {1.5, 2.5});
  // y <= 2: (2, 2), cost -6.
  program.set_variable_bounds(1, 0, 2);
  expect_best_at(program, {2, 2});
  // x costs -3: (4, 0), cost -12.
  program.set_cost(0, -3);
  expect_best_at(program, {4, 0});
}

TEST(LinearProgram, GoesOnFromTheBasisFound) {
  LinearProgram program = two_variables();
  program.solve();
  // The same two constraints bind, in (2.75, 1.25): the basis stays, no step is needed.
  program.set_row_bounds(1, -k_lp_infinity, 6.5);
  expect_best_at(program, {2.75, 1.25});
  EXPECT_EQ(program.iterations(), 0);
}

TEST(LinearProgram, NewVariablesAndRowsBeginAnew) {
  LinearProgram program = two_variables();
  program.solve();
  // z saves 4 each with x + z <= 2: x = 0, y = 2, z = 2 saves 12; x = 2 would lose z.
  const int z = program.add_variable(0, k_lp_infinity, -4);
  program.add_row(-k_lp_infinity, 2, std::array<LpTerm, 2>{{{0, 1}, {z, 1}}});
  expect_best_at(program, {0, 2, 2});
}

TEST(LinearProgram, SaysWhyThereIsNoSolution) {
  LinearProgram infeasible = two_variables();
  infeasible.set_row_bounds(0, 7, k_lp_infinity);  // x + y >= 7 and x + 3y <= 6
  EXPECT_EQ(to_word(infeasible.solve()), "infeasible");
  infeasible.set_row_bounds(0, -k_lp_infinity, 4);
  expect_best_at(infeasible, {3, 1});

  LinearProgram unbounded;
  const int x = unbounded.add_variable(0, k_lp_infinity, -1);
  unbounded.add_row(1, k_lp_infinity, std::array<LpTerm, 1>{{{x, 1}}});
  EXPECT_EQ(to_word(unbounded.solve()), "unbounded");
}

// Transport between 20 sources and 20 sinks of 1 each, at random costs.
LinearProgram assignment(const LpLimits& limits = {}) {
  LinearProgram program(limits);
  RandomStream random(7);
  for (int i = 0; i < 400; ++i) program.add_variable(0, k_lp_infinity, random.uniform_real(1, 2));
  for (int i = 0; i < 20; ++i) {
    std::vector<LpTerm> from, to;
    for (int j = 0; j < 20; ++j) {
      from.push_back({20 * i + j, 1});
      to.push_back({20 * j + i, 1});
    }
    program.add_row(1, 1, from);
    program.add_row(1, 1, to);
  }
  return program;
}

TEST(LinearProgram, StopsAtItsLimit) {
  LinearProgram program = assignment({.iterations = 3});
  EXPECT_EQ(to_word(program.solve()), "limit");
}

TEST(LinearProgram, GivesTheSameBitsAgainAndPrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  LinearProgram first = assignment();
  LinearProgram second = assignment();
  ASSERT_EQ(first.solve(), LpStatus::optimal);
  ASSERT_EQ(second.solve(), LpStatus::optimal);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  for (int i = 0; i < first.variables(); ++i) EXPECT_EQ(first.value(i), second.value(i));
}

}  // namespace
}  // namespace palio
