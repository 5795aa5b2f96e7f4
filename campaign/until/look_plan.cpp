#include "campaign/until/look_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/count_text.h"

namespace palio {
namespace {

// Whether all that does not hold yet is expected to.
bool enough(std::span<const TargetState> states, const DrawCounts& now, const DrawCounts& planned) {
  for (const TargetState& state : states)
    for (const Estimate& estimate : state.estimates)
      if (!estimate.holds && !is_narrow(predicted_variances(estimate.parts, now, planned), estimate.most)) return false;
  return true;
}

// A quarter more at least: looks are few.
bool is_worth_a_look(const DrawCounts& now, const DrawCounts& planned) {
  return 4 * planned.product() >= 5 * now.product();
}

bool may_have(const DrawCounts& planned, const DrawCounts& now, std::int64_t instances, std::int64_t at_most) {
  if (planned.product() > k_most_growth * now.product()) return false;
  return at_most == 0 || instances_with(planned, now, instances) <= at_most;
}

// The most draws on the way from `now` to `need`, each side by its share, that a look may have.
DrawCounts on_the_way(const DrawCounts& now, const DrawCounts& need, std::int64_t instances, std::int64_t at_most) {
  constexpr int steps = 1000;
  const auto at = [&](int step) {
    const double share = static_cast<double>(step) / steps;
    const auto grown = [&](std::int64_t from, std::int64_t to) {
      const double times = std::pow(static_cast<double>(to) / static_cast<double>(from), share);
      return std::min(to, static_cast<std::int64_t>(std::floor(static_cast<double>(from) * times + 1e-9)));
    };
    return DrawCounts{.platforms = grown(now.platforms, need.platforms),
                      .workloads = grown(now.workloads, need.workloads)};
  };
  int step = steps;
  while (step > 0 && !may_have(at(step), now, instances, at_most)) --step;
  return at(step);
}

}  // namespace

std::int64_t instances_with(const DrawCounts& planned, const DrawCounts& now, std::int64_t instances) {
  return static_cast<std::int64_t>(std::llround(
      static_cast<double>(instances) * static_cast<double>(planned.product()) / static_cast<double>(now.product())));
}

LookPlan plan_look(const Looks& looks, const DrawCounts& most, std::span<const TargetState> states,
                   std::int64_t instances) {
  const DrawCounts now = looks.draws.back();
  LookPlan plan;
  plan.need = least_draws(now, most, [&](const DrawCounts& planned) {
    return is_worth_a_look(now, planned) && enough(states, now, planned);
  });
  if (!plan.need) {
    plan.why = "no number of draws is expected to be enough";
    return plan;
  }
  if (looks.draws.size() >= k_most_looks) {
    plan.why = fmt::format("{} looks are all that the intervals allow", k_most_looks);
    return plan;
  }
  plan.next = on_the_way(now, *plan.need, instances, looks.at_most);
  if (!is_worth_a_look(now, *plan.next)) {
    plan.next.reset();
    plan.why = fmt::format("at most {} instances are asked for", count_text(looks.at_most));
  }
  return plan;
}

}  // namespace palio
