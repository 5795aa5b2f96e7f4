#pragma once

#include "strategies/files/file_policy.h"

namespace palio {

/// WQ: an idle worker takes the next task of the queue, and its file is sent even if the worker has it already. Senger,
/// Silva, Nascimento, CCGRIDW 2006, section III.
std::unique_ptr<FilePolicy> make_work_queue(const Star& star, const SharedFileTasks& tasks,
                                            const Parameters& parameters);

}  // namespace palio
