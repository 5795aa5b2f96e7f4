#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/model/task_graph.h"
#include "workloads/model/uncertainty.h"

namespace palio {

/// One user's submission: here a parallel task graph.
struct Application {
  std::string name;  // from an imported file; empty for generated ones
  TaskGraph graph;
  double release_date = 0;  // s; none of its tasks starts earlier
};

/// The applications that are scheduled together: a batch of one or more.
struct Workload {
  using Role = struct WorkloadRole;
  static constexpr std::string_view k_called = "task graphs";

  std::vector<Application> applications;
  std::optional<double> reference_makespan = {};  // s; the best known or the optimum, where a file names it
  Uncertainty uncertainty = {};
};

/// A graph without a name, released at 0.
inline Workload one_graph(std::vector<Task> tasks, std::vector<Edge> edges) {
  Workload workload;
  workload.applications.push_back({"", {std::move(tasks), std::move(edges)}, 0});
  return workload;
}

}  // namespace palio
