#pragma once

#include "campaign/cli/options/run_options.h"

namespace palio {

/// `--until`, `--at-most` and `--at-most-minutes`.
struct UntilOptions {
  std::vector<std::string> until;  // targets
  std::uint64_t at_most = 0;       // instances; 0: not given
  std::optional<double> minutes;   // a look starts only if it is projected to end by then; only for this run
};
void add_until(const CommandSyntax& command, UntilOptions& options);

using StudyOfText = std::function<Study(const std::string& text)>;

/// Runs what is missing of a study, with the draws that its campaign has reached. If the options, the study or the
/// campaign name a target, adds draws look by look until it holds. Prints a summary to stderr, and returns the exit
/// status. `written` is the parsed `text`; `read` parses such a text. Throws UserError before anything runs.
int carry_out_until(const std::string& text, Study written, const StudyOfText& read, const UntilOptions& until,
                    const RunCommandOptions& options, Interruption& interruption);

/// The study of a file with the draws that the campaign in a database has reached, if there is one.
Study study_with_draws(const std::string& path, const FolderCode& code, const std::string& database);

}  // namespace palio
