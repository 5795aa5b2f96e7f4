#include <array>
#include <utility>
#include <vector>

#include "core/identity/text_parameter.h"
#include "strategies/bags/bag_method.h"
#include "strategies/bags/cbs3m/cbs3m.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

constexpr std::string_view k_source = "Benoit, Marchal, Pineau, Robert, Vivien, IPDPS 2008";

// The paper takes any point of the polyhedron.
constexpr std::array<std::string_view, 2> k_plans{"earliest", "least-buffered"};
constexpr std::array<ParameterSpec, 1> k_cbs3m_parameters{text_parameter(
    "plan", "of all plans: what is sent and computed earliest, or what waits least at workers", "earliest", k_plans)};

template <Foresight foresight, HeldOrder order>
std::unique_ptr<BagPolicy> make(const Star& star, const BagBatch& batch, const Parameters& parameters) {
  const FluidGoal goal = text_of(parameters, "plan") == "earliest" ? FluidGoal::early : FluidGoal::least_buffered;
  return std::make_unique<Cbs3m>(star, batch, foresight, order, goal);
}

Strategy cbs3m_row(std::string_view name, std::string_view summary, MakeBagPolicy policy) {
  return {.name = name,
          .summary = summary,
          .source = k_source,
          .parameters = k_cbs3m_parameters,
          .method = std::make_shared<BagMethod>(std::move(policy), PortNeed::any)};
}

}  // namespace

std::span<const Strategy> cbs3m_strategies() {
  static const std::vector<Strategy> rows{
      cbs3m_row("CBS3M-EDF", "fluid plan of the least max-stretch at each release; workers: EDF",
                make<Foresight::online, HeldOrder::edf>),
      cbs3m_row("CBS3M-FIFO", "fluid plan of the least max-stretch at each release; workers: FIFO",
                make<Foresight::online, HeldOrder::fifo>),
      cbs3m_row("CBS3M-EDF-OFFLINE", "one fluid plan that knows all releases; workers: EDF",
                make<Foresight::offline, HeldOrder::edf>),
      cbs3m_row("CBS3M-FIFO-OFFLINE", "one fluid plan that knows all releases; workers: FIFO",
                make<Foresight::offline, HeldOrder::fifo>)};
  return rows;
}

}  // namespace palio
