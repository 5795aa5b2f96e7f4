#pragma once

#include <cstdint>

#include "tests/engines/study_scenarios.h"

namespace palio::test {

/// The schedule of a random_scenario().
void visit_random_graphs(std::uint64_t seed, const VisitSimulation& visit);
/// The schedule of a random_mesh_scenario().
void visit_random_meshes(std::uint64_t seed, const VisitSimulation& visit);
/// random_bags() with every strategy for them that the star suits, and its default parameters.
void visit_random_bags(std::uint64_t seed, const VisitSimulation& visit);
/// random_files() likewise.
void visit_random_files(std::uint64_t seed, const VisitSimulation& visit);

}  // namespace palio::test
