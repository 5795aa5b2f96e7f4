#include "campaign/duel/duel_instance.h"

#include <fmt/format.h>

#include <utility>

#include "core/error.h"
#include "platforms/explicit/platform_json.h"
#include "workloads/explicit/workload_json.h"

namespace palio {

DuelInstance duel_instance(Platform platform, const Workload& workload) {
  if (workload.applications.size() != 1)
    throw UserError(
        fmt::format("a duel changes one task graph, but the workload has {}", workload.applications.size()));
  const auto& [name, graph, release_date] = workload.applications.front();
  if (release_date > 0)
    throw UserError(
        fmt::format("a duel is about a graph that is there at 0 s, but this one is released at {} s", release_date));
  return {
      std::move(platform), {graph.tasks().begin(), graph.tasks().end()}, {graph.edges().begin(), graph.edges().end()}};
}

Workload workload_of(const DuelInstance& instance) {
  Workload workload;
  workload.applications.push_back({{}, TaskGraph(instance.tasks, instance.edges), 0});
  return workload;
}

std::string platform_text(const DuelInstance& instance) { return to_json(instance.platform); }

std::string workload_text(const DuelInstance& instance) { return to_json(description_of(workload_of(instance))); }

}  // namespace palio
