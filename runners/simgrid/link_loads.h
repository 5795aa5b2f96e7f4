#pragma once

#include <vector>

namespace palio {

/// What a redistribution puts on the network, which is all that SimGrid's ptask_L07 takes from a byte matrix: the sum
/// of the messages over each link, the largest message alone, and through the latencies which clusters talk at all.
struct LinkLoads {
  /// Processors whose private links carry the same sum, sent and received.
  struct Group {
    double bytes = 0;
    std::vector<int> processors;  // ascending
  };
  std::vector<Group> groups;  // by bytes, ascending; only what moves
  double total = 0;           // byte; all messages, blocks that stay on their processor excluded
  double largest = 0;         // byte; of one message
};

/// Of the block redistribution of `bytes` between two ascending sets of processors (workloads/model/redistribution.h).
LinkLoads link_loads(double bytes, const std::vector<int>& source, const std::vector<int>& target);

}  // namespace palio
