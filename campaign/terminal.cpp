#include "campaign/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace palio {

std::optional<TerminalSize> terminal_size(int descriptor) {
  if (isatty(descriptor) != 1) return std::nullopt;
  TerminalSize size;
  winsize told{};
  if (ioctl(descriptor, TIOCGWINSZ, &told) == 0 && told.ws_col > 0 && told.ws_row > 0)
    size = {.columns = told.ws_col, .lines = told.ws_row};
  return size;
}

bool takes_escapes(int descriptor) {
  const char* kind = std::getenv("TERM");
  return kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb" && isatty(descriptor) == 1;
}

}  // namespace palio
