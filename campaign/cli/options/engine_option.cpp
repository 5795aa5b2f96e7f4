#include "campaign/cli/options/engine_option.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "core/error.h"

namespace palio {

void add_engine(const CommandSyntax& command, std::string& engine, const std::string& unless_given) {
  std::vector<std::string_view> names;
  for (const EngineChoice& choice : engine_table()) names.push_back(choice.name);
  command
      .add_option(
          "--engine", engine,
          fmt::format("What carries out the schedules: {}; {} unless given", fmt::join(names, " or "), unless_given))
      .type_name("E");
}

const EngineChoice& engine_of(const CampaignReader& campaign) {
  const std::vector<SessionRow> sessions = campaign.sessions();
  return sessions.empty() ? engine_table().front() : stored_engine(sessions.back().info.engine);
}

namespace {

// Nothing where there is none yet. What else may be wrong with the file is said when it is opened to write.
std::unique_ptr<CampaignReader> campaign_in(const std::filesystem::path& database) {
  if (!std::filesystem::exists(database)) return nullptr;
  try {
    return std::make_unique<CampaignReader>(database);
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace

const EngineChoice& engine_for(const std::string& typed, const Study& study, const std::filesystem::path& database) {
  const std::string& asked = typed.empty() ? study.engine : typed;
  const std::unique_ptr<CampaignReader> campaign = campaign_in(database);
  if (!campaign) return asked.empty() ? engine_table().front() : engine_named(asked);
  const EngineChoice& stored = engine_of(*campaign);
  const EngineChoice& chosen = asked.empty() ? stored : engine_named(asked);
  if (chosen.name != stored.name && campaign->counts().all() > 0)
    throw UserError(fmt::format(
        "{0} holds results of the engine {1}, and a campaign holds those of one: go on with --engine {1}, or "
        "give {2} another file with --db",
        database.string(), stored.name, chosen.name));
  return chosen;
}

}  // namespace palio
