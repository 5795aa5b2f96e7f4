#include "campaign/run/selection_of.h"

#include <memory>
#include <optional>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/stored_study.h"
#include "core/error.h"
#include "core/number.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "storage/read/campaign_reader.h"

namespace palio {
namespace {

std::uint64_t parsed_sample(const std::string& typed) {
  if (typed.empty()) return 0;
  if (const auto count = parsed_number<std::uint64_t>(typed)) return *count;
  throw UserError("--sample {} is not a number of instances", typed);
}

Shard parsed_shard(const std::string& typed) {
  if (typed.empty()) return {};
  const std::string_view text = typed;
  const std::size_t slash = text.find('/');
  const auto index = parsed_number<std::uint32_t>(text.substr(0, slash));
  const auto count = parsed_number<std::uint32_t>(text.substr(slash + 1));
  if (slash == std::string_view::npos || !index || !count || *index < 1 || *index > *count)
    throw UserError("--shard {} is not of the form i/n with 1 <= i <= n, as in --shard 2/4", typed);
  return {*index, *count};
}

void weigh(const Study& study, const std::string& text, const std::string& place, Selection& selection) {
  selection.shard.rule = ShardRule::costs;
  selection.weights = std::make_shared<ScenarioWeights>(scenario_weights(study, text, place));
}

// Splits the study as the campaign first did, so that all results of a shard belong to the same one.
void part_as_before(const Study& study, const CampaignRequest& before, const std::string& database,
                    Selection& selection) {
  selection.shard.rule = shard_rule(before.shard_rule);
  if (selection.shard.rule == ShardRule::costs)
    weigh(study, before.shard_costs, "costs of the shards in " + database, selection);
}

}  // namespace

std::string costs_text(const Study& study, const std::string& file) {
  const CampaignReader reader(file);
  const std::vector<CostObservation> costs = read_stored_costs(study, stored_ids(study, reader), reader);
  if (costs.empty())
    throw UserError("--costs {}: it has no completed scenario of {}; its study is {}", file, study.name,
                    reader.info().study);
  return weights_text(study, costs);
}

Selection selection_of(const TypedRun& run, const Study& study) {
  Selection selection{.sample = parsed_sample(run.sample), .shard = parsed_shard(run.shard), .where = run.where};
  const Shard& shard = selection.shard;
  if (!run.costs.empty() && run.shard.empty())
    throw UserError("--costs balances the parts of --shard: also give --shard i/n");
  if (shard.count == 1) return selection;
  const std::unique_ptr<CampaignReader> campaign = begun_campaign(run.database);
  const auto before = campaign ? campaign->request_of({.sample = static_cast<std::int64_t>(selection.sample),
                                                       .shard = shard.index,
                                                       .shards = shard.count,
                                                       .condition = run.where})
                               : std::nullopt;
  if (before)
    part_as_before(study, *before, run.database, selection);
  else if (!run.costs.empty())
    weigh(study, costs_text(study, run.costs), run.costs, selection);
  else if (!run.costs_text.empty())
    weigh(study, run.costs_text, "costs of the shards", selection);
  if (!run.costs.empty() && shard.rule != ShardRule::costs)
    talk("palio: {} started shard {} without costs and continues without them\n", run.database, run.shard);
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
