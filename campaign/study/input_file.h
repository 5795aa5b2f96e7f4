#pragma once

#include <cstddef>
#include <string>

namespace palio {

/// The most that a study or an explicit file may have: written as JSON text, twice as long at worst, platform and
/// workload fit into one line for a worker. Of a workflow of another format less is kept.
inline constexpr std::size_t k_largest_file = std::size_t{15} << 20U;      // byte
inline constexpr std::size_t k_largest_workflow = std::size_t{48} << 20U;  // byte

/// A whole text file of at most 15 MiB, or of so much. Throws UserError naming it, also for a pipe or a device, which
/// is not waited for.
std::string read_text_file(const std::string& path);
std::string read_file_up_to(const std::string& path, std::size_t largest);

/// The same of what a command names; - is standard input, which can be read once.
std::string read_input(const std::string& typed, std::size_t largest = k_largest_file);

/// What messages call it.
std::string input_name(const std::string& typed);

}  // namespace palio
