#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

namespace palio {

/// What the command line chose to do; returns the exit status.
using Command = std::function<int()>;

// Each adds one sub-command; parsing it sets `chosen`.
void setup_init(CLI::App& app, Command& chosen);
void setup_plan(CLI::App& app, Command& chosen);
void setup_run(CLI::App& app, Command& chosen);
void setup_resume(CLI::App& app, Command& chosen);
void setup_status(CLI::App& app, Command& chosen);
void setup_query(CLI::App& app, Command& chosen);
void setup_verify(CLI::App& app, Command& chosen);
void setup_report(CLI::App& app, Command& chosen);
void setup_check(CLI::App& app, Command& chosen);
void setup_diff(CLI::App& app, Command& chosen);
void setup_export(CLI::App& app, Command& chosen);
void setup_prune(CLI::App& app, Command& chosen);
void setup_digest(CLI::App& app, Command& chosen);
void setup_list(CLI::App& app, Command& chosen);
void setup_simulate(CLI::App& app, Command& chosen);
void setup_replay(CLI::App& app, Command& chosen);
void setup_audit(CLI::App& app, Command& chosen);
void setup_completion(CLI::App& app, Command& chosen);
void setup_man(CLI::App& app, Command& chosen);
void setup_help(CLI::App& app, Command& chosen);
void setup_version(CLI::App& app, Command& chosen);

/// Prints the help of a command; empty: of palio. Throws UserError for a name that is none.
int print_help(const CLI::App& app, const std::string& command);

/// Parses and runs a command line; prints errors on stderr.
int run_command_line(int argc, const char* const* argv);

}  // namespace palio
