#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/error.h"

namespace palio {

/// One block of a redistribution: `bytes` from the sender's rank to the receiver's rank.
struct BlockTransfer {
  int sender = 0;    // rank among the m senders
  int receiver = 0;  // rank among the n receivers
  double bytes = 0;

  bool operator==(const BlockTransfer&) const = default;
};

/// One-dimensional block redistribution of `bytes` from m to n processors: sender i holds [i D/m, (i+1) D/m), receiver
/// j needs [j D/n, (j+1) D/n); a block is their overlap. Only non-empty blocks, at most m+n-1, by (sender, receiver).
/// Calls visit(block) for each; m and n at least 1.
template <class Visit>
void visit_blocks(double bytes, int m, int n, Visit visit) {
  if (bytes <= 0) return;
  // In units of D/(m n) every bound is an integer: sender i ends at (i+1) n, receiver j at (j+1) m.
  const auto units = static_cast<std::int64_t>(m) * n;
  std::int64_t position = 0;
  for (int sender = 0, receiver = 0; position < units;) {
    const std::int64_t sender_end = (sender + std::int64_t{1}) * n;
    const std::int64_t receiver_end = (receiver + std::int64_t{1}) * m;
    const std::int64_t end = std::min(sender_end, receiver_end);
    visit(BlockTransfer{sender, receiver, bytes * static_cast<double>(end - position) / static_cast<double>(units)});
    position = end;
    if (end == sender_end) ++sender;
    if (end == receiver_end) ++receiver;
  }
}

/// All blocks.
inline std::vector<BlockTransfer> block_redistribution(double bytes, int m, int n) {
  if (m < 1 || n < 1) throw InternalError("redistribution from {} to {} processors", m, n);
  std::vector<BlockTransfer> blocks;
  visit_blocks(bytes, m, n, [&](const BlockTransfer& block) { blocks.push_back(block); });
  return blocks;
}

}  // namespace palio
