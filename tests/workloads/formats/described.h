#pragma once

#include <string>
#include <vector>

#include "workloads/explicit/workload_json.h"

namespace palio::test {

inline std::vector<std::string> names(const DescribedApplication& graph) {
  std::vector<std::string> all;
  for (const DescribedTask& task : graph.tasks) all.push_back(task.name);
  return all;
}
inline std::vector<double> works(const DescribedApplication& graph) {
  std::vector<double> all;
  for (const DescribedTask& task : graph.tasks) all.push_back(task.work);
  return all;
}
inline std::vector<double> bytes(const DescribedApplication& graph) {
  std::vector<double> all;
  for (const Edge& edge : graph.edges) all.push_back(edge.bytes);
  return all;
}

}  // namespace palio::test
