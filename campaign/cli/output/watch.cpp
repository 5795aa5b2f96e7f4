#include "campaign/cli/output/watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "campaign/session/terminal.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// The first characters of a line.
std::string_view cut(std::string_view line, std::size_t most) {
  std::size_t bytes = 0;
  for (std::size_t taken = 0; taken < most && bytes < line.size(); ++taken)
    bytes += first_character(line.substr(bytes)).length;
  return line.substr(0, bytes);
}

// Paints over what it painted before.
class Screen {
public:
  void paint(std::string_view text) {
    const TerminalSize size = terminal_size(STDOUT_FILENO).value_or(TerminalSize{});
    // A terminal that was made narrower has broken the lines.
    std::size_t up = 0;
    for (const std::size_t width : widths_) up += std::max<std::size_t>(1, (width + size.columns - 1) / size.columns);
    std::string painted = up > 0 ? fmt::format("\x1b[{}A", std::min(up, size.lines - 1)) : "";
    widths_.clear();
    while (!text.empty() && widths_.size() + 1 < size.lines) {  // the cursor is on the row below
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = cut(text.substr(0, end), size.columns);
      painted.append(line).append("\x1b[K\n");
      widths_.push_back(line.size());
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    say("{}\x1b[J", as_is(painted));
  }

private:
  std::vector<std::size_t> widths_;  // of the lines; byte, so rather too many
};

double parse_seconds(const std::string& typed) {
  double seconds = 0;
  const auto [rest, error] = std::from_chars(typed.data(), typed.data() + typed.size(), seconds);
  if (error != std::errc{} || rest != typed.data() + typed.size() || !(seconds >= 0.1) || seconds > 86400)
    throw UserError(fmt::format("--watch takes a number of seconds from 0.1 to 86400, not \"{}\"", typed));
  return seconds;
}

}  // namespace

void add_watch(const CommandSyntax& command, bool& watch, std::optional<double>& seconds) {
  command.add_option_with_optional_value(
      "--watch [S]",
      [&](const std::string& typed) {
        watch = true;
        if (!typed.empty()) seconds = parse_seconds(typed);
      },
      "Show it again every S seconds until the run ends");
}

void watch(std::optional<double> seconds, const std::function<Watched()>& look) {
  const bool repaint = takes_escapes(STDOUT_FILENO);
  const double pause = seconds.value_or(repaint ? 1 : 30);  // s
  Screen screen;
  Clock::time_point shown = Clock::now();
  for (bool first = true;; first = false) {
    const Watched seen = look();
    const bool due = first || seen.over || std::chrono::duration<double>(Clock::now() - shown).count() >= pause;
    if (due) {
      shown = Clock::now();
      if (repaint)
        screen.paint(seen.text);
      else
        say("{}\n", seen.line);
      std::fflush(stdout);
    }
    if (seen.over) return;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(pause, 1.0)));
  }
}

}  // namespace palio
