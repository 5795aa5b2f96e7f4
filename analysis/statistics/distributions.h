#pragma once

namespace palio {

/// t such that |T| <= t with the probability `level` in (0, 1), for Student's distribution.
double student_quantile(double level, double degrees_of_freedom);
/// z such that |Z| <= z with the probability `level`, for the standard normal distribution.
double normal_quantile(double level);
/// P(|Z| >= |z|).
double normal_two_sided(double z);
/// P(|T| >= t) for Student's distribution.
double student_two_sided(double t, double degrees_of_freedom);
/// P(X >= x) for the chi-squared distribution.
double chi_squared_tail(double x, double degrees_of_freedom);
/// q such that the range of `count` >= 2 standard normal variables is at most q with the probability `level`: the
/// studentized range with infinitely many degrees of freedom.
double normal_range_quantile(double level, int count);

}  // namespace palio
