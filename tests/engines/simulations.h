#pragma once

#include <functional>
#include <memory>
#include <string>

#include "platforms/model/platform.h"
#include "platforms/model/star.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/ptg/schedule.h"
#include "tests/engines/comparison.h"
#include "workloads/model/bag_of_tasks.h"
#include "workloads/model/shared_files.h"
#include "workloads/model/workload.h"

namespace palio::test {

// By either engine. The policies are made anew for each.

using MakePolicy = std::function<std::unique_ptr<BagPolicy>()>;
using MakeFiles = std::function<std::unique_ptr<FilePolicy>()>;

Simulations of_graphs(std::string name, const Platform& platform, const Workload& workload, const Schedule& schedule);
Simulations of_bags(std::string name, const Star& star, const BagBatch& batch, const MakePolicy& make);
Simulations of_files(std::string name, const Star& star, const SharedFileTasks& tasks, const MakeFiles& make);

}  // namespace palio::test
