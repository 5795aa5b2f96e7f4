#pragma once

#include <sys/types.h>

#include <set>

namespace palio {

/// Makes this process the parent of every descendant whose own parent has ended (prctl(2), PR_SET_CHILD_SUBREAPER),
/// whatever process group or session it moved to.
void adopt_orphans();
/// Whether adopt_orphans() was called.
bool adopts_orphans();

/// Exempts a child of this process that serves its other children: it is no orphan, and its CPU time is not theirs.
void spare_from_orphans(pid_t child);

/// Exempts a child during its lifetime.
class SparedChild {
public:
  /// 0: none.
  explicit SparedChild(pid_t child);
  ~SparedChild();
  SparedChild(const SparedChild&) = delete;
  SparedChild& operator=(const SparedChild&) = delete;

private:
  pid_t child_;
};

/// Kills and reaps all children of this process and what they leave behind, except those to be spared.
void kill_orphans(const std::set<pid_t>& spared = {});

/// CPU time (s) of the descendants of this process, without the exempt ones, and of those that they have waited for.
/// Never too much; processes that end meanwhile may be missing, and up to a clock tick for each process waited for.
double descendants_cpu_time();

}  // namespace palio
