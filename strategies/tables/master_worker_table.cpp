#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/cbs3m/cbs3m.h"
#include "strategies/bags/greedy_policy.h"
#include "strategies/bags/mwma.h"
#include "strategies/files/file_policy.h"
#include "strategies/files/queues/queues.h"
#include "strategies/files/scalability/scalability.h"
#include "strategies/registry.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 2> k_weightings{"inverse", "literal"};
constexpr std::array<ParameterSpec, 1> k_mwma_parameters{text_parameter(
    "weighting", "weights grow as what remains of an application shrinks (inverse), or are what remains (literal)",
    "inverse", k_weightings)};

// The paper allows any point of the polyhedron.
constexpr std::array<std::string_view, 2> k_plans{"earliest", "least-buffered"};
constexpr std::array<ParameterSpec, 1> k_cbs3m_parameters{text_parameter(
    "plan", "of all plans: what is sent and computed earliest, or what waits least at workers", "earliest", k_plans)};

Strategy bag_row(std::string_view name, std::string_view summary, MakeBagPolicy policy,
                 std::span<const ParameterSpec> parameters = {}) {
  return {name, summary, "Benoit, Marchal, Pineau, Robert, Vivien 2008, section 4.1", parameters,
          std::make_shared<BagMethod>(std::move(policy), PortNeed::one_port)};
}

Strategy greedy_row(std::string_view name, std::string_view summary, ApplicationOrder order, WorkerRule rule) {
  return bag_row(name, summary, [=](const Star& star, const BagBatch& batch, const Parameters&) {
    return make_greedy_policy(order, rule, star, batch);
  });
}

Strategy mwma_row(std::string_view name, std::string_view summary, RemainingMeasure measure) {
  return bag_row(name, summary, std::bind_front(make_mwma_policy, measure), k_mwma_parameters);
}

Strategy cbs3m_row(std::string_view name, std::string_view summary, Foresight foresight, HeldOrder order) {
  const auto make = [=](const Star& star, const BagBatch& batch, const Parameters& parameters) {
    const FluidGoal goal = text_of(parameters, "plan") == "earliest" ? FluidGoal::early : FluidGoal::least_buffered;
    return std::make_unique<Cbs3m>(star, batch, foresight, order, goal);
  };
  return {name, summary, "Benoit, Marchal, Pineau, Robert, Vivien, IPDPS 2008", k_cbs3m_parameters,
          std::make_shared<BagMethod>(make, PortNeed::any)};
}

using enum ApplicationOrder;
using enum WorkerRule;

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
     text_parameter("pull", "supervisors share one queue of tasks (global) or have their own lists (sub-lists)",
                    "global", k_pulls),
     text_parameter("replication", "idle workers run second copies of running tasks", "on", k_off_on)});

Strategy file_row(std::string_view name, std::string_view summary, std::string_view source,
                  std::span<const ParameterSpec> parameters, MakeFilePolicy policy, PredictFileMakespan makespan) {
  return {name, summary, source, parameters, std::make_shared<FileMethod>(std::move(policy), makespan)};
}

}  // namespace

std::span<const Strategy> bag_strategies() {
  static const std::vector<Strategy> rows{
      greedy_row("FIFO-RR", "first released first, workers in turn", fifo, round_robin),
      greedy_row("FIFO-MCT", "first released first, to the worker that finishes first", fifo, minimum_completion_time),
      greedy_row("FIFO-DD", "first released first, to the worker that asks first", fifo, demand_driven),
      greedy_row("SPT-RR", "shortest application first, workers in turn", spt, round_robin),
      greedy_row("SPT-MCT", "shortest application first, to the worker that finishes first", spt,
                 minimum_completion_time),
      greedy_row("SPT-DD", "shortest application first, to the worker that asks first", spt, demand_driven),
      greedy_row("SRPT-RR", "shortest rest first, workers in turn", srpt, round_robin),
      greedy_row("SRPT-MCT", "shortest rest first, to the worker that finishes first", srpt, minimum_completion_time),
      greedy_row("SRPT-DD", "shortest rest first, to the worker that asks first", srpt, demand_driven),
      greedy_row("SWRPT-RR", "shortest rest times whole first, workers in turn", swrpt, round_robin),
      greedy_row("SWRPT-MCT", "shortest rest times whole first, to the worker that finishes first", swrpt,
                 minimum_completion_time),
      greedy_row("SWRPT-DD", "shortest rest times whole first, to the worker that asks first", swrpt, demand_driven),
      mwma_row("MWMA-NBT", "all at once in steady state, weighted by the number of remaining tasks",
               RemainingMeasure::tasks),
      mwma_row("MWMA-MS", "all at once in steady state, weighted by the remaining time", RemainingMeasure::time),
  };
  return rows;
}

std::span<const Strategy> cbs3m_strategies() {
  static const std::vector<Strategy> rows{
      cbs3m_row("CBS3M-EDF", "fluid plan of the least max-stretch at each release; workers: EDF", Foresight::online,
                HeldOrder::edf),
      cbs3m_row("CBS3M-FIFO", "fluid plan of the least max-stretch at each release; workers: FIFO", Foresight::online,
                HeldOrder::fifo),
      cbs3m_row("CBS3M-EDF-OFFLINE", "one fluid plan that knows all releases; workers: EDF", Foresight::offline,
                HeldOrder::edf),
      cbs3m_row("CBS3M-FIFO-OFFLINE", "one fluid plan that knows all releases; workers: FIFO", Foresight::offline,
                HeldOrder::fifo)};
  return rows;
}

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
