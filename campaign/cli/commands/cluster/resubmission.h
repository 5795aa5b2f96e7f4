#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/cluster/batch/slurm.h"
#include "campaign/cluster/folder/submission.h"

namespace palio {

/// Submits an array of these shards and a merge behind it; without a batch system prints the numbers of the shards.
void start_tasks(Submission& submission, const std::vector<std::int64_t>& shards, const QueueState& queue);

/// What `palio submit --retry` takes; what is empty stays as it was.
struct Resubmission {
  std::string folder;
  std::string time;
  std::vector<std::string> batch_options;
};

/// Starts what is not complete and not at work; damaged parts are moved aside. Returns the exit status.
int submit_again(const Resubmission& asked);

}  // namespace palio
