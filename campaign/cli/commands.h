#pragma once

#include "campaign/cli/syntax/syntax.h"

namespace palio {

// Each adds one sub-command.
void setup_init(const CommandSyntax& app);
void setup_new(const CommandSyntax& app);
void setup_plan(const CommandSyntax& app);
void setup_run(const CommandSyntax& app);
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
void setup_fill(const CommandSyntax& app);
void setup_prune(const CommandSyntax& app);
void setup_digest(const CommandSyntax& app);
void setup_list(const CommandSyntax& app);
void setup_data(const CommandSyntax& app);
void setup_duel(const CommandSyntax& app);
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

/// Parses and runs a command line; prints errors on stderr.
int run_command_line(int argc, const char* const* argv);

}  // namespace palio
