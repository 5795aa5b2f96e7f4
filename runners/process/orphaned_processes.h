#pragma once

#include <sys/types.h>

#include <map>
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

/// Processes whose descendants work for the scenarios of this process and of those that it forks: while they compute or
/// wait for a processor, no scenario sleeps.
std::set<pid_t>& helpers();

/// Kills and reaps all children of this process and what they leave behind, except those to be spared.
void kill_orphans(const std::set<pid_t>& spared = {});

/// Kills a process that adopts orphans, and its descendants; their new parent reaps them. The process may be
/// stopped.
void kill_tree(pid_t process);

/// Whether a signal or a debugger has stopped a process or one of its children.
bool is_stopped(pid_t process);

/// CPU time (s) of the descendants of this process, without the exempt ones, and of those that they have waited for; or
/// of all descendants of `root`. Never too much; processes that end meanwhile may be missing, and up to a clock tick
/// for each process waited for.
double descendants_cpu_time(pid_t root = 0);

/// Whether a process or one of its children is ready to run: it is not silent, but may lack a processor.
bool is_ready_to_run(pid_t process);

/// Updates, by process, the time (s) that the descendants of this process and all helpers have computed, or waited for
/// a processor; `since` the last call (s). Of processes that have ended it is the last known.
void add_busy_times(std::map<pid_t, double>& times, double since);

}  // namespace palio
