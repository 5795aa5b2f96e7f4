#include "strategies/bags/cbs3m/offline_optimum.h"

#include "strategies/bags/cbs3m/stretch_search.h"
#include "strategies/bags/dedicated_rate.h"

namespace palio {

double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use) {
  BagPolicy::LpUse own;
  return least_stretch(offline_problem(star, dated(batch, star)), use != nullptr ? *use : own);
}

}  // namespace palio
