#include "tests/engines/random_simulations.h"

#include <fmt/format.h>

#include "core/error.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/registry.h"
#include "tests/engines/random_scenario.h"
#include "tests/engines/simulations.h"

namespace palio::test {
namespace {

// Each strategy of a kind whose method takes the star.
template <class Method, class Visit>
void for_strategies(const Star& star, Visit visit) {
  for (const Strategy& row : strategies()) {
    const auto* method = method_if<Method>(row);
    if (method == nullptr) continue;
    try {
      method->check_platform(row.name, star);
    } catch (const UserError&) {
      continue;
    }
    visit(row.name, *method, resolve(row.name, row.parameters, {}));
  }
}

}  // namespace

void visit_random_graphs(std::uint64_t seed, const VisitSimulation& visit) {
  const RandomScenario drawn = random_scenario(seed);
  visit(of_graphs(fmt::format("graphs {}", seed), drawn.platform, drawn.workload, drawn.schedule));
}

void visit_random_meshes(std::uint64_t seed, const VisitSimulation& visit) {
  const RandomScenario drawn = random_mesh_scenario(seed);
  visit(of_graphs(fmt::format("meshes {}", seed), drawn.platform, drawn.workload, drawn.schedule));
}

void visit_random_bags(std::uint64_t seed, const VisitSimulation& visit) {
  const RandomBags drawn = random_bags(seed);
  const Star& star = drawn.star;
  const BagBatch& batch = drawn.batch;
  for_strategies<BagMethod>(star, [&](std::string_view name, const BagMethod& method, const Parameters& parameters) {
    const MakePolicy make = [&] { return method.policy(star, batch, parameters); };
    visit(of_bags(fmt::format("bags {} {}", seed, name), star, batch, make));
  });
}

void visit_random_files(std::uint64_t seed, const VisitSimulation& visit) {
  const RandomFiles drawn = random_files(seed);
  const Star& star = drawn.star;
  const SharedFileTasks& tasks = drawn.tasks;
  for_strategies<FileMethod>(star, [&](std::string_view name, const FileMethod& method, const Parameters& parameters) {
    const MakeFiles make = [&] { return method.policy(star, tasks, parameters); };
    visit(of_files(fmt::format("files {} {}", seed, name), star, tasks, make));
  });
}

}  // namespace palio::test
