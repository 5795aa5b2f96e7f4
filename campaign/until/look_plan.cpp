#include "campaign/until/look_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text/count_text.h"

namespace palio {
namespace {

// A value that does not meet its target yet.
struct Open {
  const Estimate* estimate;
  double level;
  bool is_claim;

  // The width of the interval with the planned draws relative to the allowed one; 0 if they are enough.
  double lack(const DrawCounts& now, const DrawCounts& planned) const {
    if (enough(now, planned)) return 0;
    const auto [platforms, workloads] = predicted_variances(estimate->parts, now, planned);
    const double times = draws_margin(platforms, workloads, level) / estimate->most;
    return std::isfinite(times) ? times : std::numeric_limits<double>::max();
  }
  bool enough(const DrawCounts& now, const DrawCounts& planned) const {
    return static_cast<double>(planned.product()) >= estimate->instances * static_cast<double>(now.product()) &&
           is_narrow(predicted_variances(estimate->parts, now, planned), level, estimate->most);
  }
};

std::vector<Open> open_ones(std::span<const TargetState> states) {
  std::vector<Open> open;
  for (const TargetState& state : states)
    for (const Estimate& estimate : state.estimates)
      if (!estimate.holds) open.push_back({&estimate, state.level(), state.target.decided});
  return open;
}

// At least a quarter more: looks are few.
bool is_worth_a_look(const DrawCounts& now, const DrawCounts& planned) {
  return 4 * planned.product() >= 5 * now.product();
}

bool may_have(const DrawCounts& planned, const DrawCounts& now, std::int64_t instances, std::int64_t at_most) {
  if (planned.product() > k_most_growth * now.product()) return false;
  return at_most == 0 || instances_with(planned, now, instances) <= at_most;
}

// The most draws that a look may have between `now` and `need`, with both sides growing by the same share of the way.
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

// The fewest draws that are expected to be enough for all values. A few values need the most draws: the fewest draws
// for those are the fewest for all once no other value needs more.
std::optional<DrawCounts> fewest_draws(const DrawCounts& now, const DrawCounts& most, std::span<const Open> all) {
  std::vector<Open> binding;
  for (;;) {
    const std::optional<DrawCounts> need = least_draws(now, most, [&](const DrawCounts& planned) {
      return is_worth_a_look(now, planned) &&
             std::ranges::all_of(binding, [&](const Open& open) { return open.enough(now, planned); });
    });
    if (!need) return std::nullopt;
    const auto other = std::ranges::max_element(all, {}, [&](const Open& open) { return open.lack(now, *need); });
    if (other == all.end() || other->enough(now, *need)) return need;
    binding.push_back(*other);
  }
}

std::string why_none_is_open(std::span<const OpenClaim> claims, std::int64_t at_most) {
  if (claims.empty()) return "more draws would add nothing new";
  if (std::ranges::none_of(claims, [](const OpenClaim& claim) { return claim.need.has_value(); }))
    return "no number of draws is expected to decide a claim that is left";
  return fmt::format("at most {} instances are allowed, and the claims that are left are expected to need more",
                     count_text(at_most));
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
  std::vector<Open> open = open_ones(states);
  std::erase_if(open, [&](const Open& one) {
    if (!one.is_claim) return false;
    const std::optional<DrawCounts> need = fewest_draws(now, most, std::span(&one, 1));
    const bool in_reach = need && (looks.at_most == 0 || instances_with(*need, now, instances) <= looks.at_most);
    plan.claims.push_back({one.estimate->name, need, in_reach});
    return !in_reach;
  });
  if (open.empty()) {
    plan.why = why_none_is_open(plan.claims, looks.at_most);
    return plan;
  }
  plan.need = fewest_draws(now, most, open);
  if (!plan.need) {
    plan.why = "no number of draws is expected to be enough";
    return plan;
  }
  if (looks.draws.size() >= k_most_looks) {
    plan.why = fmt::format("the intervals allow only {} looks", k_most_looks);
    return plan;
  }
  plan.next = on_the_way(now, *plan.need, instances, looks.at_most);
  if (!is_worth_a_look(now, *plan.next)) {
    plan.next.reset();
    plan.why = fmt::format("at most {} instances are allowed", count_text(looks.at_most));
  }
  return plan;
}

}  // namespace palio
