#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace palio {

// Where output goes: to the screen or into a file.

enum class Paging { automatic, off };
void choose_paging(Paging paging);

/// Prints a text for people on standard output. If the text does not fit the terminal, it goes through the command in
/// $PAGER (default: `less -SRFX`); an empty $PAGER means none. There is none either if the standard input is no
/// terminal, or holds something typed ahead: a paste would end up in the pager.
void show(std::string_view text);

/// Characters per line of the terminal on standard output; any number if it is no terminal.
std::size_t screen_width();

/// Writes a file as a whole and says so on stderr; "-" is the standard output. Throws as OutputFile does.
void write_output(const std::string& output, std::string_view text);

/// Throws UserError for an output that is the campaign itself, under any name. `option`: the option that named it.
void refuse_campaign(std::string_view option, const std::string& output, const std::string& database);

/// Whether two names are or would be the same file.
bool same_file(const std::string& a, const std::string& b);

}  // namespace palio
