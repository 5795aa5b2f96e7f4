#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace palio::test {

/// From now on this process inherits whatever its children leave behind, so that a test can see all of it.
void adopt_orphans();

/// Waits up to 10 s until no process is left below this one, zombies included, and reaps them. Those that remain, as
/// "pid: command line".
std::vector<std::string> processes_left();

/// The children of a process.
std::vector<pid_t> children_of(pid_t process);

}  // namespace palio::test
