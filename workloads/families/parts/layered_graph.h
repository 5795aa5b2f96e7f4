#pragma once

#include <cstdint>
#include <vector>

#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/task_costs.h"

namespace palio {

/// What a layered random task graph is drawn from, the procedure of the daggen generator as used by N'Takpe, Suter,
/// Casanova, ISPDC 2007, section 5.1.
struct LayeredGraphType {
  std::int64_t tasks = 1;
  double width = 0;       // levels have about tasks^width tasks
  double regularity = 0;  // level sizes differ from the ideal one by up to 1 - regularity
  double density = 0;     // parents of a task, at most this part of the level above
  std::int64_t jump = 1;  // levels that an edge may go down
  Complexity complexity = Complexity::mixed;
  double alpha_max = 0;
};

/// One graph from streams of its own, with these draws in this order:
///   shape  one real per level for its size; then, for each task from the second level on: one real for its number of
///          parents and, for each of them, an integer for the level and one for the index in that level
///   costs  draw_task_costs() for each task
/// Tasks are numbered level by level. An edge carries data_factor times the data of its producer. Throws UserError
/// where `limit` does.
TaskGraph draw_layered_graph(const LayeredGraphType& type, double data_factor, RandomStream& shape, RandomStream& costs,
                             EdgeLimit& limit);

/// Level size that the width aims at: floor(tasks^width), at least 1.
int ideal_level_size(int tasks, double width);

/// Sizes of the generated levels, the first draws of a "shape" stream; the last one is cut so that they sum up to
/// `tasks`. Precedence levels (TaskGraph::level) may be lower when jump > 1.
std::vector<int> draw_level_sizes(int tasks, double width, double regularity, RandomStream& shape);

}  // namespace palio
