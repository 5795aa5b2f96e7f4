#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/random_stream.h"
#include "workloads/workload.h"

namespace palio {

/// Family "random-ptg": layered random task graphs, the procedure of the daggen generator as used by N'Takpe, Suter,
/// Casanova, ISPDC 2007, section 5.1. Graph i of a batch has two streams of its own, so that it is the same
/// whatever the batch size, and these draws, in this order:
///   "shape/i"  one real per level for its size; then, for each task from the second level on: one real for its number
///              of parents and, for each of them, an integer for the level and one for the index in that level
///   "costs/i"  for each task: an integer for the side of its matrix, a real for the factor a (whether its class uses
///              it or not), an integer for its class if classes are mixed, a real for alpha
/// A draw from a range of one value takes nothing from its stream.
std::span<const ParameterSpec> random_ptg_parameters();
Workload build_random_ptg(const Recipe& recipe, std::string_view definition);

/// Level size that the width aims at: floor(tasks^width), at least 1.
int ideal_level_size(int tasks, double width);

/// Sizes of the generated levels, the first draws of a "shape" stream; the last one is cut so that they sum up to
/// `tasks`. Precedence levels (TaskGraph::level) may be lower when jump > 1.
std::vector<int> draw_level_sizes(int tasks, double width, double regularity, RandomStream& shape);

}  // namespace palio
