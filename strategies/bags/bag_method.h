#pragma once

#include <utility>

#include "strategies/bags/bag_policy.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/model/strategy.h"

namespace palio {

/// How a strategy schedules bags of tasks on a star.
class BagMethod final : public StarMethod<BagBatch> {
public:
  BagMethod(MakeBagPolicy make, PortNeed ports) : StarMethod(ports), policy(std::move(make)) {}

  /// Release dates (s) come from the star.
  BagBatch settled_workload(std::string_view /*strategy*/, const Parameters& /*parameters*/, const Star& star,
                            const BagBatch& batch) const override {
    return dated(batch, star);
  }

  MakeBagPolicy policy;
};

}  // namespace palio
