#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "workloads/explicit/workload_json.h"

namespace palio {

/// Values of a node or an edge, by name, as texts.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// Makes a task graph from nodes and edges with named values, as general tools for graphs write them. The work of a
/// node is the first that it has of flop, flops, work (flop), seconds, runtime, duration (s) and size (flop); the data
/// of an edge the first of bytes, data and size (byte); upper and lower case are one. A WorkflowReading may name others
/// instead, of flop and of bytes. Edges may precede their nodes. `where`: a place in the input, in the reader's own
/// unit.
class AttributedGraph {
public:
  /// Throws UserError that names the place and the problem.
  using Fail = std::function<void(std::size_t where, const std::string& problem)>;

  AttributedGraph(const WorkflowReading& reading, Fail fail);

  void add_node(const std::string& name, const NamedValues& values, std::size_t where);
  void add_edge(std::string from, std::string to, const NamedValues& values, std::size_t where);
  /// The graph, once. `otherwise`: the place of a problem of no node and no edge.
  DescribedWorkload build(const std::string& name, std::size_t otherwise);

private:
  struct NamedEdge {
    std::string from, to;
    double bytes;
    std::size_t where;
  };

  int task_named(const std::string& name, std::size_t where) const;

  std::vector<std::string_view> work_names_, data_names_;  // in the order in which they count
  Fail fail_;
  std::vector<DescribedTask> tasks_;
  std::vector<std::size_t> tasks_at_;
  std::unordered_map<std::string, int> numbers_;  // of the tasks
  std::vector<NamedEdge> edges_;
  bool has_data_ = false;  // some edge
  std::optional<std::pair<std::size_t, std::string>>
      no_data_;  // where an edge may have them by another name, and which
};

}  // namespace palio
