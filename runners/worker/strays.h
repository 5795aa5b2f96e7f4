#pragma once

namespace palio {

/// Makes this process the parent of every descendant whose own parent has ended (prctl(2), PR_SET_CHILD_SUBREAPER), so
/// that nothing which a scenario left behind gets out of sight, whatever process group or session it moved to.
void adopt_strays();

/// Kills and reaps all children of this process and what they leave behind. One system call when there are none.
void kill_strays();

}  // namespace palio
