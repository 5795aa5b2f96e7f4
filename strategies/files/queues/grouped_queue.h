#pragma once

#include "strategies/files/file_policy.h"

namespace palio {

/// WQ+G: tasks grouped by their file, which is sent once to each worker that takes such tasks. mode dynamic: an idle
/// worker takes the next task of its file; without one it gets another file (TaskPool). mode static: every worker has
/// as many consecutive tasks as the others, the first workers one more, and gets their files one after the other.
/// Senger, Silva, Nascimento, CCGRIDW 2006, section III.B.
std::unique_ptr<FilePolicy> make_grouped_queue(const Star& star, const SharedFileTasks& tasks,
                                               const Parameters& parameters);

}  // namespace palio
