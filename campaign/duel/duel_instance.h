#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "workloads/model/workload.h"

namespace palio {

/// A graph on a platform, in parts that can be changed.
struct DuelInstance {
  Platform platform;
  std::vector<Task> tasks;
  std::vector<Edge> edges;
};

/// Throws UserError for several applications and for one that is released later than at 0 s.
DuelInstance duel_instance(Platform platform, const Workload& workload);

/// Its only application has no name. Throws UserError as TaskGraph does.
Workload workload_of(const DuelInstance& instance);

/// Both in Palio's JSON, which reads back as the same bits (docs/file-formats.md).
std::string platform_text(const DuelInstance& instance);
std::string workload_text(const DuelInstance& instance);

}  // namespace palio
