#pragma once

#include "campaign/cli/options/options.h"
#include "campaign/run/campaign.h"

namespace palio {

/// `--sample`, `--shard`, `--costs` and `--where`.
struct SelectionOptions {
  std::uint64_t sample = 0;
  std::string shard = {};
  std::string where = {};
  std::string costs = {};       // campaign file
  std::string costs_text = {};  // of such a file, instead
};
void add_wanted_part(const CommandSyntax& command, SelectionOptions& options);  // --sample and --where
void add_shard(const CommandSyntax& command, SelectionOptions& options);        // --shard and --costs

/// What a campaign's scenarios cost against each other, as shards of the study keep it. Throws UserError where it holds
/// nothing of the study.
std::string costs_text(const Study& study, const std::string& file);

/// What the options select. A shard that the campaign in `database` began before (empty: none is named) is parted as it
/// was then, another one by the costs in the file that --costs names, else in rounds. Throws UserError for a shard that
/// is not of the form i/n with 1 <= i <= n, and for costs that are of no use.
Selection selection_of(const SelectionOptions& options, const Study& study, const std::string& database);

/// Says on stderr when a shard is empty, which is no error: there may be more parts than instances.
void tell_empty_shard(const Study& study, const Selection& selection);

/// What `palio run` and `palio resume` have in common.
struct RunCommandOptions {
  std::string database;
  int jobs = 0;                      // 0: one per core
  std::optional<double> time_limit;  // s
  std::string memory_limit;          // as typed
  std::string max_failures;          // as typed
  double patience = 30;              // s
  std::optional<std::string> retry;  // the kinds as typed; empty: all
  SelectionOptions selection;
  std::string engine;     // as typed
  std::string audit;      // share as typed
  std::string isolation;  // as typed
  CodeOptions code;
  bool quiet = false;
  bool dry_run = false;
  std::string next_command = {};  // the command that continues; empty: palio resume
};

void add_run_options(const CommandSyntax& command, RunCommandOptions& options);
/// Those that mean the same on whatever machine a part of the study runs: what of it is wanted, limits, engine.
void add_study_options(const CommandSyntax& command, RunCommandOptions& options);

/// Why a run ended: it was interrupted, or it gave up and the cause has since been mended.
enum class After { interrupted, mended };

/// The command that continues a run with these options.
std::string next_command(const RunCommandOptions& options, After after);

/// Runs what is missing, says on stderr how it went, and returns the exit status.
int carry_out(const Study& study, const RunCommandOptions& options, Selection selection);
/// The same of a selection that has been looked at, for a caller who has to know when it is asked to end.
int carry_out(const Study& study, const RunCommandOptions& options, Selection selection, Interruption& interruption);

/// Runs what is missing and says nothing of how it went.
RunSummary run_quietly(const Study& study, const RunCommandOptions& options, Selection selection,
                       Interruption& interruption);
int exit_status(const RunSummary& summary);

}  // namespace palio
