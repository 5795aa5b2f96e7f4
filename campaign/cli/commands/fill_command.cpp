#include "campaign/cli/commands.h"
#include "campaign/replay/fill.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct FillCommand {
  std::string database;
};

int run_fill(const FillCommand& command) {
  const FillSummary summary = fill_bounds(command.database);
  talk("{}: bounds added to {} results; {} had them\n", command.database,
       count_text(static_cast<std::uint64_t>(summary.filled)), count_text(static_cast<std::uint64_t>(summary.had)));
  return k_success;
}

}  // namespace

void setup_fill(const CommandSyntax& app) {
  const auto [command, options] = add_command<FillCommand>(
      app, "fill", "Add metrics that Palio got later to results of before, without simulating", run_fill);
  command.add_option("database F", options.database, "Campaign file").required();
}

}  // namespace palio
