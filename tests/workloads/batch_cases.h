#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/identity/canonical.h"
#include "workloads/families/families.h"
#include "workloads/families/parts/drawn_graph.h"
#include "workloads/family.h"

namespace palio::test {

struct PtgType {
  int tasks;
  double width;
  double regularity;
  double density;
  int jump;
  std::string_view complexity;
  int sample;
  std::string_view more = {};  // the parameters that have a default: "batch=3,alpha_max=0.1"
};

inline Recipe ptg_recipe(const PtgType& type) {
  const std::string text =
      fmt::format("random-ptg:tasks={},width={},regularity={},density={},jump={},complexity={},sample={},seed=2007{}{}",
                  type.tasks, type.width, type.regularity, type.density, type.jump, type.complexity, type.sample,
                  type.more.empty() ? "" : ",", type.more);
  return parse_recipe(text, random_ptg_parameters());
}

/// The level each task was generated in, from the first draws of the graph's "shape" stream.
inline std::vector<int> generation_levels(const Recipe& recipe, int application) {
  RandomStream shape(recipe, random_ptg_parameters(), fmt::format("shape/{}", application));
  const std::vector<int> sizes =
      draw_level_sizes(static_cast<int>(integer_of(recipe.parameters, "tasks")), real_of(recipe.parameters, "width"),
                       real_of(recipe.parameters, "regularity"), shape);
  std::vector<int> level_of_task;
  for (int level = 0; level < std::ssize(sizes); ++level)
    level_of_task.insert(level_of_task.end(), static_cast<std::size_t>(sizes[static_cast<std::size_t>(level)]), level);
  return level_of_task;
}

/// Every number of a graph in a text, bit for bit.
inline std::string dump(const TaskGraph& graph) {
  std::string text;
  for (const Task& task : graph.tasks()) text += fmt::format("task {} {}\n", task.flop, task.alpha);
  for (const Edge& edge : graph.edges()) text += fmt::format("edge {} {} {}\n", edge.from, edge.to, edge.bytes);
  return text;
}

/// "fft-batch" with batch=..., sample=..., seed=2009 and more parameters, "points=4,alpha_max=0.1".
inline Recipe batch_recipe(std::string_view family, int batch, int sample, std::string_view more = "") {
  return parse_recipe(
      fmt::format("{}:batch={},sample={},seed=2009{}{}", family, batch, sample, more.empty() ? "" : ",", more),
      workload_family(family).parameters);
}

inline Workload build_batch(const Recipe& recipe) {
  return as<Workload>(workload_family(recipe.name).build(recipe, ""));
}

inline Workload build_batch(std::string_view family, int batch, int sample, std::string_view more = "") {
  return build_batch(batch_recipe(family, batch, sample, more));
}

/// One of the streams of a recipe.
inline RandomStream stream_of(const Recipe& recipe, const std::string& name) {
  return {recipe, workload_family(recipe.name).parameters, name};
}

}  // namespace palio::test
