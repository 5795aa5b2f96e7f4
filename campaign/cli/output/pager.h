#pragma once

#include <cstddef>
#include <string_view>

namespace palio {

enum class Paging { automatic, off };
void choose_paging(Paging paging);

/// Prints a text for people on standard output. Where that is a terminal which the text does not fit, by its width or
/// its height, it goes through the command in $PAGER, `less -SRFX` unless set; an empty one is none.
void show(std::string_view text);

/// Characters per line of the terminal that standard output is; any number where it is none.
std::size_t screen_width();

}  // namespace palio
