#include "strategies/bags/offline_optimum.h"

#include "strategies/bags/dedicated_rate.h"
#include "strategies/bags/stretch_search.h"

namespace palio {

double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use) {
  BagPolicy::LpUse own;
  return least_stretch(offline_problem(star, dated(batch, star)), use != nullptr ? *use : own);
}

}  // namespace palio
