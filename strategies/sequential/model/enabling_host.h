#pragma once

#include "strategies/sequential/model/host_schedule.h"
#include "strategies/sequential/model/ranks.h"

namespace palio {

/// The host from which the last message for a task comes, if each takes its mean time; -1: it waits for none.
/// (Radulescu, van Gemund, ICS 1999: the enabling processor.)
inline int enabling_host(const HostSchedule& schedule, const MeanCosts& costs, int task) {
  int host = -1;
  double last = 0;
  for (const Edge& edge : schedule.instance().graph().in_edges(task)) {
    const double arrival = schedule.finish(edge.from) + costs.transfer(edge);
    if (host >= 0 && arrival <= last) continue;
    host = schedule.host_of(edge.from);
    last = arrival;
  }
  return host;
}

}  // namespace palio
