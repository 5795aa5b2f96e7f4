#include "campaign/until/campaign_looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/claims/claim_file.h"
#include "campaign/costs/cost_model.h"
#include "campaign/plan/stored_study.h"
#include "campaign/study/scenario_filter.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/text/count_text.h"
#include "workloads/families/parts/uncertain.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr auto k_columns_of_draws =
    std::to_array<std::string_view>({"platform_sample", "workload_sample", "platform_seed", "workload_seed"});
constexpr std::string_view k_metric_of_realizations = "mean_makespan";  // whose deviation is a metric, too

// A column is known before a run if a condition may name it.
void check_column(const Study& study, const Target& target, const std::string& column) {
  if (column == "platform" || column == "workload" ||
      std::ranges::find(k_columns_of_draws, column) != k_columns_of_draws.end())
    throw UserError("until \"{}\", by {}: each draw would have its own value, which more draws do not make narrower",
                    target.text, column);
  const std::string condition = fmt::format("{} IS NULL OR 1", column);
  try {
    ScenarioFilter(study, condition);
  } catch (const UserError& error) {
    std::string reason = error.what();
    const std::string prefix = fmt::format("--where {}: ", condition);
    if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
    throw UserError("until \"{}\", by {}: {}", target.text, column, reason);
  }
}

// With as many digits as a half-width needs.
std::string number_text(double value) {
  return value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

std::string at_text(const Estimate& estimate) { return estimate.name.empty() ? "" : " at " + estimate.name; }

std::string decided_text(const TargetState& state) {
  const auto holding = std::ranges::count(state.estimates, true, &Estimate::holds);
  std::string text = fmt::format("{} of {} claims are", holding, state.estimates.size());
  const Estimate* worst = state.worst();
  if (worst == nullptr || worst->holds) return text;
  if (std::isnan(worst->margin)) return fmt::format("{}; {} has no interval yet", text, worst->name);
  if (worst->most == 0) return fmt::format("{}; {} lies on a bound of what it accepts", text, worst->name);
  if (std::isinf(worst->most)) return fmt::format("{}; {} is of too few draws", text, worst->name);
  return fmt::format("{}; {} has an interval of ± {} and needs one of {}", text, worst->name,
                     number_text(worst->margin), number_text(worst->most));
}

RealizationDraws realization_draws(const Study& study, const Looks& looks) {
  RealizationDraws draws{.count = looks.draws.back().workloads};
  for (const Spec& workload : study.workloads)
    draws.streams.emplace(canonical_text(workload.recipe),
                          uncertainty_of(workload.recipe, workload_family(workload.recipe.name).parameters).seed);
  return draws;
}

}  // namespace

void begin_looks(Looks& looks, const StudyDraws& draws) {
  const DrawCounts last = looks.draws.empty() ? draws.least : looks.draws.back();
  const DrawCounts first{.platforms = std::max(last.platforms, draws.least.platforms),
                         .workloads = std::max(last.workloads, draws.least.workloads)};
  if (looks.draws.empty() || !(first == last)) looks.draws.push_back(first);
}

DrawCounts most_draws(const Study& study, const Looks& looks, const StudyDraws& draws) {
  const DrawCounts now = looks.draws.back();
  const auto most = [](const std::string& fixed, std::int64_t drawn, std::size_t points) {
    return fixed.empty() ? std::max(drawn, k_most_points * drawn / static_cast<std::int64_t>(points)) : drawn;
  };
  return {.platforms = most(draws.fixed_platforms, now.platforms, study.platforms.size()),
          .workloads = draws.are_realizations ? std::max(now.workloads, k_most_draws)
                                              : most(draws.fixed_workloads, now.workloads, study.workloads.size())};
}

void refuse_chosen_draws(const Study& study, const Selection& selection) {
  if (selection.where.empty() && study.conditions.empty()) return;
  const ScenarioFilter filter(study, selection.where);
  for (const std::string_view column : k_columns_of_draws)
    if (filter.names(column))
      throw UserError("{}: {} chooses among the draws that --until adds; leave one of the two out",
                      selection.where.empty() ? "where of the study" : "--where " + selection.where, column);
}

std::vector<Target> checked_targets(const Study& study, const Looks& looks, const StudyDraws& draws) {
  const std::string fixed = fmt::format("platforms: {}\nworkloads: {}", draws.fixed_platforms, draws.fixed_workloads);
  if (!draws.fixed_platforms.empty() && !draws.fixed_workloads.empty() && !draws.are_realizations)
    throw UserError("{}: nothing can be drawn anew, so that no target of until can be met:\n{}", study.path, fixed);
  std::vector<Target> targets;
  for (const std::string& text : looks.until) {
    const Target& target = targets.emplace_back(parse_target(text));
    if (draws.are_realizations &&
        (target.decided || target.statistic != Statistic::mean || target.metric != k_metric_of_realizations))
      throw UserError("until \"{}\": only realizations can be drawn anew, which make mean({}) precise:\n{}",
                      target.text, k_metric_of_realizations, fixed);
    if (target.decided && !find_shipped_claims(study.name))
      throw UserError(
          "until \"{}\": no claims about the study {} come with Palio; ask for a precision instead, as in "
          "\"relative half-width of mean(makespan) by strategy <= 1 %\"",
          target.text, study.name);
    for (const std::string& column : target.by) check_column(study, target, column);
  }
  return targets;
}

void refuse_small_budget(const Study& study, const Selection& selection, const Looks& looks,
                         const std::string& database) {
  if (looks.at_most == 0) return;
  const std::uint64_t instances = count_state(study, selection, DoneSet(study, {})).instances;
  if (instances <= static_cast<std::uint64_t>(looks.at_most)) return;
  if (const auto campaign = campaign_before_run(database)) {  // a smaller budget only means that nothing is added
    const CampaignState state =
        count_state(study, selection, read_done(study, stored_ids(study, *campaign), *campaign));
    if (state.stored == state.wanted) return;
  }
  throw UserError(
      "--at-most {}: {} instances are wanted before any draw is added; allow as many, or take a part "
      "with --where",
      looks.at_most, count_text(instances));
}

std::optional<LookedAt> look_at(const Study& study, const Selection& selection, const std::string& database,
                                std::span<const Target> targets, const Looks& looks, const StudyDraws& draws) {
  const CampaignReader campaign(database);
  const DimensionIds ids = stored_ids(study, campaign);
  const DoneSet done = read_done(study, ids, campaign);
  const CampaignState state = count_state(study, selection, done);
  if (state.stored < state.wanted) return std::nullopt;
  LookedAt at{.draws = looks.draws.back(),
              .are_realizations = draws.are_realizations,
              .instances = static_cast<std::int64_t>(state.instances)};
  const CostModel costs(study, read_stored_costs(study, ids, campaign));
  at.cost = remaining_cost(study, selection, DoneSet(study, {}), costs);
  const RealizationDraws realizations = draws.are_realizations ? realization_draws(study, looks) : RealizationDraws();
  for (const Target& target : targets)
    at.states.push_back(target.decided ? estimate_claims(database, target, shipped_claims_about(study.name), study.name)
                        : draws.are_realizations
                            ? estimate_realized_values(campaign, target, selection.where, realizations)
                            : estimate_values(campaign, target, selection.where));
  return at;
}

OpenClaims open_claims(const std::string& database, const ClaimFile& claims, std::string_view name) {
  const CampaignReader campaign(database);
  const std::string text = campaign.info().study_text;
  const Study study = stored_study(campaign);
  const StudyDraws draws = draws_of(text);
  Looks looks = looks_of(text);
  looks.at_most = 0;
  begin_looks(looks, draws);
  OpenClaims open{.at = {.draws = looks.draws.back()}, .claims = {}};
  const std::optional<CampaignRequest> request = campaign.request();
  const Selection selection{.where = request ? request->condition : ""};
  open.at.instances = static_cast<std::int64_t>(count_state(study, selection, DoneSet(study, {})).instances);
  open.at.states = {estimate_claims(database, parse_target("decided"), claims, name)};
  open.claims = plan_look(looks, most_draws(study, looks, draws), open.at.states, open.at.instances).claims;
  return open;
}

std::string draws_text(const DrawCounts& counts, const LookedAt& at) {
  if (at.are_realizations)
    return fmt::format("{} realizations of {} instances", count_text(counts.workloads), count_text(at.instances));
  return fmt::format("{} x {} draws, {} instances", counts.platforms, counts.workloads,
                     count_text(instances_with(counts, at.draws, at.instances)));
}

std::string state_text(const TargetState& state) {
  if (state.target.decided) return decided_text(state);
  const Estimate *widest = state.widest(), *worst = state.worst();
  if (worst == nullptr) return fmt::format("no scenario that was completed has the metric {}", state.target.metric);
  const auto reached = [&](const Estimate& one) {
    const double width = state.width(one);
    const std::string far = !std::isfinite(width)   ? std::string("not known")
                            : state.target.relative ? number_text(100 * width) + " %"
                                                    : number_text(width);
    return far + at_text(one) + (one.margin <= one.most && !one.holds ? " but from too few draws" : "");
  };
  if (std::isnan(worst->value))
    return fmt::format("no geometric mean{}: a {} is 0 or below", at_text(*worst), state.target.metric);
  if (state.estimates.size() == 1) return fmt::format("{}: {}", reached(*worst), worst->holds ? "holds" : "not yet");
  const auto holding = std::ranges::count(state.estimates, true, &Estimate::holds);
  return fmt::format("{}, {} of {} hold{}", reached(*widest), holding, state.estimates.size(),
                     widest == worst || worst->holds ? "" : "; farthest from the target: " + reached(*worst));
}

std::string ruler_text(const TargetState& state) {
  const auto most = std::ranges::max_element(
      state.estimates, {}, [](const Estimate& estimate) { return estimate.ruler ? estimate.ruler->share : 0; });
  if (most == state.estimates.end() || !most->ruler) return {};
  const Ruler& ruler = *most->ruler;
  const std::string& metric = state.target.metric;
  return fmt::format(
      "one of {} {} makes up {:.3g} % of the sum{}: the mean says nothing about the others, and needs very many to "
      "become precise; ask for {}({}) instead of mean({})",
      count_text(ruler.count), ruler.kind, 100 * ruler.share, at_text(*most), ruler.statistic, metric, metric);
}

}  // namespace palio
