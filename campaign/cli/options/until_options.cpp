#include "campaign/cli/options/until_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "campaign/cli/output/wrapped_table.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/session/interruption.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "campaign/study/input_files.h"
#include "campaign/until/campaign_looks.h"
#include "core/error.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* k_no_targets = "none";  // drops the stored targets
constexpr const char* k_decided = "decided";

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
std::vector<std::string> typed_targets(const UntilOptions& options) {
  std::vector<std::string> targets;
  for (const std::string& typed : options.until)
    if (std::ranges::none_of(targets, [&](const std::string& other) { return same_target(typed, other); }))
      targets.push_back(typed);
  return targets;
}

// The targets of a run, and the looks of its campaign so far.
Looks looks_for(const std::string& text, const UntilOptions& options, const RunCommandOptions& run) {
  const Looks stored = stored_looks(run.database);
  Looks looks = looks_of(text);
  const bool drops = options.until == std::vector<std::string>{k_no_targets};
  if (!options.until.empty()) looks.until = drops ? std::vector<std::string>() : typed_targets(options);
  if (looks.until.empty() && !drops) looks.until = stored.until;
  if (looks.at_most == 0) looks.at_most = stored.at_most;
  if (options.at_most > 0) looks.at_most = static_cast<std::int64_t>(options.at_most);
  if ((options.at_most > 0 || options.minutes) && looks.until.empty())
    throw UserError("{} limits what --until asks for: also give --until",
                    options.at_most > 0 ? "--at-most" : "--at-most-minutes");
  if (looks.until.empty()) looks.at_most = 0;
  looks.draws = stored.draws;
  const bool is_other = !std::ranges::equal(looks.until, stored.until, same_target) ||
                        run.selection.where != stored_condition(run.database);
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
void keep_to(const std::optional<double>& minutes, double elapsed, double seconds, LookPlan& plan) {
  if (!minutes || !plan.next || elapsed + seconds <= 60 * *minutes) return;
  plan.next.reset();
  plan.why = fmt::format("the next look is projected to end {} after the start, --at-most-minutes is {}",
                         duration_text(elapsed + seconds), *minutes);
}

}  // namespace

void add_until(const CommandSyntax& command, UntilOptions& options) {
  const OptionSyntax until =
      command
          .add_option(
              "--until TARGET", options.until,
              "Add draws of platforms and workloads until this holds: \"relative half-width of mean(makespan) by "
              "strategy <= 1 %\", also of geometric_mean(makespan), median(makespan) or quantile(makespan, 0.95); or "
              "decided: every claim about the study; may be repeated. none drops stored targets")
          .one_each();
  until.offer({k_decided, k_no_targets});
  until.check([](const std::string& typed) {
    if (typed != k_no_targets) parse_target(typed);
  });
  command.add_option("--at-most N", options.at_most, "Most instances that --until may reach; it stops before")
      .count(1, k_any_count);
  command
      .add_option("--at-most-minutes M", options.minutes,
                  "Start a look of --until only if it is projected to end within M minutes of the start")
      .number(Least::above_zero, "minutes");
}

int carry_out_until(const std::string& text, Study written, const StudyOfText& read, const UntilOptions& until,
                    const RunCommandOptions& options, Interruption& interruption) {
  std::optional<Study> as_written = std::move(written);  // large studies take time: most runs need only this one
  const auto study_of = [&](const std::string& with_draws) {
    return with_draws == text && as_written ? *std::exchange(as_written, std::nullopt) : read(with_draws);
  };
  Looks looks = looks_for(text, until, options);
  const auto select = [&](const Study& study) { return selection_of(options.selection, study, options.database); };
  const bool is_part = options.selection.sample > 0 || !options.selection.shard.empty();
  const bool adds_draws = !looks.until.empty() && !is_part;
  if (!until.until.empty() && !looks.until.empty() && !adds_draws)
    throw UserError("--until adds draws to the whole study: leave --sample and --shard out, or write fewer samples");
  if (!adds_draws) {
    const Study study = study_of(with_looks(text, looks));
    return carry_out(study, options, select(study), interruption);
  }
  const StudyDraws draws = draws_of(text);
  begin_looks(looks, draws);
  std::optional<Study> study = study_of(with_looks(text, looks));
  const std::vector<Target> targets = checked_targets(*study, looks, draws);
  refuse_chosen_draws(*study, select(*study));
  if (options.dry_run) return carry_out(*study, options, select(*study), interruption);
  const auto begin = Clock::now();
  for (int status = k_success;;) {
    const Selection selection = drawn(*study, select(*study));
    refuse_empty_selection(*study, selection);
    refuse_small_budget(*study, selection, looks, options.database);
    status = std::max(status, carry_out_checked(*study, options, selection, interruption));
    const std::optional<LookedAt> at = look_at(*study, selection, options.database, targets, looks, draws);
    if (!at || interruption.requested()) return status;
    tell(*at, looks.draws.size());
    if (std::ranges::all_of(at->states, &TargetState::holds)) return status;
    // More realizations are no more instances.
    LookPlan plan =
        plan_look(looks, most_draws(*study, looks, draws), at->states, draws.are_realizations ? 0 : at->instances);
    const double seconds = time_of_next(plan, *at, std::min(options.jobs > 0 ? options.jobs : cores(), cores()));
    keep_to(until.minutes, std::chrono::duration<double>(Clock::now() - begin).count(), seconds, plan);
    tell_next(plan, *at, seconds);
    if (!plan.next) return status;
    looks.draws.push_back(*plan.next);
    study.reset();  // before reading the next one: both may be large
    study = study_of(with_looks(text, looks));
  }
}

Study study_with_draws(const std::string& path, const FolderCode& code, const std::string& database) {
  return study_in_place(path, with_looks(read_input(path), stored_looks(database)), code);
}

}  // namespace palio
