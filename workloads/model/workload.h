#pragma once

#include <memory>
#include <optional>
#include <span>
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

/// Data that a task needs from one that started before the workload was planned: they leave these processors of a
/// cluster at a date, unless they have left for the processors that an earlier plan gave the task. Refers to the
/// execution's schedule.
struct Inflow {
  int application = 0;
  int task = 0;
  double bytes = 0;
  int cluster = 0;
  std::span<const int> processors;  // numbers of the platform, ascending
  double sent = 0;                  // s; to any processors but those:
  std::span<const int> there = {};  // ascending; empty: they have not left
  double arrival = 0;               // s; there
};

/// What runs already when a workload is planned.
struct Background {
  std::vector<double> free_from;  // s, by processor of the platform
  std::vector<Inflow> inflows;    // by application, then task
};

/// Where the optimum comes from: the workload, if it names one, or the strategy Exact, which finds it.
enum class ReferenceSource { workload, exact };

/// The applications that are scheduled together: a batch of one or more.
struct Workload {
  using Role = struct WorkloadRole;
  static constexpr std::string_view k_called = "task graphs";

  std::vector<Application> applications;
  std::optional<double> reference_makespan = {};  // s; the best known or the optimum, where a file names it
  Uncertainty uncertainty = {};
  std::shared_ptr<const Background> background = {};  // null: the platform is empty
  ReferenceSource reference_source = ReferenceSource::workload;
};

/// A graph without a name, released at 0.
inline Workload one_graph(std::vector<Task> tasks, std::vector<Edge> edges) {
  Workload workload;
  workload.applications.push_back({"", {std::move(tasks), std::move(edges)}, 0});
  return workload;
}

}  // namespace palio
