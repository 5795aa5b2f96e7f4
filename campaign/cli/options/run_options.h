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

/// The relative costs of a campaign's scenarios, as shards of the study store them. Throws UserError if it holds no
/// results of the study.
std::string costs_text(const Study& study, const std::string& file);

/// What the options select. A shard that the campaign in `database` (empty: none is named) has started stays as it was
/// dealt then; any other one is dealt by the costs in the file that --costs names, or else in rounds. Throws UserError
/// for a shard that is not of the form i/n with 1 <= i <= n, and for unusable costs.
Selection selection_of(const SelectionOptions& options, const Study& study, const std::string& database);

/// Says on stderr that a shard is empty, which is no error: there may be more parts than instances.
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
  std::string keep;       // as typed
  CodeOptions code;
  bool quiet = false;
  bool dry_run = false;
  std::string next_command = {};  // the command that continues; empty: palio resume
};

/// Fills in what the last run of a campaign was asked for where no option says otherwise; but retries do not get the
/// limits at which they failed.
void repeat(const CampaignRequest& request, RunCommandOptions& options);

void add_run_options(const CommandSyntax& command, RunCommandOptions& options);
/// Options that mean the same on every machine that runs a part of the study: its selection, limits, engine.
void add_study_options(const CommandSyntax& command, RunCommandOptions& options);

/// Why a run ended: it was interrupted, or it gave up and the cause has since been fixed.
enum class After { interrupted, mended };

/// The command that continues a run with these options.
std::string next_command(const RunCommandOptions& options, After after);

/// Runs what is missing, prints a summary to stderr, and returns the exit status.
int carry_out(const Study& study, const RunCommandOptions& options, Selection selection, Interruption& interruption);
/// The same for a selection that was checked, without the answer at the end.
int carry_out_checked(const Study& study, const RunCommandOptions& options, Selection selection,
                      Interruption& interruption);

/// Runs what is missing without printing a summary.
RunSummary run_quietly(const Study& study, const RunCommandOptions& options, Selection selection,
                       Interruption& interruption);
int exit_status(const RunSummary& summary);

}  // namespace palio
