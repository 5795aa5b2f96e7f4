#include "campaign/cli/output/output.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "campaign/session/wrapped_table.h"
#include "core/error.h"
#include "core/text/output_file.h"
#include "core/text/talk.h"
#include "core/tool.h"

namespace palio {
namespace {

Paging& chosen_paging() {
  static Paging paging = Paging::automatic;
  return paging;
}

constexpr const char* k_usual_pager = "command -v less >/dev/null || exit 127; exec less -SRFX";
constexpr int k_not_found = 127;  // the shell's exit status

// Colours take no width.
std::string without_escapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t escape = text.find('\x1b');
    plain += text.substr(0, escape);
    text.remove_prefix(std::min(escape, text.size()));
    text.remove_prefix(text.empty() ? 0 : std::min(text.find('m'), text.size() - 1) + 1);
  }
  return plain;
}

// Leaves a line for the shell's prompt.
bool fits_screen(std::string_view text, const TerminalSize& size) {
  const std::string plain = without_escapes(text);
  std::size_t lines = 0;
  for (std::string_view rest = plain; !rest.empty(); ++lines) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (text_width(line) > size.columns) return false;
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return lines < size.lines;
}

/// Leaves the keyboard's signals to the pager while this object lives.
class SignalsIgnored {
public:
  SignalsIgnored() : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~SignalsIgnored() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  SignalsIgnored(const SignalsIgnored&) = delete;
  SignalsIgnored& operator=(const SignalsIgnored&) = delete;

private:
  void (*interrupt_)(int);
  void (*quit_)(int);
};

// Whether the pager could be started. Quitting it early is no error.
bool shown_by(const char* pager, std::string_view text) {
  std::fflush(stdout);
  const RequestsLetThrough to_pager;
  std::FILE* pipe = popen(pager, "w");
  if (pipe == nullptr) return false;
  const SignalsIgnored ignored;
  std::fwrite(text.data(), 1, text.size(), pipe);
  const int status = pclose(pipe);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == k_not_found);
}

// A pager reads the keyboard: what was typed ahead, such as the next lines of a paste, is not for it, nor is another
// program's input.
bool keyboard_is_idle() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return isatty(STDIN_FILENO) == 1 && poll(&input, 1, 0) == 0;
}

// The canonical name of a file that may not exist.
std::filesystem::path whole_name(const std::string& file) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file, error);
  const std::filesystem::path whole = error ? absolute : std::filesystem::weakly_canonical(absolute, error);
  return error ? std::filesystem::path(file) : whole;
}

}  // namespace

void choose_paging(Paging paging) { chosen_paging() = paging; }

void show(std::string_view text) {
  const std::optional<TerminalSize> size = terminal_size(STDOUT_FILENO);
  const char* variable = std::getenv("PAGER");
  const char* pager = variable == nullptr ? k_usual_pager : variable;
  const bool wanted = chosen_paging() == Paging::automatic && takes_escapes(STDOUT_FILENO) && *pager != '\0';
  if (!wanted || fits_screen(text, *size) || !keyboard_is_idle() || !shown_by(pager, text)) say("{}", as_is(text));
}

std::size_t screen_width() {
  const std::optional<TerminalSize> size = terminal_size(STDOUT_FILENO);
  return size ? size->columns : k_any_width;
}

void refuse_campaign(std::string_view option, const std::string& output, const std::string& database) {
  if (output != "-" && same_file(output, database))
    throw UserError("{} {} is the campaign itself; name another file", option, output);
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored) || whole_name(a) == whole_name(b);
}

void write_output(const std::string& output, std::string_view text) {
  OutputFile file(output);
  file.write(text);
  file.finish();
  if (output != "-") talk("wrote {}\n", output);
}

}  // namespace palio
