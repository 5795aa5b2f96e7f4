#include "campaign/until/run_until.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "campaign/files/input_files.h"
#include "campaign/plan/stored_study.h"
#include "campaign/run/limits.h"
#include "campaign/run/selection_of.h"
#include "campaign/run/study_run.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "campaign/session/wrapped_table.h"
#include "campaign/until/campaign_looks.h"
#include "core/error.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

Looks stored_looks(const std::string& database) {
  const auto campaign = campaign_before_run(database);
  return campaign ? looks_of(campaign->info().study_text) : Looks();
}

// The condition of the last run.
std::string stored_condition(const std::string& database) {
  const auto campaign = campaign_before_run(database);
  const auto request = campaign ? campaign->request() : std::nullopt;
  return request ? request->condition : "";
}

bool same_target(const std::string& one, const std::string& other) {
  return parse_target(one).same(parse_target(other));
}

// Without duplicates.
std::vector<std::string> typed_targets(const TypedRun& run) {
  std::vector<std::string> targets;
  for (const std::string& typed : run.until)
    if (std::ranges::none_of(targets, [&](const std::string& other) { return same_target(typed, other); }))
      targets.push_back(typed);
  return targets;
}

// The targets of a run, and the looks of its campaign so far.
Looks looks_for(const std::string& text, const TypedRun& run) {
  const Looks stored = stored_looks(run.database);
  Looks looks = looks_of(text);
  const bool drops = run.until == std::vector<std::string>{k_no_targets};
  if (!run.until.empty()) looks.until = drops ? std::vector<std::string>() : typed_targets(run);
  if (looks.until.empty() && !drops) looks.until = stored.until;
  if (looks.at_most == 0) looks.at_most = stored.at_most;
  if (!run.at_most.empty()) looks.at_most = static_cast<std::int64_t>(typed_number("--at-most", run.at_most));
  if (!(run.at_most + run.at_most_minutes).empty() && looks.until.empty())
    throw UserError("{} limits what --until asks for: also give --until",
                    run.at_most.empty() ? "--at-most-minutes" : "--at-most");
  if (looks.until.empty()) looks.at_most = 0;
  looks.draws = stored.draws;
  const bool is_other =
      !std::ranges::equal(looks.until, stored.until, same_target) || run.where != stored_condition(run.database);
  if (is_other && !looks.draws.empty()) looks.draws = {looks.draws.back()};  // another question
  return looks;
}

// How long the next look is projected to take, s; 0: there is none.
double time_of_next(const LookPlan& plan, const LookedAt& at, int jobs) {
  if (!plan.next) return 0;
  const double times = static_cast<double>(plan.next->product()) / static_cast<double>(at.draws.product());
  return at.cost * (at.are_realizations ? times : times - 1) / jobs;  // of more realizations, all run again
}

void tell_next(const LookPlan& plan, const LookedAt& at, double seconds) {
  const auto draws = [&](const DrawCounts& counts) { return draws_text(counts, at); };
  if (plan.next) {
    tell_prose(fmt::format("  next: {}, in about {}", draws(*plan.next), duration_text(seconds)));
    return;
  }
  tell_prose(fmt::format("  it ends here: {}", plan.why));
  for (const auto& [name, need, in_reach] : plan.claims)
    tell_prose(fmt::format("  {}: {}", name,
                           need ? "expected to take " + draws(*need) : "no number of draws is expected to decide it"));
  if (plan.need && plan.claims.size() != 1) tell_prose(fmt::format("  expected to be enough: {}", draws(*plan.need)));
}

void tell(const LookedAt& at, std::size_t look) {
  tell_prose(fmt::format("look {} of at most {}: {}", look, k_most_looks,
                         at.are_realizations
                             ? draws_text(at.draws, at)
                             : fmt::format("{} x {} draws of platforms x workloads, {} instances", at.draws.platforms,
                                           at.draws.workloads, count_text(at.instances))));
  for (const TargetState& state : at.states) {
    tell_prose(fmt::format("  {}\n    {}", state.target.text, state_text(state)));
    if (const std::string ruled = ruler_text(state); !ruled.empty()) tell_prose("    " + ruled);
  }
}

// Drops the next look if it is projected to end too late.
void keep_to_minutes(const TypedRun& run, Clock::time_point begin, double seconds, LookPlan& plan) {
  if (run.at_most_minutes.empty() || !plan.next) return;
  const double minutes = typed_number("--at-most-minutes", run.at_most_minutes);
  const double end = std::chrono::duration<double>(Clock::now() - begin).count() + seconds;
  if (end <= 60 * minutes) return;
  plan.next.reset();
  plan.why = fmt::format("the next look is projected to end {} after the start, --at-most-minutes is {}",
                         duration_text(end), minutes);
}

// What follows a look whose targets do not hold yet, which it tells.
LookPlan plan_of_next(const Study& study, const RunGoal& goal, const LookedAt& at, const TypedRun& run,
                      Clock::time_point begin) {
  // More realizations are no more instances.
  LookPlan plan = plan_look(goal.looks, most_draws(study, goal.looks, goal.draws), at.states,
                            goal.draws.are_realizations ? 0 : at.instances);
  const double seconds = time_of_next(plan, at, std::min(run.jobs > 0 ? run.jobs : cores(), cores()));
  keep_to_minutes(run, begin, seconds, plan);
  tell_next(plan, at, seconds);
  return plan;
}

RunEnd run_without_looks(const Study& study, const TypedRun& run, Interruption& interruption) {
  const Selection selection = drawn(study, selection_of(run, study));
  refuse_empty_selection(study, selection);
  tell_empty_shard(study, selection);
  if (run.dry_run) {
    dry_run(study, selection, interruption);
    return {.summary = {.interrupted = interruption.requested()}};
  }
  tell_quicker_engine(study, run, selection, interruption);
  RunEnd end{.summary = run_study(study, run, selection, interruption)};
  tell_summary(end.summary, study, run);
  end.has_answer = !end.summary.interrupted && end.summary.stopped.empty() && end.summary.gave_up.empty();
  return end;
}

}  // namespace

RunGoal goal_of(const std::string& text, const TypedRun& run) {
  RunGoal goal{.looks = looks_for(text, run)};
  const bool is_part = !run.sample.empty() || !run.shard.empty();
  goal.adds_draws = !goal.looks.until.empty() && !is_part;
  if (!run.until.empty() && !goal.looks.until.empty() && !goal.adds_draws)
    throw UserError("--until adds draws to the whole study: leave --sample and --shard out, or write fewer samples");
  if (goal.adds_draws) {
    goal.draws = draws_of(text);
    begin_looks(goal.looks, goal.draws);
  }
  goal.text = with_looks(text, goal.looks);
  return goal;
}

RunEnd run_until(Study study, RunGoal goal, const TypedRun& run, Interruption& interruption) {
  if (!goal.adds_draws) return run_without_looks(study, run, interruption);
  const std::vector<Target> targets = checked_targets(study, goal.looks, goal.draws);
  refuse_chosen_draws(study, selection_of(run, study));
  if (run.dry_run) return run_without_looks(study, run, interruption);
  const StrategySet known = study.known;
  const Clock::time_point begin = Clock::now();
  for (RunEnd end;;) {
    const Selection selection = drawn(study, selection_of(run, study));
    refuse_empty_selection(study, selection);
    refuse_small_budget(study, selection, goal.looks, run.database);
    const std::uint64_t failed_before = end.summary.failed;
    end.summary = run_study(study, run, selection, interruption);
    tell_summary(end.summary, study, run);
    end.summary.failed += failed_before;
    const std::optional<LookedAt> at = look_at(study, selection, run.database, targets, goal.looks, goal.draws);
    if (!at || interruption.requested()) return end;
    tell(*at, goal.looks.draws.size());
    if (std::ranges::all_of(at->states, &TargetState::holds)) return end;
    const LookPlan plan = plan_of_next(study, goal, *at, run, begin);
    if (!plan.next) return end;
    goal.looks.draws.push_back(*plan.next);
    study = Study();  // before the next one is read: both may be large
    study = stored_study(CampaignReader(run.database), with_looks(goal.text, goal.looks), known);
  }
}

Study study_with_draws(const std::string& path, const FolderCode& code, const std::string& database) {
  return study_in_place(path, with_looks(read_input(path), stored_looks(database)), code);
}

}  // namespace palio
