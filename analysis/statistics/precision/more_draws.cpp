#include "analysis/statistics/precision/more_draws.h"

#include <algorithm>

namespace palio {
namespace {

// The least number from `first` to `last` that holds, where `last` does.
template <class Holds>
std::int64_t first_that_holds(std::int64_t first, std::int64_t last, Holds holds) {
  while (first < last) {
    const std::int64_t middle = first + (last - first) / 2;
    if (holds(middle))
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

// Had it `growth` times the draws, and the other side so many that `together` times the pairs are there.
DrawVariance grown(const DrawnSide& side, double shared, double growth, double together) {
  if (side.variance.freedom == 0) return side.variance;
  const auto draws = static_cast<double>(side.draws);
  const double kinds = draws - side.variance.freedom;
  return {(side.variance.value - shared) / growth + shared / together, growth * draws - kinds};
}

}  // namespace

DrawVariances predicted_variances(const DrawParts& parts, const DrawCounts& now, const DrawCounts& planned) {
  const double most = std::min(parts.platforms.variance.value, parts.workloads.variance.value);
  const double shared = std::clamp(parts.product, 0.0, std::max(most, 0.0));
  const double platforms = static_cast<double>(planned.platforms) / static_cast<double>(now.platforms);
  const double workloads = static_cast<double>(planned.workloads) / static_cast<double>(now.workloads);
  const double together = platforms * workloads;
  return {.platforms = grown(parts.platforms, shared, platforms, together),
          .workloads = grown(parts.workloads, shared, workloads, together)};
}

std::optional<DrawCounts> least_draws(const DrawCounts& now, const DrawCounts& most,
                                      const std::function<bool(const DrawCounts&)>& enough) {
  if (!enough(most)) return std::nullopt;
  const auto holds = [&](std::int64_t platforms, std::int64_t workloads) {
    return enough({.platforms = platforms, .workloads = workloads});
  };
  const std::int64_t fewest_workloads =
      first_that_holds(now.workloads, most.workloads, [&](std::int64_t w) { return holds(most.platforms, w); });
  std::int64_t platforms =
      first_that_holds(now.platforms, most.platforms, [&](std::int64_t p) { return holds(p, most.workloads); });
  DrawCounts best = most;
  while (platforms <= most.platforms && platforms * fewest_workloads <= best.product()) {
    const DrawCounts found{.platforms = platforms,
                           .workloads = first_that_holds(fewest_workloads, most.workloads,
                                                         [&](std::int64_t w) { return holds(platforms, w); })};
    if (found.product() < best.product() || (found.product() == best.product() && platforms < best.platforms))
      best = found;
    platforms += 1 + platforms / 256;
  }
  return best;
}

}  // namespace palio
