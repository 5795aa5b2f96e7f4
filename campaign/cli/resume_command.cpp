#include <CLI/CLI.hpp>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/run_options.h"
#include "campaign/stored_campaign.h"

namespace palio {
namespace {

// As wide as the last session, unless another selection is asked for.
Selection wanted_selection(const RunCommandOptions& options, const CampaignReader& reader) {
  Selection selection = options.selection.selection();
  const std::vector<SessionRow> sessions = reader.sessions();
  if (selection.sample == 0 && !sessions.empty())
    selection.sample = static_cast<std::uint64_t>(sessions.back().info.sample);
  return selection;
}

int run_resume(const RunCommandOptions& options) {
  auto reader = std::make_unique<CampaignReader>(options.database);
  const Study study = stored_study(*reader);
  const Selection selection = wanted_selection(options, *reader);
  reader.reset();  // an open reader would keep the finished campaign from becoming one plain file
  return carry_out(study, options, selection);
}

}  // namespace

void setup_resume(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<RunCommandOptions>();
  CLI::App* command = app.add_subcommand("resume", "Go on with a campaign; needs only its database");
  command->add_option("database", options->database, "Campaign file")->required()->type_name("F");
  add_run_options(*command, *options);
  command->footer("\nThe sample of the last session is kept; --sample takes a larger one.");
  command->callback([options, &chosen] { chosen = [options] { return run_resume(*options); }; });
}

}  // namespace palio
