#include "runners/engines/simgrid/master_worker.h"

#include <memory>

#include "runners/engines/simgrid/simgrid_crew.h"

namespace palio {
namespace {

MakeCrew simgrid_crew(const std::string& trace) {
  return [trace](const StarNetwork& network, double horizon) {
    return std::make_unique<SimgridCrew>(network, horizon, trace);
  };
}

}  // namespace

BagSchedule simulate_bags(const Star& star, const BagBatch& batch, BagPolicy& policy, const std::string& trace) {
  return carry_out(star, batch, policy, simgrid_crew(trace));
}

FileSchedule simulate_files(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail,
                            const std::string& trace) {
  return carry_out(star, tasks, policy, detail, simgrid_crew(trace));
}

}  // namespace palio
