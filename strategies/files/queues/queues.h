#pragma once

#include "strategies/files/file_policy.h"

namespace palio {

/// WQ: an idle worker takes the next task of the queue, and its file is sent even if the worker has it already. Senger,
/// Silva, Nascimento, CCGRIDW 2006, section III.
std::unique_ptr<FilePolicy> make_work_queue(const Star& star, const SharedFileTasks& tasks,
                                            const Parameters& parameters);

/// WQ+G: tasks grouped by their file, which is sent once to each worker that takes such tasks. mode dynamic: an idle
/// worker takes the next task of its file; without one it gets another file (TaskPool). mode static: every worker has
/// as many consecutive tasks as the others, the first workers one more, and gets their files one after the other.
/// Senger, Silva, Nascimento, CCGRIDW 2006, section III.B.
std::unique_ptr<FilePolicy> make_grouped_queue(const Star& star, const SharedFileTasks& tasks,
                                               const Parameters& parameters);

/// WQ+H: supervisors between master and workers, as many as supervisor_rule says, the first of them with a worker more.
/// An idle worker takes, in this order: a READY task of its file; another file, with READY tasks (TaskPool); with
/// replication, the RUNNING task of its file that began first among those that run once only; nothing.
/// pull global: all take from one queue. pull sub-lists: each supervisor has its list of consecutive tasks, even like
/// the workers; once that is DONE, its workers take from the list with most READY tasks, the first of several.
/// Senger, Silva, Nascimento, CCGRIDW 2006, section V; the paper leaves open which task is replicated and how often.
std::unique_ptr<FilePolicy> make_hierarchical_queue(const Star& star, const SharedFileTasks& tasks,
                                                    const Parameters& parameters);

}  // namespace palio
