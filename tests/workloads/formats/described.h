#pragma once

#include <string>
#include <vector>

#include "tests/support/error_of.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/formats/format.h"

namespace palio::test {

/// The texts of a format, in a file of this name.
struct FormatTexts {
  std::string file;

  DescribedApplication read(const std::string& text, const WorkflowReading& reading = {}) const {
    return read_workflow(text, file, reading).applications.at(0);
  }
  std::string error(const std::string& text, const WorkflowReading& reading = {}) const {
    return error_of([&] { read(text, reading); });
  }
};

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
