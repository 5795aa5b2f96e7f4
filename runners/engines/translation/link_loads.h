#pragma once

#include <span>
#include <vector>

#include "workloads/model/redistribution.h"

namespace palio {

/// The loads that a redistribution puts on the network. Its dates depend only on them: the sum of the messages over
/// each link, the largest single message and, for latencies, which clusters exchange messages. Reuse allocates nothing.
class LinkLoads {
public:
  /// Processors whose private links carry the same sum, sent and received.
  struct Group {
    double bytes = 0;
    std::span<const int> processors;  // ascending
  };

  LinkLoads() = default;
  LinkLoads(const LinkLoads&) = delete;
  LinkLoads& operator=(const LinkLoads&) = delete;
  LinkLoads(LinkLoads&&) = default;
  LinkLoads& operator=(LinkLoads&&) = default;
  ~LinkLoads() = default;

  /// Finds the loads of the block redistribution of `bytes` between two ascending sets of processors
  /// (workloads/model/redistribution.h). Replaces the previous ones.
  void find(double bytes, std::span<const int> source, std::span<const int> target);

  std::span<const Group> groups() const { return groups_; }  // by bytes, ascending; only what moves
  double total() const { return total_; }                    // byte; all messages, without blocks that stay
  double largest() const { return largest_; }                // byte; of one message

private:
  struct Load {
    double bytes = 0;
    int processor = 0;
    auto operator<=>(const Load&) const = default;
  };

  void find_apart(double bytes, std::span<const int> source, std::span<const int> target);
  void find_overlapping(double bytes, std::span<const int> source, std::span<const int> target);
  void add_blocks(double bytes, std::span<const int> source, std::span<const int> target);
  void add_block(const BlockTransfer& block, bool stays);
  void add_group(double bytes, std::span<const int> processors);
  void group_loads();

  std::vector<Group> groups_;
  std::vector<int> processors_;  // what groups point to
  std::vector<Load> loads_;
  std::vector<int> source_places_, target_places_;  // by rank: place in sums_ of a processor of both sets, or -1
  std::vector<double> sums_;
  double total_ = 0;
  double largest_ = 0;
};

}  // namespace palio
