#pragma once

#include <string>

#include "campaign/campaign.h"
#include "campaign/cli/options.h"

namespace palio {

/// What `palio run` and `palio resume` have in common.
struct RunCommandOptions {
  std::string database;
  int jobs = 0;  // 0: one per core
  double time_limit = 0;
  SelectionOptions selection;
  bool quiet = false;
  bool dry_run = false;
};

void add_run_options(CLI::App& command, RunCommandOptions& options);

/// Runs what is missing, says on stderr how it went, and returns the exit status.
int carry_out(const Study& study, const RunCommandOptions& options, const Selection& selection);

}  // namespace palio
