#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace palio {

// Where output goes: to the screen or into a file.

enum class Paging { automatic, off };
void choose_paging(Paging paging);

/// Prints a text for people on standard output. If that is a terminal which the text does not fit, it goes through the
/// command in $PAGER, `less -SRFX` unless set; an empty one is none.
void show(std::string_view text);

/// Characters per line of the terminal that standard output is; any number where it is none.
std::size_t screen_width();

/// Writes a file as a whole and says so on stderr; "-" is the standard output. Throws as OutputFile does.
void write_output(const std::string& output, std::string_view text);

/// Throws UserError for an output that is the campaign itself, under whatever name. `option`: what it was given with.
void refuse_campaign(std::string_view option, const std::string& output, const std::string& database);

/// Whether two names are one file, or would be.
bool same_file(const std::string& a, const std::string& b);

}  // namespace palio
