#include "runners/engines/fluid/engine.h"

#include "core/error.h"
#include "runners/engines/crew/carry_out.h"
#include "runners/kinds/instances.h"

namespace palio {
namespace {

void refuse_trace(const std::string& trace) {
  if (!trace.empty()) throw UserError("the engine fluid writes no trace: use --engine simgrid");
}

}  // namespace

EngineInfo fluid_engine() { return {"fluid", "1"}; }

Engine with_fluid() {
  static const auto kinds = Workloads::table(
      instance_kind<GraphInstance>([](const Platform& platform, int /*applications*/, const std::string& trace) {
        refuse_trace(trace);
        return fluid_simulator(platform);
      }),
      bag_instances(
          [](const Star& star, const BagBatch& batch, BagPolicy& policy, const std::string& trace, Turn /*turn*/) {
            refuse_trace(trace);
            return carry_out(star, batch, policy, fluid_crew);
          }),
      file_instances([](const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                        const std::string& trace, Turn /*turn*/) {
        refuse_trace(trace);
        return carry_out(star, tasks, policy, detail, fluid_crew);
      }));
  return {fluid_engine(), kinds, Simulates::often};
}

}  // namespace palio
