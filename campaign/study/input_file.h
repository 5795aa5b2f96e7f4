#pragma once

#include <string>

namespace palio {

/// A whole text file of at most 15 MiB. Throws UserError naming it, also for a pipe or a device, which is not waited
/// for.
std::string read_text_file(const std::string& path);

/// The same of what a command names; - is standard input, which can be read once.
std::string read_input(const std::string& typed);

/// What messages call it.
std::string input_name(const std::string& typed);

}  // namespace palio
