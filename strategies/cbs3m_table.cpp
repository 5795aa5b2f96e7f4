#include <array>

#include "strategies/bags/cbs3m.h"
#include "strategies/tables.h"

namespace palio {
namespace {

constexpr std::string_view k_source = "Benoit, Marchal, Pineau, Robert, Vivien, IPDPS 2008";

template <Foresight foresight, HeldOrder order>
std::unique_ptr<BagPolicy> make(const Star& star, const BagBatch& batch, const Parameters& /*parameters*/) {
  return std::make_unique<Cbs3m>(star, batch, foresight, order);
}

constexpr Strategy row(std::string_view name, std::string_view summary, MakeBagPolicy make_policy) {
  return {.name = name,
          .summary = summary,
          .source = k_source,
          .platform_need = PlatformNeed::any,
          .batch_need = BatchNeed::any,
          .parameters = {},
          .schedule = nullptr,
          .bag_policy = make_policy};
}

constexpr std::array<Strategy, 4> k_rows{
    {row("CBS3M-EDF", "fluid plan of the least max-stretch at each release; workers: EDF",
         make<Foresight::online, HeldOrder::edf>),
     row("CBS3M-FIFO", "fluid plan of the least max-stretch at each release; workers: FIFO",
         make<Foresight::online, HeldOrder::fifo>),
     row("CBS3M-EDF-OFFLINE", "one fluid plan that knows all releases; workers: EDF",
         make<Foresight::offline, HeldOrder::edf>),
     row("CBS3M-FIFO-OFFLINE", "one fluid plan that knows all releases; workers: FIFO",
         make<Foresight::offline, HeldOrder::fifo>)}};

}  // namespace

std::span<const Strategy> cbs3m_strategies() { return k_rows; }

}  // namespace palio
