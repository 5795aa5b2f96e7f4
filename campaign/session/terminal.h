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

/// The present size of the terminal at a descriptor; nothing if it is not a terminal. One that does not say has 80
/// x 24.
std::optional<TerminalSize> terminal_size(int descriptor);

/// Whether it is a terminal that understands escape sequences: TERM is set, and not to dumb.
bool takes_escapes(int descriptor);

/// Clears everything from the start of the cursor's line, also the rest of a line that a narrower terminal has wrapped.
inline constexpr std::string_view k_wipe = "\r\x1b[J";

/// Characters of a line that is painted in place on stderr; one more would take the cursor to the next line.
std::size_t painting_width();
/// Paints a line over the last one on stderr, a terminal that takes escapes; the cursor stays at the start of the line.
void paint_in_place(std::string_view line);

/// When texts for people have colours. automatic: on terminals that take escapes, without NO_COLOR in the environment.
enum class Colours { automatic, always, never };
void choose_colours(Colours colours);

/// What a text means, which its colour shows in addition to its words.
enum class Style { plain, good, bad, doubtful };

/// The text in the colour of its meaning if this stream, a descriptor, has colours.
std::string painted(std::string_view text, Style style, int descriptor);

}  // namespace palio
