#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace palio {

struct TerminalSize {
  std::size_t columns = 80;  // characters
  std::size_t lines = 24;
};

/// The present size of the terminal that a descriptor is; nothing where it is none. One that does not tell has 80 x 24.
std::optional<TerminalSize> terminal_size(int descriptor);

/// Whether it is a terminal that escape sequences steer: TERM is set, and not to dumb.
bool takes_escapes(int descriptor);

/// When texts for people have colours. automatic: on terminals that take escapes, without NO_COLOR in the environment.
enum class Colours { automatic, always, never };
void choose_colours(Colours colours);

/// What a text means, which its colour shows beside its words.
enum class Style { plain, good, bad, doubtful };

/// The text in the colour of its meaning where this stream, a descriptor, has colours.
std::string painted(std::string_view text, Style style, int descriptor);

}  // namespace palio
