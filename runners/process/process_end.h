#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace palio {

/// How many processes the kernel has killed since the machine started because memory was short; -1 where it does not
/// say. `root` is where /proc is found.
std::int64_t oom_kills(const std::filesystem::path& root = "/");

/// Whether there are more of them than `before`: a process that died of SIGKILL meanwhile was most likely one.
bool more_oom_kills(std::int64_t before);

/// The same number as it was at most a second ago: reading it costs as much as a small simulation.
std::int64_t recent_oom_kills();

/// "exit status 1" or "killed by signal 11 (Segmentation fault)" from the status of waitpid.
std::string describe_status(int status);

}  // namespace palio
