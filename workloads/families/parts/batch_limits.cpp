#include "workloads/families/parts/batch_limits.h"

#include "core/error.h"

namespace palio {

void check_task_count(std::int64_t batch, std::int64_t tasks, std::string_view parameter) {
  if (tasks > k_most_tasks / batch)
    throw UserError("{} graphs of {} tasks are more than {} tasks: lower batch or {}", batch, tasks, k_most_tasks,
                    parameter);
}

void EdgeLimit::add(double expected_edges) {
  edges_ += expected_edges;
  if (edges_ > k_most_edges)
    throw UserError("this {} workload has more than {} edges: lower {}", family_, k_most_edges, remedies_);
}

}  // namespace palio
