#pragma once

#include <string>

#include "campaign/cli/options/until_options.h"

namespace palio {

inline constexpr const char* k_run_does = "Run the missing scenarios of a study; run it again to resume";

struct RunCommand {
  std::string study;      // or an artifact
  std::string extension;  // file; empty: none
  std::string campaign;   // of an artifact; empty: the only one
  RunCommandOptions options;
  UntilOptions until;
};

/// The options of `palio run STUDY`.
void add_study_run(const CommandSyntax& command, RunCommand& options);
/// Runs what is missing of a study; returns the exit status.
int run_study(RunCommand command, Interruption& interruption);

}  // namespace palio
