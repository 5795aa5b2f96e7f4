#pragma once

#include <string>
#include <string_view>

namespace palio {

/// Throws UserError for an output that is the campaign itself, under whatever name. `option`: what it was given with.
void refuse_campaign(std::string_view option, const std::string& output, const std::string& database);

/// Whether two names are one file, or would be.
bool same_file(const std::string& a, const std::string& b);

/// Writes a file as a whole and says so on stderr; "-" is the standard output. Throws as OutputFile does.
void write_output(const std::string& output, std::string_view text);

}  // namespace palio
