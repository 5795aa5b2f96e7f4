#pragma once

#include <sys/types.h>

#include <set>

namespace palio {

/// Makes this process the parent of every descendant whose own parent has ended (prctl(2), PR_SET_CHILD_SUBREAPER), so
/// that nothing which a scenario left behind gets out of sight, whatever process group or session it moved to.
void adopt_orphans();
/// Whether adopt_orphans() was called.
bool adopts_orphans();

/// Kills and reaps all children of this process and what they leave behind, except those to be spared.
void kill_orphans(const std::set<pid_t>& spared = {});

}  // namespace palio
