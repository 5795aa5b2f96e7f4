#pragma once

#include <cstddef>
#include <optional>

namespace palio {

struct TerminalSize {
  std::size_t columns = 80;  // characters
  std::size_t lines = 24;
};

/// The present size of the terminal that a descriptor is; nothing where it is none. One that does not tell has 80 x 24.
std::optional<TerminalSize> terminal_size(int descriptor);

/// Whether it is a terminal that escape sequences steer: TERM is set, and not to dumb.
bool takes_escapes(int descriptor);

}  // namespace palio
