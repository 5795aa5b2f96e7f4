#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace palio {

/// How much memory a process of a scenario may take.
struct MemoryLimit {
  enum class Origin {
    user,   // --memory
    share,  // the default: its share of what there is
  };
  static constexpr std::int64_t k_smallest = std::int64_t{1} << 20;          // byte; what the user may ask for
  static constexpr std::int64_t k_smallest_share = std::int64_t{256} << 20;  // byte

  std::int64_t bytes = 0;  // 0: none
  Origin origin = Origin::share;
};

/// Where the limit comes from and how to lift it, for the message of a scenario that ran into it.
std::string explanation(const MemoryLimit& limit);

/// "512M", "4G", "10000000": a number of bytes with K, M, G or T for powers of 1024; at least 1 MiB, or 0 for no limit.
/// Throws UserError naming --memory.
std::int64_t parse_memory(std::string_view text);

/// Bytes that this process may use: the machine's memory, or a smaller limit of its control group (cgroup v2); 0 where
/// the system does not say. `root` is where /proc and /sys are found.
std::int64_t available_memory(const std::filesystem::path& root = "/");

/// The default limit of each of `jobs` scenarios: its share of 80 %, 256 MiB at least; none where `available` is 0.
MemoryLimit default_memory_limit(std::int64_t available, int jobs);

}  // namespace palio
