#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace palio {

/// "512M", "4G", "1000000": a number of bytes with K, M, G or T for powers of 1024. Throws UserError naming the option.
std::int64_t parse_bytes(std::string_view option, std::string_view text);

/// Bytes that this process may use: the machine's memory or, where that is smaller, the limit of its control group
/// (cgroup v2). 0 when the system does not say. `root` is where /proc and /sys are found.
std::int64_t available_memory(const std::filesystem::path& root = "/");

/// The memory limit of one of `jobs` scenarios side by side unless the user gives one: together 80 % of what there is.
std::int64_t default_memory_limit(std::int64_t available, int jobs);

}  // namespace palio
