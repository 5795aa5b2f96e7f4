#include "workloads/explicit/described_workload.h"

#include <fmt/format.h>

#include <utility>

namespace palio {
namespace {

Task scaled_task(const DescribedTask& task, const Scaling& scaling) {
  if (!task.times.empty()) {
    Task timed{0, task.alpha.value_or(scaling.alpha), task.name, task.times};
    for (double& time : timed.times) time *= scaling.work_factor;
    return timed;
  }
  const double unit = task.unit == WorkUnit::seconds ? scaling.reference_speed : 1.0;
  const double flop = task.work * unit * scaling.work_factor;
  return {flop > 0 ? flop : k_least_flop, task.alpha.value_or(scaling.alpha), task.name};
}

std::string name_or_number(const std::string& name, char letter, std::size_t number) {
  return name.empty() ? fmt::format("{}{}", letter, number) : name;
}

DescribedApplication description_of(const Application& application, std::size_t number) {
  DescribedApplication described{.name = name_or_number(application.name, 'g', number),
                                 .tasks = {},
                                 .edges = {application.graph.edges().begin(), application.graph.edges().end()},
                                 .release_date = application.release_date};
  for (const Task& task : application.graph.tasks())
    described.tasks.push_back(
        {name_or_number(task.name, 't', described.tasks.size()), task.flop, WorkUnit::flop, task.alpha, task.times});
  return described;
}

}  // namespace

Application scaled(const DescribedApplication& described, const Scaling& scaling) {
  std::vector<Task> tasks;
  tasks.reserve(described.tasks.size());
  for (const DescribedTask& task : described.tasks) tasks.push_back(scaled_task(task, scaling));
  std::vector<Edge> edges = described.edges;
  for (Edge& edge : edges) edge.bytes *= scaling.data_factor;
  return {described.name, TaskGraph(std::move(tasks), std::move(edges)), described.release_date};
}

DescribedWorkload description_of(const Workload& workload) {
  DescribedWorkload described;
  for (const Application& application : workload.applications)
    described.applications.push_back(description_of(application, described.applications.size()));
  return described;
}

}  // namespace palio
