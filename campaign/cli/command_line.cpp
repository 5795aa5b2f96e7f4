#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <system_error>

#include "campaign/cli/commands.h"
#include "campaign/cli/exit_status.h"
#include "campaign/cli/help/help_text.h"
#include "campaign/cli/help/usage.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/pager.h"
#include "campaign/run/terminal.h"
#include "core/error.h"
#include "core/shortage.h"
#include "core/text/talk.h"
#include "core/version.h"
#include "runners/orphaned_processes.h"

namespace palio {
namespace {

constexpr std::string_view k_footer = R"(Examples:
  palio plan mixed-parallel
  palio run mixed-parallel --sample 250 --db sample.db
  palio query sample.db \
    "SELECT strategy, avg(makespan) FROM results GROUP BY strategy"

Exit status: 0 all completed, 1 usage or study error, or something is
lacking, 2 some scenarios failed, 3 internal error, 130 interrupted (everything
finished is saved).

`palio help COMMAND` tells more about a command. --color and --no-pager may stand anywhere.)";

// Where a standard stream is closed, the first pipe or database would take its number, and what is meant for a person
// would end up in it. Nothing can be written to what is opened here.
void occupy_standard_streams() {
  int opened = 0;
  while (opened >= 0 && opened <= STDERR_FILENO) opened = open("/dev/null", O_RDONLY);
  if (opened >= 0) close(opened);
}

void complain(std::string_view message) { talk("{} {}\n", painted("palio:", Style::bad, STDERR_FILENO), message); }

void add_appearance(CLI::App& app) {
  choose_colours(Colours::automatic);
  choose_paging(Paging::automatic);
  static const std::map<std::string, Colours> choices{
      {"auto", Colours::automatic}, {"always", Colours::always}, {"never", Colours::never}};
  CLI::Option* colours = app.add_option_function<std::string>(
                                "--color", [](const std::string& typed) { choose_colours(choices.at(typed)); },
                                "auto, always or never; auto: on terminals, unless NO_COLOR is set")
                             ->type_name("WHEN")
                             ->default_str("auto");
  require_choice(*colours, {"auto", "always", "never"});
  app.add_flag_callback(
      "--no-pager", [] { choose_paging(Paging::off); },
      "Print what does not fit the terminal as it is, not through $PAGER");
}

void setup(CLI::App& app, Command& chosen) {
  app.formatter(std::make_shared<HelpText>());
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("--version", fmt::format("palio {}", k_version), "Show the version of Palio");
  add_appearance(app);
  app.require_subcommand(0, 1);
  app.fallthrough();  // options of all commands may stand behind the command
  setup_init(app, chosen);
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
  setup_prune(app, chosen);
  setup_digest(app, chosen);
  setup_list(app, chosen);
  setup_simulate(app, chosen);
  setup_replay(app, chosen);
  setup_audit(app, chosen);
  setup_completion(app, chosen);
  setup_man(app, chosen);
  setup_help(app, chosen);
  setup_version(app, chosen);
  app.footer(std::string(k_footer));  // last: commands inherit the footer there is when they are added
}

// Help and version are asked for by an exception, too.
int refuse_command_line(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    app.exit(error);
    return k_success;
  }
  complain(usage_message(app, error));
  return k_user_error;
}

// What was printed is not there; a reader that has left has what it wanted: `palio query ... | head`.
int lost_output(int error) {
  if (error == EPIPE) return k_reader_left;
  complain(fmt::format("cannot write the output{}", error == 0 ? "" : ": " + std::generic_category().message(error)));
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
    complain(error.what());
    return k_user_error;
  } catch (const std::exception& error) {
    complain(fmt::format("internal error: {}", error.what()));
    return k_internal_error;
  }
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  reserve_memory();
  occupy_standard_streams();
  adopt_orphans();
  std::signal(SIGPIPE, SIG_IGN);  // a worker that dies, or `palio query ... | head`, is an error of write()
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that must not grow any more (ulimit -f)
  CLI::App app{"Palio races scheduling strategies over simulated scenarios, as many as a paper needs.", "palio"};
  Command chosen;
  setup(app, chosen);
  try {
    if (argc > 1 && *argv[1] != '-') command_named(app, argv[1]);  // CLI11 would only say that a command is missing
    app.parse(argc, argv);
    refuse_empty_values(app);
    return written(chosen ? chosen() : print_help(app, ""));
  } catch (const CLI::ParseError& error) {
    return written(refuse_command_line(app, error));
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe || std::ferror(stdout) != 0) return lost_output(error.code().value());
    return failed();
  } catch (const std::exception&) {
    return failed();
  }
}

}  // namespace palio
