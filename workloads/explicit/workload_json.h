#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/canonical.h"
#include "workloads/model/any_workload.h"
#include "workloads/model/workload.h"

namespace palio {

/// The unit of a task's work in a file.
enum class WorkUnit { flop, seconds };  // seconds: on one processor of a speed that the file does not say

/// A task as a file describes it.
struct DescribedTask {
  std::string name;
  double work = 0;  // not negative
  WorkUnit unit = WorkUnit::flop;
  std::optional<double> alpha;     // empty: the file has no parallel model, or its law no alpha
  std::vector<double> times = {};  // s, on one processor of each cluster, instead of work
  Speedup speedup = {};
  KnownPlace place = {};
};

struct DescribedApplication {
  std::string name;
  std::vector<DescribedTask> tasks;
  std::vector<Edge> edges;
  double release_date = 0;  // s
};

/// Task graphs as a file describes them, before a study scales them.
struct DescribedWorkload {
  std::vector<DescribedApplication> applications;
  std::optional<double> reference_makespan = {};  // s; without scaling
  std::vector<std::string> mended = {};           // what a lenient reader mended, with its count
};

/// What a reader does with a number that a file lacks or that is negative.
enum class Gaps { refused, mended };
/// What a reader makes of the measured use of cores.
enum class MeasuredCores { ignored, used };

/// How a file of another tool is read: parameters of the family "workflow" (core/identity/reading_parameters.h).
struct WorkflowReading {
  Gaps gaps = Gaps::refused;
  MeasuredCores cores = MeasuredCores::ignored;
  std::string work_attribute = "size", data_attribute = "size";  // of nodes and of edges

  auto operator<=>(const WorkflowReading&) const = default;
};

/// Parameters that are not given have their defaults.
WorkflowReading workflow_reading(const Parameters& given);
/// The same of a recipe as text (RecipeReader).
WorkflowReading workflow_reading(std::string_view recipe);

/// The values that a study adds to a file.
struct Scaling {
  double alpha = 1;              // of tasks without a parallel model
  double reference_speed = 1e9;  // flop/s that a second of a file stands for
  double work_factor = 1;
  double data_factor = 1;

  bool operator==(const Scaling&) const = default;
};

/// The largest values that a study can add. Even with them, all numbers of a file must stay finite.
inline constexpr Scaling k_largest_scaling{1, 1e18, 1e9, 1e6};

/// The work of a task without any, since every task of Palio takes time.
inline constexpr double k_least_flop = 1;

/// The application: flop = work (x reference speed) x work factor, bytes x data factor. Throws UserError as TaskGraph
/// does.
Application scaled(const DescribedApplication& described, const Scaling& scaling);

/// The description of a workload; tasks and applications without a name are numbered.
DescribedWorkload description_of(const Workload& workload);

/// Family "file": the workload that a JSON file describes (workload_json.h). Its definition is the file's content.
AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition);

/// Reads an explicit workload (docs/file-formats.md, "palio-workload" version 1). `place` names the file in messages.
/// Throws UserError: malformed JSON, unknown key (with the nearest valid one), wrong type, unknown task, cycle.
AnyWorkload any_workload_from_json(std::string_view text, std::string_view place);

/// The task graphs of such a file, in which a task may have "seconds" instead of "flop", no work, and no alpha
/// (docs/workflows.md). Throws UserError in the same cases.
DescribedWorkload described_from_json(std::string_view text, std::string_view place);
/// The same, scaled for a study.
Workload scaled_from_json(std::string_view text, std::string_view place, const Scaling& scaling);

/// The text of a file that reads back as the same description, one line for each task and edge.
std::string to_json(const DescribedWorkload& described);

/// Family "workflow": the task graphs of a file of any known format (docs/workflows.md). Its definition is the text
/// that to_json() writes for the file.
std::span<const ParameterSpec> workflow_parameters();
Workload build_workflow(const Recipe& recipe, std::string_view definition);

/// Family "cpu-gpu-workflow": the only graph of such a file, with other times and data
/// (workloads/families/parts/cpu_gpu.h).
std::span<const ParameterSpec> cpu_gpu_workflow_parameters();
Workload build_cpu_gpu_workflow(const Recipe& recipe, std::string_view definition);

/// Family "duel": the task graph of a JSON file that a search (palio duel) made; its parameters are the graph's
/// lineage. build_file_workload() builds it.
inline constexpr std::string_view k_duel_family = "duel";
std::span<const ParameterSpec> duel_workload_parameters();

}  // namespace palio
