#include "runners/engines/simgrid/engine.h"

#include "runners/engines/crew/carry_out.h"
#include "runners/engines/simgrid/platform/platform_reading.h"
#include "runners/engines/simgrid/run_apart.h"
#include "runners/kinds/instances.h"

namespace palio {

Engine with_simgrid() {
  static const auto kinds = Workloads::table(
      instance_kind<GraphInstance>(simgrid_simulator),
      bag_instances(
          [](const Star& star, const BagBatch& batch, BagPolicy& policy, const std::string& trace, Turn turn) {
            const auto simulate = [&] { return carry_out(star, batch, policy, simgrid_crew(trace)); };
            return turn == Turn::last ? simulate() : run_apart(std::function<BagSchedule()>(simulate));
          }),
      file_instances([](const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                        const std::string& trace, Turn turn) {
        const auto simulate = [&] { return carry_out(star, tasks, policy, detail, simgrid_crew(trace)); };
        return turn == Turn::last ? simulate() : run_apart(std::function<FileSchedule()>(simulate));
      }));
  return {simgrid_engine(), kinds, Simulates::once, read_simgrid_platform};
}

}  // namespace palio
