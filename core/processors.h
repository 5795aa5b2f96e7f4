#pragma once

#include <filesystem>
#include <optional>

namespace palio {

/// Processors that this process may use: those of its affinity (taskset, a cpuset), or fewer where the quota of a
/// control group allows less; at least 1. `root` is where /proc and /sys are found.
int cores(const std::filesystem::path& root = "/");

/// Processors that the CPU quotas of this process's control groups and of those above them are worth, rounded up (v2:
/// cpu.max, v1: cpu.cfs_quota_us); nothing where there is none.
std::optional<int> quota_processors(const std::filesystem::path& root);

}  // namespace palio
