#include "campaign/session/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "core/text/talk.h"

namespace palio {
namespace {

Colours& chosen_colours() {
  static Colours colours = Colours::automatic;
  return colours;
}

std::string_view terminal_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool has_colours(int descriptor) {
  if (chosen_colours() != Colours::automatic) return chosen_colours() == Colours::always;
  return terminal_variable("NO_COLOR").empty() && takes_escapes(descriptor);
}

// By Style: no colour, green, red, yellow.
constexpr std::array<std::string_view, 4> k_escapes{"", "\x1b[32m", "\x1b[31m", "\x1b[33m"};

}  // namespace

std::optional<TerminalSize> terminal_size(int descriptor) {
  if (isatty(descriptor) != 1) return std::nullopt;
  TerminalSize size;
  winsize told{};
  if (ioctl(descriptor, TIOCGWINSZ, &told) == 0 && told.ws_col > 0 && told.ws_row > 0)
    size = {.columns = told.ws_col, .lines = told.ws_row};
  return size;
}

bool takes_escapes(int descriptor) {
  const std::string_view kind = terminal_variable("TERM");
  return !kind.empty() && kind != "dumb" && isatty(descriptor) == 1;
}

std::size_t painting_width() { return terminal_size(STDERR_FILENO).value_or(TerminalSize{}).columns - 1; }

void paint_in_place(std::string_view line) {
  talk("{}{}\r", as_is(k_wipe), line.substr(0, painting_width()));
  std::fflush(stderr);
}

void choose_colours(Colours colours) { chosen_colours() = colours; }

std::string painted(std::string_view text, Style style, int descriptor) {
  if (style == Style::plain || !has_colours(descriptor)) return std::string(text);
  return fmt::format("{}{}\x1b[0m", k_escapes.at(static_cast<std::size_t>(style)), text);
}

}  // namespace palio
