#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <span>
#include <system_error>

#include "campaign/cli/commands.h"
#include "campaign/cli/help.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/session/interruption.h"
#include "campaign/session/terminal.h"
#include "campaign/session/wrapped_table.h"
#include "core/error.h"
#include "core/shortage.h"
#include "core/text/embedded_file.h"
#include "core/text/talk.h"
#include "core/tool.h"
#include "runners/process/orphaned_processes.h"

namespace palio {

std::span<const EmbeddedFile> command_texts();

namespace {

// What footers.txt has for a command; empty: nothing.
std::string footer_of(std::string_view command) {
  const std::string_view all = embedded_text(command_texts(), "footers.txt");
  const std::string head = fmt::format("\n== {}\n", command);
  const std::size_t found = all.find(head), begin = found + head.size();
  return found == std::string_view::npos ? "" : std::string(all.substr(begin, all.find("\n\n== ", begin) - begin));
}

// Without a thread for it, signals do what they usually do.
std::shared_ptr<SignalWatch> watched_signals() {
  try {
    return SignalWatch::shared();
  } catch (const std::exception&) {
    const sigset_t signals = requests_to_end();
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    return nullptr;
  }
}

// If a standard stream is closed, the first pipe or database opened would get its descriptor, and messages would be
// written into it. The descriptors opened here cannot be written to.
void occupy_standard_streams() {
  int opened = 0;
  while (opened >= 0 && opened <= STDERR_FILENO) opened = open("/dev/null", O_RDONLY);
  if (opened >= 0) close(opened);
}

// Nothing from here to name_end(), a signal handler, allocates.
void say_to_stderr(std::string_view text) {
  if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // stderr is gone
}

// The next line of a file, cut to the size of `room`; empty at the end.
std::string_view next_line(int file, std::span<char> room) {
  std::size_t length = 0;
  for (char c = 0; ::read(file, &c, 1) == 1 && c != '\n';)
    if (length < room.size()) room[length++] = c;
  return {room.data(), length};
}

// "7f00-7f10 rw-s 00000000 08:01 42   /a/file" (proc(5))
std::string_view mapped_file(std::string_view line, std::uintptr_t address) {
  std::uintptr_t begin = 0, end = 0;
  const char* const last = line.data() + line.size();
  const auto first = std::from_chars(line.data(), last, begin, 16);
  if (first.ptr == last || std::from_chars(first.ptr + 1, last, end, 16).ec != std::errc()) return {};
  const std::size_t path = line.find('/');
  return address < begin || address >= end || path == std::string_view::npos ? std::string_view() : line.substr(path);
}

// Not everyone who starts palio shows what ended it.
void name_end(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const int maps = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  std::array<char, PATH_MAX + 100> room{};
  std::string_view file, line = " ";
  while (signal == SIGBUS && info->si_code == BUS_ADRERR && file.empty() && !line.empty()) {
    line = next_line(maps, room);
    file = mapped_file(line, address);
  }
  if (file.empty()) {
    const std::array<char, 3> number{static_cast<char>('0' + signal / 10), static_cast<char>('0' + signal % 10), '\n'};
    say_to_stderr("palio: ended by signal ");
    say_to_stderr({number.data(), number.size()});
    std::raise(signal);  // the default action: the handler was reset
    return;
  }
  say_to_stderr("palio: stopped: another program truncated ");
  say_to_stderr(file);
  say_to_stderr(" while it was in use");
  say_to_stderr(file.ends_with("-shm") ? "; stored results are kept, run the same command again\n" : "\n");
  ::_exit(k_user_error);
}

// From here on, if another program truncates a file that SQLite has mapped (SIGBUS), the process ends with a message
// that names the file. Stored results stay intact, as after a kill.
void name_signals_that_end() {
  for (const int signal : {SIGBUS, SIGABRT, SIGALRM, SIGFPE, SIGILL, SIGIO, SIGPROF, SIGQUIT, SIGSEGV, SIGSYS, SIGUSR1,
                           SIGUSR2, SIGVTALRM, SIGXCPU}) {
    struct sigaction action {};
    const bool is_default = sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
    if (!is_default && signal != SIGBUS) continue;
    action.sa_sigaction = name_end;
    action.sa_flags = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
}

// The error message for a stack limit that is too small: a crash would say nothing.
std::optional<std::string> stack_problem() {
  constexpr rlim_t k_least = 1024;  // KiB
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur / 1024 >= k_least) return std::nullopt;
  return fmt::format("the stack limit is {} KiB, too small to run; raise it: ulimit -s {}", limit.rlim_cur / 1024,
                     8 * k_least);
}

void complain(std::string_view message) {
  constexpr std::string_view k_name = "palio:";
  const std::string text = prose_on_stderr(fmt::format("{} {}\n", k_name, message));
  talk("{}{}", as_is(painted(k_name, Style::bad, STDERR_FILENO)), std::string_view(text).substr(k_name.size()));
}

void add_appearance(const CommandSyntax& app) {
  choose_colours(Colours::automatic);
  choose_paging(Paging::automatic);
  app.add_choice<Colours>("--color WHEN",
                          {{"auto", Colours::automatic}, {"always", Colours::always}, {"never", Colours::never}},
                          choose_colours, "auto, always or never; auto: on terminals, unless NO_COLOR is set");
  app.add_flag(
      "--no-pager", [] { choose_paging(Paging::off); },
      "Print output that does not fit the terminal directly, not through $PAGER");
}

void setup(const CommandSyntax& app, std::span<const SetupCommand> commands) {
  add_appearance(app);
  for (const SetupCommand add : commands) add(app);
  for (const CommandSyntax& command : app.subcommands())
    if (const std::string footer = footer_of(command.name()); !footer.empty()) command.footer(footer);
  app.footer(footer_of("palio"));
}

int perform(CommandLine& line, CommandLine::Asked asked) {
  if (asked == CommandLine::Asked::help) return print_help(line.typed_command());
  if (asked == CommandLine::Asked::version) return print_version();
  refuse_odd_values(line);
  return line.chosen() ? line.chosen()() : print_help(line.top());
}

// The output was lost. A reader that has left is no error: it has what it wanted, as in `palio query ... | head`.
int lost_output(int error) {
  if (error == EPIPE) return k_reader_left;
  complain(fmt::format("cannot write the output{}", error == 0 ? "" : ": " + std::generic_category().message(error)));
  return k_user_error;
}

// A full disk may show only now, when buffered output is flushed.
int written(int status) {
  errno = 0;
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : lost_output(errno);
}

// Inside a catch block: says what failed and returns the exit status.
int failed() {
  try {
    rethrow_shortage();
  } catch (const std::filesystem::filesystem_error& error) {
    std::error_code gone;
    const std::filesystem::path here = std::filesystem::current_path(gone);
    complain(gone ? fmt::format("the current folder cannot be used ({}); cd to another one", gone.message())
                  : file_error_text(error));
    return k_user_error;
  } catch (const std::exception& error) {
    const auto* refused = dynamic_cast<const std::system_error*>(&error);
    const bool is_users = dynamic_cast<const UserError*>(&error) != nullptr ||
                          (refused != nullptr && is_about_a_name(refused->code().value()));
    complain(fmt::format("{}{}", is_users ? "" : "internal error: ", error.what()));
    return is_users ? k_user_error : k_internal_error;
  }
}

}  // namespace

int run_command_line(int argc, const char* const* argv, std::span<const SetupCommand> commands) {
  reserve_memory();
  std::shared_ptr<SignalWatch> signals;
  occupy_standard_streams();
  adopt_orphans();
  std::signal(SIGPIPE, SIG_IGN);  // write() then reports a worker that died, or `palio query ... | head`
  std::signal(SIGXFSZ, SIG_IGN);  // and a file that reached its size limit (ulimit -f)
  name_signals_that_end();
  if (const auto problem = stack_problem()) {
    complain(*problem);
    return k_user_error;
  }
  CommandLine line("palio", "Palio races scheduling strategies over simulated scenarios, as many as a paper needs.");
  setup(line.top(), commands);
  try {
    // CLI11 would only say that a command is missing.
    const std::string_view command = argc > 1 ? argv[1] : "-";
    if (!command.starts_with('-')) command_named(line.top(), argv[1]);
    // Runs make their own, to which even a signal comes that is older: they end in one way.
    if (command != "run" && command != "resume") signals = watched_signals();
    return written(perform(line, line.read(argc, argv)));
  } catch (const SyntaxError& error) {
    complain(usage_message(line, error));
    return written(k_user_error);
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe || std::ferror(stdout) != 0) return lost_output(error.code().value());
    return failed();
  } catch (const std::exception&) {
    return failed();
  }
}

int run_program(int argc, const char* const* argv, std::span<const SetupCommand> commands) {
  const sigset_t signals = requests_to_end();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return run_command_line(argc, argv, commands);
}

}  // namespace palio
