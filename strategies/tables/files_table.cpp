#include <array>
#include <utility>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/files/file_method.h"
#include "strategies/files/queues/queues.h"
#include "strategies/files/scalability/closed_model.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 2> k_modes{"dynamic", "static"};
constexpr auto k_file_rules = std::to_array<std::string_view>({"fixed", "eq4", "table1"});
constexpr std::array<std::string_view, 2> k_pulls{"global", "sub-lists"};

constexpr std::array<ParameterSpec, 1> k_grouped_parameters{text_parameter(
    "mode", "idle workers take the next task of their file (dynamic) or have their share from the start (static)",
    "dynamic", k_modes)};

constexpr auto k_hierarchical_parameters = std::to_array<ParameterSpec>(
    {text_parameter("supervisor_rule",
                    "supervisors: by workers_per_supervisor (fixed), by equation 4 (eq4) or as in Table I (table1)",
                    "fixed", k_file_rules),
     {"workers_per_supervisor", ParameterType::integer, "", "workers that one supervisor feeds; supervisor_rule fixed",
      1, 1000000, "50"},
     text_parameter("pull", "supervisors share one queue of tasks (global) or have lists of their own (sub-lists)",
                    "global", k_pulls),
     text_parameter("replication", "idle workers run second copies of running tasks", "on", k_off_on)});

Strategy file_row(std::string_view name, std::string_view summary, std::string_view source,
                  std::span<const ParameterSpec> parameters, MakeFilePolicy policy, PredictFileMakespan makespan) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .parameters = parameters,
          .method = std::make_shared<FileMethod>(std::move(policy), makespan)};
}

}  // namespace

std::span<const Strategy> file_strategies() {
  static const std::vector<Strategy> rows{
      file_row("WQ", "work queue: every task brings its file", "Senger, Silva, Nascimento, CCGRIDW 2006, section III",
               {}, make_work_queue, predicted_work_queue),
      file_row("WQ+G", "work queue with grouping: a file is sent once to a worker",
               "Senger, Silva, Nascimento, CCGRIDW 2006, section III.B", k_grouped_parameters, make_grouped_queue,
               predicted_grouped),
      file_row("WQ+H", "hierarchical work queue: supervisors pass files and tasks on",
               "Senger, Silva, Nascimento, CCGRIDW 2006, section V", k_hierarchical_parameters, make_hierarchical_queue,
               predicted_hierarchical),
  };
  return rows;
}

}  // namespace palio
