#include "workloads/model/redistribution.h"

#include "core/error.h"

namespace palio {

std::vector<BlockTransfer> block_redistribution(double bytes, int m, int n) {
  if (m < 1 || n < 1) throw InternalError("redistribution from {} to {} processors", m, n);
  std::vector<BlockTransfer> blocks;
  visit_blocks(bytes, m, n, [&](const BlockTransfer& block) { blocks.push_back(block); });
  return blocks;
}

}  // namespace palio
