#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "workloads/families/parts/batch.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// How the work of a task grows with its d elements of data: a d ("stencil"), a d log2 d ("sort"), d^(3/2) ("matmul",
/// which has no factor a), or one of the three at random. N'Takpe, Suter, Casanova, ISPDC 2007, section 5.1.
enum class Complexity : std::size_t { stencil, sort, matmul, mixed };
inline constexpr auto k_complexities =
    std::to_array<std::string_view>({"stencil", "sort", "matmul", "mixed"});  // as the enum

/// Of a resolved parameter.
Complexity complexity_of(std::string_view name);

/// Side of a square of data, in units of 1024 elements, as every family draws it: an integer from 2 to 10, so that a
/// task has 4M to 100M elements of 8 bytes.
std::int64_t draw_side(RandomStream& costs);

/// Operations per element of the classes that have such a factor: a real from 64 to 512.
double draw_factor(RandomStream& costs);

struct TaskCosts {
  Task task;
  double bytes = 0;  // of its data, sent to each child
};

/// Four draws: draw_side(); draw_factor(), whether the class uses it or not; an integer for the class if it is mixed; a
/// real for alpha, from 0 to alpha_max.
TaskCosts draw_task_costs(Complexity complexity, double alpha_max, RandomStream& costs);

/// The parameters of a layered random task graph, drawn by the procedure of the daggen generator as used by N'Takpe,
/// Suter, Casanova, ISPDC 2007, section 5.1.
struct LayeredGraphType {
  std::int64_t tasks = 1;
  double width = 0;       // levels have about tasks^width tasks
  double regularity = 0;  // level sizes differ from the ideal one by up to 1 - regularity
  double density = 0;     // parents of a task, at most this fraction of the level above
  std::int64_t jump = 1;  // number of levels that an edge may span
  Complexity complexity = Complexity::mixed;
  double alpha_max = 0;
};

/// A graph that is not built yet.
struct GraphParts {
  std::vector<Task> tasks;
  std::vector<Edge> edges;
};

/// One graph from streams of its own, with these draws in this order:
///   shape  one real per level for its size; then, for each task from the second level on: one real for its number of
///          parents and, for each of them, an integer for the level and one for the index in that level
///   costs  draw_task_costs() for each task
/// Tasks are numbered level by level. An edge carries data_factor times the data of its producer. Throws UserError
/// where `limit` does.
GraphParts draw_layered_parts(const LayeredGraphType& type, double data_factor, RandomStream& shape,
                              RandomStream& costs, EdgeLimit& limit);
inline TaskGraph draw_layered_graph(const LayeredGraphType& type, double data_factor, RandomStream& shape,
                                    RandomStream& costs, EdgeLimit& limit) {
  GraphParts parts = draw_layered_parts(type, data_factor, shape, costs, limit);
  return {std::move(parts.tasks), std::move(parts.edges)};
}

/// Mean level size for the width: floor(tasks^width), at least 1.
int ideal_level_size(int tasks, double width);

/// Sizes of the generated levels, the first draws of a "shape" stream; the last one is cut so that they sum up to
/// `tasks`. Precedence levels (TaskGraph::level) may be lower when jump > 1.
std::vector<int> draw_level_sizes(int tasks, double width, double regularity, RandomStream& shape);

}  // namespace palio
