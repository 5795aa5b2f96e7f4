#include "runners/engines/fluid/engine.h"

#include <array>

#include "core/error.h"
#include "runners/engines/fluid/fluid_master_worker.h"
#include "runners/engines/fluid/fluid_simulation.h"
#include "runners/kinds/bag_instance.h"
#include "runners/kinds/file_instance.h"
#include "runners/kinds/graph_instance.h"

namespace palio {
namespace {

class Graphs final : public GraphSimulator {
public:
  explicit Graphs(const Platform& platform) : simulator_(platform) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    return simulator_.run(workload, schedule);
  }

private:
  FluidSimulator simulator_;
};

void refuse_trace(const std::string& trace) {
  if (!trace.empty()) throw UserError("the engine fluid writes no trace; take --engine simgrid");
}

}  // namespace

Engine with_fluid() {
  static const std::array kinds{
      instance_kind<GraphInstance>([](const Platform& platform, int /*applications*/, const std::string& trace) {
        refuse_trace(trace);
        return std::make_unique<Graphs>(platform);
      }),
      instance_kind<BagInstance>(
          [](const Star& star, const BagBatch& batch, BagPolicy& policy, const std::string& trace) {
            refuse_trace(trace);
            return simulate_bags_fluid(star, batch, policy);
          }),
      instance_kind<FileInstance>([](const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                                     const std::string& trace) {
        refuse_trace(trace);
        return simulate_files_fluid(star, tasks, policy, detail);
      })};
  return {fluid_engine(), kinds, Simulates::often};
}

}  // namespace palio
