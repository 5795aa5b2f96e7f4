#pragma once

#include <optional>
#include <string>

namespace palio {

/// What is wrong with the limit of the stack, where it is too small: a crash would say nothing.
std::optional<std::string> stack_problem();

/// From here on, a file that something cuts off while SQLite has it mapped ends the process with a message that names
/// the file; SIGBUS would say nothing. Status 1; what is stored stays whole, as after a kill.
void name_files_cut_while_mapped();

}  // namespace palio
