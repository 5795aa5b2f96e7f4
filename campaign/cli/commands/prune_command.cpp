#include <unistd.h>

#include <array>
#include <iostream>
#include <memory>
#include <unordered_set>

#include "campaign/cli/commands.h"
#include "campaign/plan/stored_study.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "storage/write/result_store.h"

namespace palio {
namespace {

struct PruneOptions {
  std::string database;
  bool yes = false;
  bool dry_run = false;
};

/// The results that a campaign's study does not want, by the first thing that the study lacks.
struct Stale {
  std::array<std::uint64_t, 4> counts{};  // by platform, workload, strategy, their combination
  std::uint64_t stored = 0;               // all results

  std::uint64_t all() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
};

Stale count_stale(const CampaignReader& reader, const Study& study, const DimensionIds& ids) {
  const ScenarioPositions positions(study, ids);
  using Ids = std::unordered_set<std::int64_t>;
  const Ids platforms(ids.platforms.begin(), ids.platforms.end());
  const Ids workloads(ids.workloads.begin(), ids.workloads.end());
  const Ids strategies(ids.strategies.begin(), ids.strategies.end());
  Stale stale;
  reader.for_each_result([&](const ScenarioId& id, bool) {
    ++stale.stored;
    if (positions.find(id)) return;
    const std::size_t lacking = !platforms.contains(id.platform)    ? 0
                                : !workloads.contains(id.workload)  ? 1
                                : !strategies.contains(id.strategy) ? 2
                                                                    : 3;
    ++stale.counts.at(lacking);
  });
  return stale;
}

void tell(const Stale& stale, const std::string& database, const std::string& study) {
  constexpr auto reasons = std::to_array<std::string_view>(
      {"on platforms that it does not have", "of workloads that it does not have",
       "of strategies that it does not have", "of strategies that no longer take their workload"});
  talk("{}: {} of {} stored results do not belong to the study {} as it is now\n", database, count_text(stale.all()),
       count_text(stale.stored), study);
  for (std::size_t i = 0; i < reasons.size(); ++i)
    if (stale.counts.at(i) > 0) talk("  {} {}\n", count_text(stale.counts.at(i)), reasons.at(i));
}

bool confirmed(const PruneOptions& options) {
  if (options.yes) return true;
  if (isatty(STDIN_FILENO) == 0)
    throw UserError("palio prune asks before it drops results, but stdin is not a terminal; give --yes, or --dry-run");
  talk("Drop them? Only running them again brings them back. [y/N] ");
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

// The results are already dropped, so a disk without room for a copy of the rest is no error.
void shrink(ResultStore& store, const std::string& database) {
  try {
    store.shrink();
  } catch (const std::exception& error) {
    talk("{} keeps its size, later results reuse the space that is free now: {}\n", database, error.what());
  }
  store.checkpoint();
}

int run_prune(const PruneOptions& options) {
  auto reader = std::make_unique<CampaignReader>(options.database);
  const CampaignInfo info = reader->info();
  const Study study = stored_study(*reader);
  const DimensionIds ids = stored_ids(study, *reader);
  const Stale stale = count_stale(*reader, study, ids);
  reader.reset();  // an open reader would keep the campaign from becoming one plain file
  tell(stale, options.database, study.name);
  if (stale.all() == 0 || options.dry_run) return k_success;
  if (!confirmed(options)) {
    talk("nothing was dropped\n");
    return k_success;
  }
  ResultStore store(options.database, info);
  const ScenarioPositions positions(study, ids);
  const PrunedResults pruned = store.prune([&](const ScenarioId& id) { return positions.find(id).has_value(); },
                                           {ids.platforms, ids.workloads, ids.strategies});
  shrink(store, options.database);
  talk("dropped {} results\n", count_text(pruned.results));
  return k_success;
}

}  // namespace

void setup_prune(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<PruneOptions>(app, "prune", "Drop the results that the study no longer wants; asks first", run_prune);
  command.add_option("database F", options.database, "Campaign file").required();
  command.add_flag("-y,--yes", options.yes, "Do not ask");
  command.add_flag("--dry-run", options.dry_run, "Only say what would be dropped");
}

}  // namespace palio
