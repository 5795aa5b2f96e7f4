#pragma once

#include <string>
#include <system_error>

namespace palio {

/// Whether an error number is about a file that the user chose, or its name: it is missing, not allowed, no plain file,
/// a loop of links.
bool is_about_a_name(int error);
/// What a file system refused, in words that name the file: "a/b: Permission denied".
std::string plain_text(const std::system_error& error);

}  // namespace palio
