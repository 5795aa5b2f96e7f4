#include "runners/engines/simgrid/engine.h"

#include <array>

#include "runners/engines/simgrid/master_worker.h"
#include "runners/engines/simgrid/platform/platform_reading.h"
#include "runners/engines/simgrid/simulation.h"
#include "runners/kinds/bag_instance.h"
#include "runners/kinds/file_instance.h"
#include "runners/kinds/graph_instance.h"

namespace palio {
namespace {

class Graphs final : public GraphSimulator {
public:
  Graphs(const Platform& platform, int applications, const std::string& trace)
      : simulator_(platform, applications, trace) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    return simulator_.run(workload, schedule);
  }

private:
  Simulator simulator_;
};

}  // namespace

Engine with_simgrid() {
  static const std::array kinds{
      instance_kind<GraphInstance>([](const Platform& platform, int applications, const std::string& trace) {
        return std::make_unique<Graphs>(platform, applications, trace);
      }),
      instance_kind<BagInstance>(simulate_bags), instance_kind<FileInstance>(simulate_files)};
  return {simgrid_engine(), kinds, Simulates::once, read_simgrid_platform};
}

}  // namespace palio
