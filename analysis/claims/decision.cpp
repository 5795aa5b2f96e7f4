#include "analysis/claims/decision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/statistics/distributions.h"

namespace palio {
namespace {

constexpr double k_no_decision = std::numeric_limits<double>::quiet_NaN();
constexpr double k_infinite = std::numeric_limits<double>::infinity();

// How many times the present draws are tried for a claim whose interval's width says nothing.
constexpr double k_more_for_one_value = 2;

DrawCounts drawn(const CampaignReader& campaign) {
  DrawCounts numbers;
  campaign.query(
      "SELECT platform_draws(platform_id), workload_draws(workload_id) FROM result", [](const auto&) {},
      [&](const std::vector<SqlValue>& row) {
        numbers = {std::get<std::int64_t>(row[0]), std::get<std::int64_t>(row[1])};
      });
  return numbers;
}

double half_width(const Measurement& measurement) {
  return measurement.low && measurement.high ? (*measurement.high - *measurement.low) / 2 : k_no_decision;
}

// The parts of an interval's variance, from its half-width and the half-width over platforms alone.
DrawParts parts_of(double margin, double of_platforms, const DrawCounts& draws, double level) {
  const auto freedom = [](std::int64_t count) { return static_cast<double>(std::max<std::int64_t>(count - 1, 0)); };
  const double p = freedom(draws.platforms), w = freedom(draws.workloads);
  if (margin == 0) return {{{0, p}, draws.platforms}, {{0, w}, draws.workloads}};
  double share = std::isnan(of_platforms) ? 0 : std::min(1.0, std::pow(of_platforms / margin, 2));
  if (p == 0) share = 0;
  if (w == 0) share = 1;
  const double all = 1 / ((p == 0 ? 0 : share * share / p) + (w == 0 ? 0 : (1 - share) * (1 - share) / w));
  const double variance = std::pow(margin / student_quantile(level, all), 2);
  return {.platforms = {.variance = {share * variance, p}, .draws = draws.platforms},
          .workloads = {.variance = {(1 - share) * variance, w}, .draws = draws.workloads}};
}

// The width at which the whole interval is inside or outside the range.
double clear_width(const Measurement& measurement, const AcceptedRange& accepted) {
  const double value = *measurement.measured;
  const auto times = [](double room, double reach) { return reach > 0 ? std::max(room, 0.0) / reach : k_infinite; };
  const double up = *measurement.high - value, down = value - *measurement.low;
  if (!accepted.holds(value))
    return accepted.high && value >= *accepted.high ? times(value - *accepted.high, down)
                                                    : times(accepted.low.value_or(k_infinite) - value, up);
  double width = k_infinite;
  if (accepted.high) width = times(*accepted.high - value, up);
  if (accepted.low) width = std::min(width, times(value - *accepted.low, down));
  return width;
}

// Only one value is accepted: a place, or a count. Its interval must be that value, however wide it is now.
bool is_one_value(const AcceptedRange& accepted) {
  return accepted.low && accepted.high && *accepted.low == *accepted.high;
}

ClaimDecision open_one(const CheckedClaim& strict, const Measurement& all, const Measurement& of_platforms,
                       const DrawCounts& draws, double level) {
  ClaimDecision open{.checked = strict, .margin = all.exact ? 0 : half_width(all)};
  const std::int64_t instances = strict.measurement.instances;
  if (instances > 0)
    open.instances = std::max(1.0, static_cast<double>(strict.claim.needs) / static_cast<double>(instances));
  if (!all.measured || std::isnan(open.margin) || draws.platforms + draws.workloads == 0) return open;
  const bool has_width = open.margin > 0 && !is_one_value(strict.claim.accepted);
  open.most = has_width ? open.margin * deciding_width(all, strict.claim.accepted) : k_infinite;
  if (is_one_value(strict.claim.accepted)) open.instances = std::max(open.instances, k_more_for_one_value);
  open.parts = parts_of(open.margin, half_width(of_platforms), draws, level);
  return open;
}

}  // namespace

double deciding_width(const Measurement& measurement, const AcceptedRange& accepted) {
  const double clear = clear_width(measurement, accepted);
  const double whole = *measurement.high - *measurement.low;
  if (!accepted.low || !accepted.high || whole == 0) return clear;
  return std::max(clear, (*accepted.high - *accepted.low) / whole);  // narrower than the range
}

std::vector<ClaimDecision> decide(const OpenReader& open, const IntervalRule& rule, const ClaimFile& claims,
                                  std::string_view study, const std::optional<CampaignPart>& part) {
  const auto strict_reader = open(rule);
  const std::vector<CheckedClaim> strict = verify(*strict_reader, claims, study, part);
  std::vector<ClaimDecision> decisions;
  for (const CheckedClaim& claim : strict) decisions.push_back({.checked = claim});
  if (std::ranges::all_of(decisions, &ClaimDecision::is_decided)) return decisions;
  const DrawCounts draws = drawn(*strict_reader);
  const auto all = verify(*open({.level = rule.level}), claims, study, part);
  const auto platforms = verify(*open({.level = rule.level, .platforms_alone = true}), claims, study, part);
  for (std::size_t i = 0; i < strict.size(); ++i)
    if (!decisions[i].is_decided())
      decisions[i] = open_one(strict[i], all[i].measurement, platforms[i].measurement, draws, rule.level);
  return decisions;
}

}  // namespace palio
