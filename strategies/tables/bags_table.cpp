#include <array>
#include <utility>
#include <vector>

#include "core/identity/text_parameter.h"
#include "strategies/bags/bag_method.h"
#include "strategies/bags/greedy_policy.h"
#include "strategies/bags/mwma.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 2> k_weightings{"inverse", "literal"};
constexpr std::array<ParameterSpec, 1> k_mwma_parameters{text_parameter(
    "weighting", "weights grow as what remains of an application shrinks (inverse), or are what remains (literal)",
    "inverse", k_weightings)};

Strategy bag_row(std::string_view name, std::string_view summary, MakeBagPolicy policy,
                 std::span<const ParameterSpec> parameters = {}) {
  return {.name = name,
          .summary = summary,
          .source = "Benoit, Marchal, Pineau, Robert, Vivien 2008, section 4.1",
          .parameters = parameters,
          .method = std::make_shared<BagMethod>(std::move(policy), PortNeed::one_port)};
}

using enum ApplicationOrder;
using enum WorkerRule;

}  // namespace

std::span<const Strategy> bag_strategies() {
  static const std::vector<Strategy> rows{
      bag_row("FIFO-RR", "first released first, workers in turn", make_greedy<fifo, round_robin>),
      bag_row("FIFO-MCT", "first released first, to the worker that finishes first",
              make_greedy<fifo, minimum_completion_time>),
      bag_row("FIFO-DD", "first released first, to the worker that asks first", make_greedy<fifo, demand_driven>),
      bag_row("SPT-RR", "shortest application first, workers in turn", make_greedy<spt, round_robin>),
      bag_row("SPT-MCT", "shortest application first, to the worker that finishes first",
              make_greedy<spt, minimum_completion_time>),
      bag_row("SPT-DD", "shortest application first, to the worker that asks first", make_greedy<spt, demand_driven>),
      bag_row("SRPT-RR", "shortest rest first, workers in turn", make_greedy<srpt, round_robin>),
      bag_row("SRPT-MCT", "shortest rest first, to the worker that finishes first",
              make_greedy<srpt, minimum_completion_time>),
      bag_row("SRPT-DD", "shortest rest first, to the worker that asks first", make_greedy<srpt, demand_driven>),
      bag_row("SWRPT-RR", "shortest rest times whole first, workers in turn", make_greedy<swrpt, round_robin>),
      bag_row("SWRPT-MCT", "shortest rest times whole first, to the worker that finishes first",
              make_greedy<swrpt, minimum_completion_time>),
      bag_row("SWRPT-DD", "shortest rest times whole first, to the worker that asks first",
              make_greedy<swrpt, demand_driven>),
      bag_row("MWMA-NBT", "all at once in steady state, weighted by the number of remaining tasks",
              make_mwma<RemainingMeasure::tasks>, k_mwma_parameters),
      bag_row("MWMA-MS", "all at once in steady state, weighted by the remaining time",
              make_mwma<RemainingMeasure::time>, k_mwma_parameters),
  };
  return rows;
}

}  // namespace palio
