#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace palio {

/// The tasks of a type. A workflow has groups (chromosomes, samples, bands), each with some members.
enum class TaskSet {
  once,
  groups,   // one for each group
  members,  // one for each member of each group
  columns,  // one for each member number, for all groups together
  seven,    // seven for each group
  overlaps  // one for each two members of a group whose numbers differ by at most k_reach
};

/// Members that overlap, as the images of a mosaic do.
inline constexpr int k_reach = 5;

/// What a task gives to its children: a separate piece for each, or the same file, whose size they share.
enum class Output { pieces, copies };

struct TaskType {
  std::string_view name;
  TaskSet set;
  double mean, variation;  // runtime: s, coefficient of variation
  Output output;
};

/// Between tasks of two types that belong together: of the same group, and of the same member if both have one.
struct FileType {
  std::string_view from, to;
  double mean, variation;  // byte, coefficient of variation
};

/// A workflow application of WfInstances (wfcommons/WfInstances on GitHub, Chameleon cloud, schema 1.5, the instances
/// of up to 3.5 MB): the tasks and files of the traces by type, as means and coefficients of variation over all
/// instances.
struct WorkflowRecipe {
  std::string_view name;
  std::vector<int> groups, members;  // numbers of the traces to draw from
  std::span<const TaskType> tasks;   // parents first
  std::span<const FileType> files;
};

std::span<const WorkflowRecipe> workflow_recipes();

}  // namespace palio
