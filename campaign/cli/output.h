#pragma once

#include <string>
#include <string_view>

namespace palio {

/// Writes a file as a whole and says so on stderr; "-" is the standard output. Throws as OutputFile does.
void write_output(const std::string& output, std::string_view text);

}  // namespace palio
