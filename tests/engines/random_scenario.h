#pragma once

#include <cstdint>

#include "platforms/model/platform.h"
#include "platforms/model/star.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/bag_of_tasks.h"
#include "workloads/model/shared_files.h"
#include "workloads/model/workload.h"

namespace palio::test {

/// A small schedule that is hard for an engine.
struct RandomScenario {
  Platform platform;
  Workload workload;
  Schedule schedule;
};

/// Two of masters and workers.
struct RandomBags {
  Star star;
  BagBatch batch;
};
struct RandomFiles {
  Star star;
  SharedFileTasks tasks;
};

/// Draws few different values, so that much happens at the same dates and rates divide evenly, or arbitrary ones;
/// latencies that are zero, below the precision of 1e-9 s or equal; clusters of one processor; every interconnect;
/// switches slower than the links; volumes of nothing, of a millionth of a byte and of 1e15 bytes; graphs whose tasks
/// all start at once; several applications, released together or not; tasks that are planned later; tasks whose order
/// on their processors follows no plan.
RandomScenario random_scenario(std::uint64_t seed);
/// The same on a mesh of few hosts, whose links are alike or not.
RandomScenario random_mesh_scenario(std::uint64_t seed);

/// Few different values, or arbitrary ones; identical workers or not; latencies that are zero, below 1e-9 s or not; a
/// master that bounds nothing or everything; one port, or as many as workers; applications released together or not.
RandomBags random_bags(std::uint64_t seed);
/// The same, with one port; of one file or several, with outputs or without.
RandomFiles random_files(std::uint64_t seed);

}  // namespace palio::test
