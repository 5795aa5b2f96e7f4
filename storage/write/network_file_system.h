#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace palio {

/// Name of the network or cluster file system with this number in statfs(2)'s f_type; empty for any other.
std::optional<std::string_view> network_file_system(std::uint32_t magic);

/// The warning for a campaign on a network file system: which one, why not, and what to do. Empty if the file, or the
/// folder where it will be, is not on such a file system or cannot be queried.
std::optional<std::string> network_file_system_warning(const std::filesystem::path& campaign);

/// The warning for merging a campaign that has a log on a network file system. Empty for any other.
std::optional<std::string> part_in_use_warning(const std::filesystem::path& part);

}  // namespace palio
