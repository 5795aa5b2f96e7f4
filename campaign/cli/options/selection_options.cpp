#include "campaign/cli/options/selection_options.h"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <system_error>

#include "campaign/cli/options/options.h"
#include "campaign/costs/cost_model.h"
#include "campaign/plan/stored_campaign.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

Shard parsed_shard(const std::string& typed) {
  Shard shard;
  if (typed.empty()) return shard;
  const char* end = typed.data() + typed.size();
  const auto [slash, first_error] = std::from_chars(typed.data(), end, shard.index);
  const bool separated = first_error == std::errc{} && slash != end && *slash == '/';
  const auto [rest, second_error] = separated ? std::from_chars(slash + 1, end, shard.count)
                                              : std::from_chars_result{end, std::errc::invalid_argument};
  if (second_error != std::errc{} || rest != end || shard.index < 1 || shard.index > shard.count)
    throw UserError(fmt::format("--shard {} is not of the form i/n with 1 <= i <= n, as in --shard 2/4", typed));
  return shard;
}

void weigh(const Study& study, const std::string& text, const std::string& place, Selection& selection) {
  selection.shard.rule = ShardRule::costs;
  selection.weights = std::make_shared<ScenarioWeights>(scenario_weights(study, text, place));
}

// As the campaign began it, so that all that was ever run of a shard belongs to one.
void part_as_before(const Study& study, const CampaignRequest& before, const std::string& database,
                    Selection& selection) {
  selection.shard.rule = before.shard_rule.empty() ? ShardRule::hashes : shard_rule(before.shard_rule);
  if (selection.shard.rule == ShardRule::costs)
    weigh(study, before.shard_costs, "costs of the shards in " + database, selection);
}

}  // namespace

std::string costs_text(const Study& study, const std::string& file) {
  const CampaignReader reader(file);
  const std::vector<CostObservation> costs = read_stored_costs(study, stored_ids(study, reader), reader);
  if (costs.empty())
    throw UserError(fmt::format("--costs {}: it holds no completed scenario of {}; it carries out {}", file, study.name,
                                reader.info().study));
  return weights_text(study, costs);
}

void add_wanted_part(const CommandSyntax& command, SelectionOptions& options) {
  command.add_option("--sample N", options.sample, "Only N instances: a stratified sample, fixed by the study's seed")
      .count(1, k_any_count);
  command
      .add_option("--where EXPR", options.where,
                  "Only scenarios that this SQL expression holds for, as in \"tasks = 50 AND strategy = 'HCPA'\"")
      .check([](const std::string& typed) {
        if (typed.find_first_not_of(' ') == std::string::npos)
          throw UserError(
              fmt::format("--where takes an SQL expression over columns such as strategy, not \"{}\"", typed));
      });
}

void add_shard(const CommandSyntax& command, SelectionOptions& options) {
  command.add_option("--shard i/n", options.shard, "Only part i of n of the instances, for several machines");
  command.add_option("--costs F", options.costs,
                     "Campaign of the study whose costs even the parts of --shard; all parts need the same one");
}

void add_selection(const CommandSyntax& command, SelectionOptions& options) {
  add_wanted_part(command, options);
  add_shard(command, options);
}

Selection selection_of(const SelectionOptions& options, const Study& study, const std::string& database) {
  Selection selection{.sample = options.sample, .shard = parsed_shard(options.shard), .where = options.where};
  const Shard& shard = selection.shard;
  if (!options.costs.empty() && options.shard.empty())
    throw UserError("--costs evens the parts of --shard: give --shard i/n, too");
  if (shard.count == 1) return selection;
  const std::unique_ptr<CampaignReader> campaign = begun_campaign(database);
  const auto before = campaign ? campaign->request_of({.sample = static_cast<std::int64_t>(options.sample),
                                                       .shard = shard.index,
                                                       .shards = shard.count,
                                                       .condition = options.where})
                               : std::nullopt;
  if (before)
    part_as_before(study, *before, database, selection);
  else if (!options.costs.empty())
    weigh(study, costs_text(study, options.costs), options.costs, selection);
  else if (!options.costs_text.empty())
    weigh(study, options.costs_text, "costs of the shards", selection);
  if (!options.costs.empty() && shard.rule != ShardRule::costs)
    talk("palio: {} began shard {} without costs and goes on so\n", database, options.shard);
  return selection;
}

void tell_empty_shard(const Study& study, const Selection& selection) {
  if (selection.shard.count == 1 || InstanceStream(study, selection).next()) return;
  Selection undivided = selection;
  undivided.shard = {};
  undivided.part = nullptr;
  talk("palio: shard {}/{} is empty: {} instances are wanted\n", selection.shard.index, selection.shard.count,
       count_text(count_state(study, undivided, DoneSet(study, {})).instances));
}

}  // namespace palio
