#include "campaign/plan/engine.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "campaign/plan/stored_study.h"
#include "core/error.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

// Only a definition can say it: all other families make their own networks.
bool is_loaded_by_simgrid(const Spec& platform) {
  if (platform.definition.empty()) return false;
  const AnyPlatform built = platform_family(platform.recipe.name).build(platform.recipe, platform.definition);
  const auto* clusters = as_if<Platform>(built);
  return clusters != nullptr && clusters->interconnect == Interconnect::loaded;
}

const EngineChoice& chosen_engine(const std::string& typed, const Study& study, const std::string& database) {
  const std::string& asked = typed.empty() ? study.engine : typed;
  const std::unique_ptr<CampaignReader> campaign = campaign_before_run(database);
  if (!campaign) return asked.empty() ? engine_table().front() : engine_named(asked);
  const EngineChoice& stored = engine_of(*campaign);
  const EngineChoice& chosen = asked.empty() ? stored : engine_named(asked);
  if (chosen.name != stored.name && campaign->counts().all() > 0)
    throw UserError(
        "{0} holds results of the engine {1}, but a campaign holds results of only one: continue with --engine {1}, or "
        "give {2} another file with --db",
        database, stored.name, chosen.name);
  return chosen;
}

}  // namespace

const EngineChoice& engine_of(const CampaignReader& campaign) {
  const std::vector<SessionRow> sessions = campaign.sessions();
  return sessions.empty() ? engine_table().front() : stored_engine(sessions.back().info.engine);
}

bool may_have_bags(const CampaignReader& reader) {
  return std::ranges::any_of(reader.families("workload"), [](const std::string& family) {
    return family == "bags-of-tasks" || family == k_file_family;
  });
}

void refuse_foreign_platforms(const EngineChoice& engine, const Study& study) {
  if (engine.reads_simgrid) return;
  const auto found = std::ranges::find_if(study.platforms, is_loaded_by_simgrid);
  if (found != study.platforms.end())
    throw UserError(
        "the platform {} is SimGrid's own XML, which only SimGrid simulates; use --engine {}, or leave it out of the "
        "study",
        text_of(found->recipe.parameters, "path"), engine_table().front().name);
}

void refuse_other_version(const EngineChoice& engine, const std::string& version,
                          const std::filesystem::path& database) {
  const std::unique_ptr<CampaignReader> campaign = campaign_before_run(database.string());
  if (!campaign) return;
  const std::vector<SessionRow> sessions = campaign->sessions();
  const bool has_bags = may_have_bags(*campaign);
  const auto other = std::ranges::find_if(sessions, [&](const SessionRow& session) {
    return !may_share_campaign(session.info.engine_version, version, has_bags);
  });
  if (other == sessions.end() || campaign->counts().all() == 0) return;
  throw UserError(
      "{0} holds results of {1} {2}, and this palio has {1} {3}: their times may differ in the last bits; continue "
      "with a palio that has {1} {2}, or give another file with --db",
      database.string(), engine.stored, other->info.engine_version, version);
}

const EngineChoice& engine_for(const std::string& typed, const Study& study, const std::string& database) {
  const EngineChoice& engine = chosen_engine(typed, study, database);
  refuse_foreign_platforms(engine, study);
  return engine;
}

}  // namespace palio
