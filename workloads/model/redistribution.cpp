#include "workloads/model/redistribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/error.h"

namespace palio {

std::vector<BlockTransfer> block_redistribution(double bytes, int m, int n) {
  if (m < 1 || n < 1) throw InternalError(fmt::format("redistribution from {} to {} processors", m, n));
  std::vector<BlockTransfer> blocks;
  if (bytes <= 0) return blocks;
  // In units of D/(m n) every bound is an integer: sender i ends at (i+1) n, receiver j at (j+1) m.
  const auto units = static_cast<std::int64_t>(m) * n;
  std::int64_t position = 0;
  for (int sender = 0, receiver = 0; position < units;) {
    const std::int64_t sender_end = (sender + std::int64_t{1}) * n;
    const std::int64_t receiver_end = (receiver + std::int64_t{1}) * m;
    const std::int64_t end = std::min(sender_end, receiver_end);
    blocks.push_back({sender, receiver, bytes * static_cast<double>(end - position) / static_cast<double>(units)});
    position = end;
    if (end == sender_end) ++sender;
    if (end == receiver_end) ++receiver;
  }
  return blocks;
}

}  // namespace palio
