#include "campaign/run/typed_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "campaign/run/runner_maker.h"
#include "core/error.h"
#include "core/identity/engine_choice.h"

namespace palio {
namespace {

void refuse_blank(const std::string& typed) {
  if (typed.find_first_not_of(' ') == std::string::npos)
    throw UserError("--where takes an SQL expression over columns such as strategy, not \"{}\"", typed);
}

void refuse_no_share(const std::string& typed) { audit_share(typed); }

std::vector<TypedOption> all_options() {
  using enum TypedOption::Scope;
  using enum TypedOption::Takes;
  return {
      {"--sample N", &TypedRun::sample, part, "Only N instances: a stratified sample, fixed by the study's seed",
       count},
      {"--where EXPR",
       &TypedRun::where,
       part,
       "Only scenarios for which this SQL expression is true, as in \"tasks = 50 AND strategy = 'HCPA'\"",
       text,
       {},
       refuse_blank},
      {"--shard i/n", &TypedRun::shard, shard, "Only part i of n of the instances, for several machines"},
      {"--costs F", &TypedRun::costs, shard,
       "Campaign of the study whose costs balance the parts of --shard; all parts need the same one"},
      {"--timeout S", &TypedRun::timeout, study,
       "CPU seconds a scenario may take, 0 for no limit (default: the study's, or 100 times the median of its kind)",
       seconds},
      {"--memory M", &TypedRun::memory, study,
       "Memory a scenario may take (512M, 4G), 0 for no limit (default: its share of 80 % of the machine)"},
      {"--max-failures N|P%", &TypedRun::max_failures, study,
       "Give up at N failed scenarios of this session, or at P % of at least 100 results"},
      {"--patience S", &TypedRun::patience, study,
       "Seconds to wait for processes, memory, open files or space that the machine lacks, before the run stops "
       "(default: 30)",
       seconds},
      {"--engine E", &TypedRun::engine, study, engine_help("the study's or the campaign's")},
      {"--audit P%",
       &TypedRun::audit,
       study,
       "Share of the scenarios that simgrid also simulates when another engine runs (default: 1%)",
       text,
       {},
       refuse_no_share},
      {"--isolation scenario|group",
       &TypedRun::isolation,
       study,
       "What runs in its own process: each scenario, or a group of Palio's own strategies if the engine can (default: "
       "group)",
       text,
       {"scenario", "group"}},
      {"--keep realizations",
       &TypedRun::keep,
       study,
       "Also store the makespan of each realization of uncertain workloads (default: what the campaign keeps)",
       text,
       {"realizations"}},
      {"--at-most N", &TypedRun::at_most, until, "Most instances that --until may reach; it stops before", count},
      {"--at-most-minutes M", &TypedRun::at_most_minutes, until,
       "Start a look of --until only if it is projected to end within M minutes of the start", minutes},
  };
}

void take(std::string& typed, const std::string& before) {
  if (typed.empty()) typed = before;
}

}  // namespace

std::span<const TypedOption> typed_options() {
  static const std::vector<TypedOption> k_options = all_options();
  return k_options;
}

std::string engine_help(std::string_view unless_given) {
  std::vector<std::string_view> names;
  for (const EngineChoice& choice : engine_table()) names.push_back(choice.name);
  return fmt::format("Engine that simulates the schedules: {} (default: {})", fmt::join(names, " or "), unless_given);
}

std::vector<std::string> words_of(const TypedRun& run, std::span<const TypedOption::Scope> scopes) {
  std::vector<std::string> words;
  for (const TypedOption& option : typed_options())
    if (const std::string& typed = run.*option.typed;
        !typed.empty() && std::ranges::find(scopes, option.scope) != scopes.end())
      words.push_back(fmt::format("{}={}", option.called(), typed));
  return words;
}

void take_words(std::span<const std::string> words, TypedRun& run) {
  for (const std::string& word : words) {
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    const auto option = std::ranges::find(typed_options(), name, &TypedOption::called);
    if (option == typed_options().end() || name.size() == word.size())
      throw UserError("\"{}\" is not an option of a run that this palio knows", word);
    take(run.*option->typed, word.substr(name.size() + 1));
  }
}

void repeat(const CampaignRequest& request, TypedRun& run) {
  if (request.sample > 0) take(run.sample, fmt::format("{}", request.sample));
  if (request.shards > 1) take(run.shard, fmt::format("{}/{}", request.shard, request.shards));
  take(run.where, request.condition);
  std::vector<std::string> words = request.options;
  if (run.retry)
    std::erase_if(
        words, [](const std::string& word) { return word.starts_with("--timeout=") || word.starts_with("--memory="); });
  take_words(words, run);
}

}  // namespace palio
