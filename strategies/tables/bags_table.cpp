#include <array>
#include <utility>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/bags/bag_method.h"
#include "strategies/bags/cbs3m/cbs3m.h"
#include "strategies/bags/greedy_policy.h"
#include "strategies/bags/mwma.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 2> k_weightings{"inverse", "literal"};
constexpr std::array<ParameterSpec, 1> k_mwma_parameters{text_parameter(
    "weighting", "weights grow as what remains of an application shrinks (inverse), or are what remains (literal)",
    "inverse", k_weightings)};

// The paper takes any point of the polyhedron.
constexpr std::array<std::string_view, 2> k_plans{"earliest", "least-buffered"};
constexpr std::array<ParameterSpec, 1> k_cbs3m_parameters{text_parameter(
    "plan", "of all plans: what is sent and computed earliest, or what waits least at workers", "earliest", k_plans)};

Strategy bag_row(std::string_view name, std::string_view summary, MakeBagPolicy policy,
                 std::span<const ParameterSpec> parameters = {}) {
  return {.name = name,
          .summary = summary,
          .source = "Benoit, Marchal, Pineau, Robert, Vivien 2008, section 4.1",
          .parameters = parameters,
          .method = std::make_shared<BagMethod>(std::move(policy), PortNeed::one_port)};
}

Strategy greedy_row(std::string_view name, std::string_view summary, ApplicationOrder order, WorkerRule rule) {
  return bag_row(name, summary, [=](const Star& star, const BagBatch& batch, const Parameters&) {
    return make_greedy_policy(order, rule, star, batch);
  });
}

Strategy mwma_row(std::string_view name, std::string_view summary, RemainingMeasure measure) {
  return bag_row(
      name, summary,
      [=](const Star& star, const BagBatch& batch, const Parameters& parameters) {
        return make_mwma_policy(measure, star, batch, parameters);
      },
      k_mwma_parameters);
}

Strategy cbs3m_row(std::string_view name, std::string_view summary, Foresight foresight, HeldOrder order) {
  const auto make = [=](const Star& star, const BagBatch& batch, const Parameters& parameters) {
    const FluidGoal goal = text_of(parameters, "plan") == "earliest" ? FluidGoal::early : FluidGoal::least_buffered;
    return std::make_unique<Cbs3m>(star, batch, foresight, order, goal);
  };
  return {.name = name,
          .summary = summary,
          .source = "Benoit, Marchal, Pineau, Robert, Vivien, IPDPS 2008",
          .parameters = k_cbs3m_parameters,
          .method = std::make_shared<BagMethod>(make, PortNeed::any)};
}

using enum ApplicationOrder;
using enum WorkerRule;

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

}  // namespace palio
