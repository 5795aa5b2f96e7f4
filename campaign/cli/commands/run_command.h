#pragma once

#include <string>

#include "campaign/cli/options/run_options.h"
#include "campaign/session/interruption.h"

namespace palio {

inline constexpr const char* k_run_does = "Run the missing scenarios of a study; run it again to resume";

struct RunCommand {
  std::string study;      // or an artifact
  std::string extension;  // file; empty: none
  std::string campaign;   // of an artifact; empty: the only one
  CodeOptions code;
  TypedRun run;
};

/// The options of `palio run STUDY`.
void add_study_run(const CommandSyntax& command, RunCommand& options);
/// Runs what is missing of a study; returns the exit status.
int run_named_study(RunCommand command, Interruption& interruption);

}  // namespace palio
