#include "runners/wire/simulated_scenario.h"

#include <fmt/format.h>

namespace palio {

std::string task_title(const TaskGraph& graph, int task) {
  const std::string& name = graph.task(task).name;
  return name.empty() ? fmt::format("task {}", task) : name;
}

std::string application_title(const std::string& name, std::size_t application) {
  return name.empty() ? fmt::format("application {}", application) : name;
}

std::string node_title(int node, int supervisors) {
  if (node == 0) return "master";
  if (node <= supervisors) return fmt::format("supervisor {}", node - 1);
  return fmt::format("worker {}", node - supervisors - 1);
}

}  // namespace palio
