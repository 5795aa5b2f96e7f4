#include "runners/engines/fluid/fluid_master_worker.h"

#include <memory>

#include "runners/engines/fluid/fluid_crew.h"

namespace palio {
namespace {

std::unique_ptr<Crew> fluid_crew(const StarNetwork& network, double horizon) {
  return std::make_unique<FluidCrew>(network, horizon);
}

}  // namespace

BagSchedule simulate_bags_fluid(const Star& star, const BagBatch& batch, BagPolicy& policy) {
  return carry_out(star, batch, policy, fluid_crew);
}

FileSchedule simulate_files_fluid(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy, Detail detail) {
  return carry_out(star, tasks, policy, detail, fluid_crew);
}

}  // namespace palio
