#pragma once

#include "platforms/model/platform.h"

namespace palio {

/// The scheduler's estimate, without contention, of the time to move a task's data to the processors of a successor:
/// route latency + max(D/(m bw_source), D/(n bw_target), and between clusters D over each uplink and the backbone, if
/// the platform has them). Between the hosts of a mesh, of one processor each, latency + D/bandwidth of the pair's
/// link, and 0 within one host. On a platform from a file of SimGrid, from the bandwidths of the route for senders,
/// receivers and both, with the m and n processors on as few hosts as possible. Split so that one object serves every
/// number n of receivers.
class CommEstimate {
public:
  /// `bytes` are on m processors of the source cluster and are needed in the target cluster.
  CommEstimate(const Platform& platform, double bytes, int source_cluster, int m, int target_cluster);

  /// s, to n receivers. 0 if there is nothing to move.
  double time(int n) const {
    const double receiving = receiver_time_ / (cores_ == 1 ? n : hosts_of(n, cores_));
    return latency_ + (receiving > network_time_ ? receiving : network_time_);
  }

  // Its parts, s.
  double latency() const { return latency_; }
  double network_time() const { return network_time_; }
  double receiver_time() const { return receiver_time_; }
  /// Cores of a receiving host.
  int cores() const { return cores_; }

private:
  static int hosts_of(int processors, int cores) { return (processors + cores - 1) / cores; }

  double latency_ = 0;        // s
  double network_time_ = 0;   // s, for any number of receivers
  double receiver_time_ = 0;  // s, through the link of a single receiving host
  int cores_ = 1;             // of a receiving host
};

/// The same for one sender and one receiver, processors of these clusters: z > 0 bytes take latency + z/bandwidth, bit
/// for bit.
Link estimated_route(const Platform& platform, int source_cluster, int target_cluster);

}  // namespace palio
