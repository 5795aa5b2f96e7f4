#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace palio {

/// How many processes the kernel has killed for lack of memory since the machine started; -1 if it does not say.
/// `root`: where /proc is found.
std::int64_t oom_kills(const std::filesystem::path& root = "/");

/// Whether the number has grown since `before`: then a process that died of SIGKILL was most likely killed for it.
bool more_oom_kills(std::int64_t before);

/// The same number, up to a second old: reading it costs as much as a small simulation.
std::int64_t recent_oom_kills();

/// "exit status 1" or "killed by signal 11 (Segmentation fault)" from the status of waitpid.
std::string describe_status(int status);

}  // namespace palio
