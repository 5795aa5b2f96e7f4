#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/canonical.h"
#include "workloads/model/any_workload.h"
#include "workloads/model/workload.h"

namespace palio {

/// What a file says of a task's work.
enum class WorkUnit { flop, seconds };  // seconds: on one processor of a speed that the file does not say

/// A task as a file describes it.
struct DescribedTask {
  std::string name;
  double work = 0;  // not negative
  WorkUnit unit = WorkUnit::flop;
  std::optional<double> alpha;     // nothing: the file has no parallel model
  std::vector<double> times = {};  // s, on one processor of each cluster, in the place of work
};

struct DescribedApplication {
  std::string name;
  std::vector<DescribedTask> tasks;
  std::vector<Edge> edges;
  double release_date = 0;  // s
};

/// Task graphs as a file describes them, before what a study adds.
struct DescribedWorkload {
  std::vector<DescribedApplication> applications;
};

/// What a study adds to a file.
struct Scaling {
  double alpha = 1;              // of tasks without a parallel model
  double reference_speed = 1e9;  // flop/s that a second of a file stands for
  double work_factor = 1;
  double data_factor = 1;
};

/// The most that a study can add. What a file says must stay finite even so.
inline constexpr Scaling k_largest_scaling{1, 1e18, 1e9, 1e6};

/// A task of no work: every task of Palio takes time, so that it gets so much.
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
/// The same with what a study adds.
Workload scaled_from_json(std::string_view text, std::string_view place, const Scaling& scaling);

/// The file that reads back as the same description, a line for each task and edge.
std::string to_json(const DescribedWorkload& described);

/// Family "workflow": the task graphs of a file of any known format (docs/workflows.md). Its definition is what
/// to_json() writes of the file.
std::span<const ParameterSpec> workflow_parameters();
Workload build_workflow(const Recipe& recipe, std::string_view definition);

/// Family "duel": the task graph of a JSON file, which a search (palio duel) made, with the lineage that its parameters
/// tell. build_file_workload() builds it.
inline constexpr std::string_view k_duel_family = "duel";
std::span<const ParameterSpec> duel_workload_parameters();

}  // namespace palio
