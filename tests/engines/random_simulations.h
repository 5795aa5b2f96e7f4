#pragma once

#include <cstdint>

#include "tests/engines/study_scenarios.h"

namespace palio::test {

/// The schedule of a random_scenario().
void visit_random_graphs(std::uint64_t seed, const VisitSimulation& visit);
/// The schedule of a random_mesh_scenario().
void visit_random_meshes(std::uint64_t seed, const VisitSimulation& visit);
/// random_bags() with every strategy for bags that takes the star, at its default parameters.
void visit_random_bags(std::uint64_t seed, const VisitSimulation& visit);
/// The same for random_files().
void visit_random_files(std::uint64_t seed, const VisitSimulation& visit);

}  // namespace palio::test
