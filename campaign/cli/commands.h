#pragma once

#include <span>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

// Each adds one sub-command.
void setup_init(const CommandSyntax& app);
void setup_new(const CommandSyntax& app);
void setup_plan(const CommandSyntax& app);
void setup_run(const CommandSyntax& app);
void setup_study_run(const CommandSyntax& app);  // without what artifacts need
void setup_resume(const CommandSyntax& app);
void setup_status(const CommandSyntax& app);
void setup_submit(const CommandSyntax& app);
void setup_task(const CommandSyntax& app);
void setup_cancel(const CommandSyntax& app);
void setup_merge(const CommandSyntax& app);
void setup_query(const CommandSyntax& app);
void setup_verify(const CommandSyntax& app);
void setup_report(const CommandSyntax& app);
void setup_explore(const CommandSyntax& app);
void setup_check(const CommandSyntax& app);
void setup_diff(const CommandSyntax& app);
void setup_pack(const CommandSyntax& app);
void setup_unpack(const CommandSyntax& app);
void setup_export(const CommandSyntax& app);
void setup_prune(const CommandSyntax& app);
void setup_digest(const CommandSyntax& app);
void setup_list(const CommandSyntax& app);
void setup_data(const CommandSyntax& app);
void setup_duel(const CommandSyntax& app);
void setup_exam(const CommandSyntax& app);
void setup_simulate(const CommandSyntax& app);
void setup_convert(const CommandSyntax& app);
void setup_replay(const CommandSyntax& app);
void setup_audit(const CommandSyntax& app);
void setup_completion(const CommandSyntax& app);
void setup_man(const CommandSyntax& app);
void setup_help(const CommandSyntax& app);
void setup_version(const CommandSyntax& app);

int print_help(const CommandSyntax& command);
int print_version();

using SetupCommand = void (*)(const CommandSyntax&);

/// The setups of all commands, in the order of the help.
std::span<const SetupCommand> all_commands();

/// Parses and runs a command line; prints errors on stderr.
int run_command_line(int argc, const char* const* argv, std::span<const SetupCommand> commands);
/// All that main does: the same, with signals that ask palio to end blocked for good, so that what comes after the
/// command changes nothing.
int run_program(int argc, const char* const* argv, std::span<const SetupCommand> commands);

}  // namespace palio
