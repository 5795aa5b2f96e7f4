#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "campaign/cli/commands.h"
#include "core/error.h"
#include "core/nearest.h"
#include "core/shortage.h"
#include "core/talk.h"
#include "core/version.h"
#include "runners/strays.h"

namespace palio {
namespace {

constexpr std::string_view k_footer = R"(Examples:
  palio plan campaign/studies/mixed-parallel.toml
  palio run campaign/studies/mixed-parallel.toml --sample 250 --db sample.db
  palio query sample.db "SELECT strategy, avg(makespan) FROM results GROUP BY strategy"

Exit status: 0 all completed, 1 usage or study error or something is lacking,
2 some scenarios failed, 3 internal error, 130 interrupted (everything finished is saved).)";

// Where a standard stream is closed, the first pipe or database would take its number, and what is meant for a person
// would end up in it. Nothing can be written to what is opened here.
void occupy_standard_streams() {
  int opened = 0;
  while (opened >= 0 && opened <= STDERR_FILENO) opened = open("/dev/null", O_RDONLY);
  if (opened >= 0) close(opened);
}

void setup(CLI::App& app, Command& chosen) {
  app.set_version_flag("--version", fmt::format("palio {}", k_version));
  app.require_subcommand(1);
  setup_plan(app, chosen);
  setup_run(app, chosen);
  setup_resume(app, chosen);
  setup_status(app, chosen);
  setup_query(app, chosen);
  setup_verify(app, chosen);
  setup_report(app, chosen);
  setup_check(app, chosen);
  setup_diff(app, chosen);
  setup_export(app, chosen);
  setup_digest(app, chosen);
  setup_list(app, chosen);
  setup_simulate(app, chosen);
  setup_replay(app, chosen);
  setup_audit(app, chosen);
  app.footer(std::string(k_footer));  // last: commands inherit the footer there is when they are added
}

// CLI11 would only say that a command is missing.
void require_command(const CLI::App& app, std::string_view typed) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  if (typed.starts_with('-') || std::ranges::find(names, typed) != names.end()) return;
  throw UserError(fmt::format("there is no command \"{}\"{}", typed,
                              suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()))));
}

// What was printed is not there; a reader that has left has what it wanted: `palio query ... | head`.
int lost_output(int error) {
  if (error == EPIPE) return k_reader_left;
  talk("palio: cannot write the output{}\n", error == 0 ? "" : ": " + std::generic_category().message(error));
  return k_user_error;
}

// A full disk shows at the latest when the last of the output leaves the memory.
int written(int status) {
  errno = 0;
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : lost_output(errno);
}

// Inside a catch block: what the standard library says of things that are the user's to mend.
[[noreturn]] void rethrow_for_user() {
  try {
    rethrow_shortage();
  } catch (const std::filesystem::filesystem_error& error) {
    std::error_code gone;
    const std::filesystem::path here = std::filesystem::current_path(gone);
    if (gone) throw UserError(fmt::format("the current folder cannot be used ({}); cd to another one", gone.message()));
    throw UserError(error.what());
  }
}

// Inside a catch block: says what failed and returns the exit status.
int failed() {
  try {
    rethrow_for_user();
  } catch (const UserError& error) {
    talk("palio: {}\n", error.what());
    return k_user_error;
  } catch (const std::exception& error) {
    talk("palio: internal error: {}\n", error.what());
    return k_internal_error;
  }
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  reserve_memory();
  occupy_standard_streams();
  adopt_strays();
  std::signal(SIGPIPE, SIG_IGN);  // a worker that dies, or `palio query ... | head`, is an error of write()
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that must not grow any more (ulimit -f)
  CLI::App app{"Palio races scheduling strategies over simulated scenarios, as many as a paper needs.", "palio"};
  Command chosen;
  setup(app, chosen);
  try {
    if (argc > 1) require_command(app, argv[1]);
    app.parse(argc, argv);
    return written(chosen());
  } catch (const CLI::ParseError& error) {
    return written(app.exit(error) == 0 ? k_success : k_user_error);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe || std::ferror(stdout) != 0) return lost_output(error.code().value());
    return failed();
  } catch (const std::exception&) {
    return failed();
  }
}

}  // namespace palio
