#include "workloads/explicit/workload_json.h"

#include <array>

#include "core/error.h"
#include "core/identity/reading_parameters.h"
#include "core/identity/registry.h"
#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/cpu_gpu.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 1> k_samples{"files"};
constexpr std::array<std::string_view, 2> k_false_true{"false", "true"};
constexpr std::array<std::string_view, 2> k_cores{"one", "measured"};

constexpr ParameterSpec k_lenient = later_text_parameter(
    k_reading_parameters[0],
    "true: missing and negative sizes and negative runtimes count as 0, a DAX needs no version", "false", k_false_true);
constexpr ParameterSpec k_measured_cores = later_text_parameter(
    k_reading_parameters[1],
    "measured: tasks of WfCommons that used more than one core are parallel, as their avgCPU says", "one", k_cores);

constexpr ParameterSpec k_work_attribute = later_text_parameter(
    k_reading_parameters[2], "attribute of a node of DOT, networkx, GraphML or CSV that has its flop", "size", {});
constexpr ParameterSpec k_data_attribute =
    later_text_parameter(k_reading_parameters[3], "attribute of an edge of these that has its bytes", "size", {});

constexpr ParameterSpec k_workflow_path =
    path_parameter("the file, a folder of files or a pattern, in any format of docs/workflows.md");

constexpr ParameterSpec count(std::string_view name, std::string_view meaning, double least) {
  return {.name = name, .type = ParameterType::integer, .meaning = meaning, .min = least, .max = 1e15};
}

constexpr auto k_duel_parameters = std::to_array<ParameterSpec>({
    k_file_parameters[0],
    k_file_digest,
    text_parameter("network", "digest of the platform that the graph was found with"),
    text_parameter("target", "strategy that the graph is to be bad for"),
    text_parameter("base", "strategy that the target is compared with"),
    count("restart", "number of the search", 0),
    count("evaluation", "number of the instance in its search; the start is 0", 0),
    count("parent", "evaluation of the instance before it that was stored; -1: it is the start", -1),
    count("steps", "moves that were made since its parent", 0),
    text_parameter("move", "the last of them"),
    {.name = "ratio",
     .meaning = "makespan of the target, as a multiple of that of the base, as the search saw them",
     .min = 0,
     .max = 1e300},
});

constexpr auto k_cpu_gpu_parameters = std::to_array<ParameterSpec>({
    k_workflow_path,
    k_node_cpus,
    k_node_gpus,
    k_node_ccr,
    k_mean_cpu_time,
    k_mean_gpu_time,
    k_node_bandwidth,
    k_lenient,
    k_file_digest,
    k_sample,
    k_seed,
});

}  // namespace

std::span<const ParameterSpec> workflow_parameters() {
  static const auto parameters = std::to_array<ParameterSpec>({
      k_workflow_path,
      scale_parameter("alpha", "", "fraction that cannot be parallelised, of tasks whose file says none", 0, 1, "1"),
      open_below(scale_parameter("reference_speed", "flop/s", "work of one second of a task, if the file has seconds",
                                 0, k_largest_scaling.reference_speed, "1e9")),
      open_below(
          scale_parameter("work_factor", "", "factor on the work of tasks", 0, k_largest_scaling.work_factor, "1")),
      k_data_factor,
      optional_parameter(text_parameter("sample",
                                        "files: those of a folder are a random sample of such workflows, to which "
                                        "intervals refer; by default they stand for themselves",
                                        "", k_samples)),
      k_lenient,
      k_measured_cores,
      k_work_attribute,
      k_data_attribute,
      k_file_digest,
  });
  return parameters;
}

WorkflowReading workflow_reading(const Parameters& given) {
  const auto text = [&](const ParameterSpec& spec) {
    const auto found = given.find(spec.name);
    const auto* said = found == given.end() ? nullptr : std::get_if<std::string>(&found->second);
    return said == nullptr ? std::string(spec.default_value) : *said;
  };
  return {text(k_lenient) == "true" ? Gaps::mended : Gaps::refused,
          text(k_measured_cores) == "measured" ? MeasuredCores::used : MeasuredCores::ignored, text(k_work_attribute),
          text(k_data_attribute)};
}

WorkflowReading workflow_reading(std::string_view recipe) {
  Parameters given;
  RecipeReader reader(recipe);
  while (const std::optional<WrittenParameter> parameter = reader.next())
    given.emplace(parameter->name, parameter->unquoted());
  return workflow_reading(given);
}

Workload build_workflow(const Recipe& recipe, std::string_view definition) {
  const Parameters& given = recipe.parameters;
  return scaled_from_json(definition, text_of(given, "path"),
                          {.alpha = real_of(given, "alpha"),
                           .reference_speed = real_of(given, "reference_speed"),
                           .work_factor = real_of(given, "work_factor"),
                           .data_factor = real_of(given, "data_factor")});
}

std::span<const ParameterSpec> cpu_gpu_workflow_parameters() { return k_cpu_gpu_parameters; }

Workload build_cpu_gpu_workflow(const Recipe& recipe, std::string_view definition) {
  const std::string& path = text_of(recipe.parameters, "path");
  const DescribedWorkload described = described_from_json(definition, path);
  if (described.applications.size() != 1)
    throw UserError("{}: {} takes a file of one graph, this one has {}", path, recipe.name,
                    described.applications.size());
  const DescribedApplication& graph = described.applications.front();
  std::vector<std::string> names;
  for (const DescribedTask& task : graph.tasks) names.push_back(task.name);
  std::vector<std::pair<int, int>> edges;
  for (const Edge& edge : graph.edges) edges.emplace_back(edge.from, edge.to);
  return cpu_gpu_graph(names, edges, recipe, k_cpu_gpu_parameters);
}

std::span<const ParameterSpec> duel_workload_parameters() { return k_duel_parameters; }

}  // namespace palio
