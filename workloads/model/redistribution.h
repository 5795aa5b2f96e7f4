#pragma once

#include <vector>

namespace palio {

/// One block of a redistribution: `bytes` from the sender's rank to the receiver's rank.
struct BlockTransfer {
  int sender = 0;    // rank among the m senders
  int receiver = 0;  // rank among the n receivers
  double bytes = 0;
};

/// One-dimensional block redistribution of `bytes` from m to n processors: sender i holds [i D/m, (i+1) D/m), receiver
/// j needs [j D/n, (j+1) D/n); a block is their overlap. Only non-empty blocks, at most m+n-1, by (sender, receiver).
std::vector<BlockTransfer> block_redistribution(double bytes, int m, int n);

}  // namespace palio
