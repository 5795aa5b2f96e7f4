#pragma once

#include <string>

#include "campaign/cluster/folder/submission.h"

namespace palio {

// The scripts of a submission, for any batch system; POSIX sh. `palio` is the program that they call.

/// Carries out the shard whose number is its argument or what the batch system calls the task of an array.
std::string task_script(const Submission& submission, const std::string& palio);

/// Puts together what parts there are.
std::string merge_script(const Submission& submission, const std::string& palio);

}  // namespace palio
