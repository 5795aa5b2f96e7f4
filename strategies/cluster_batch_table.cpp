#include "strategies/tables.h"

namespace palio {

std::span<const Strategy> cluster_batch_strategies() { return {}; }

}  // namespace palio
