#include "workloads/model/speedup.h"

#include <algorithm>
#include <vector>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

// Of the numbers of processors that most platforms have, once.
double log_of_number(int n) {
  static const std::vector<double> known = [] {
    std::vector<double> logs(4097);
    for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = portable_log(static_cast<double>(i));
    return logs;
  }();
  return static_cast<std::size_t>(n) < known.size() ? known[static_cast<std::size_t>(n)] : portable_log(n);
}

}  // namespace

double time_factor_by_law(const Task& task, int n) {
  const Speedup& speedup = task.speedup;
  if (speedup.law == SpeedupLaw::powercom)
    return 1.0 / n + speedup.overhead * portable_exp(speedup.exponent * log_of_number(n));
  return (1.0 - task.alpha) / std::min(n, speedup.max_processors) + task.alpha + speedup.overhead * (n - 1);
}

namespace {

// Next to where the derivative of the real function is 0; its powers are too slow for a search.
int fastest_of_powercom(const Task& task, int most) {
  const auto [law, max_processors, overhead, exponent] = task.speedup;
  if (overhead * exponent < 1e-300) return most;  // or 0
  const double real = portable_exp(-portable_log(overhead * exponent) / (1 + exponent));
  if (real >= most) return most;
  const int below = std::max(1, static_cast<int>(real));
  return below < most && time_factor(task, below + 1) < time_factor(task, below) ? below + 1 : below;
}

}  // namespace

int fastest_allocation(const Task& task, int most) {
  if (task.speedup.law == SpeedupLaw::amdahl) return most;
  if (task.speedup.law == SpeedupLaw::powercom) return fastest_of_powercom(task, most);
  int falls_before = 1, end = most;  // the time falls up to the first, and not from the second on
  while (falls_before < end) {
    const int n = falls_before + (end - falls_before) / 2;
    if (time_factor(task, n + 1) < time_factor(task, n))
      falls_before = n + 1;
    else
      end = n;
  }
  return end;
}

}  // namespace palio
