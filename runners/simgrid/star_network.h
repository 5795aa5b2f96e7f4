#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "platforms/model/star.h"
#include "runners/simgrid/crew.h"

namespace palio {

/// A star in the process's only Engine, with supervisors between the master and its workers if there are any. Each node
/// sends over a link of its own and receives over another one: both directions at once and independent. A supervisor's
/// outgoing link is as wide as the master's, its incoming one is like that of worker 0, whose latency messages between
/// it and the master have. A message to or from a worker has the latency of that worker's link.
///
/// SimGrid counts a message in whole bytes, in a double. Messages and bandwidths are therefore stated in a fraction of
/// a byte, a power of two, so that the largest message of the run takes 63 bits: it and messages of a thousandth of it
/// are what they are, one of a billionth is so within 1e-9.
class StarNetwork {
public:
  /// The crew's engine must be there. `largest_message` in byte.
  StarNetwork(const Star& star, int supervisors, double largest_message);

  /// Feeders: 0 is the master, 1, 2, ... the supervisors.
  simgrid::s4u::Host* feeder(int number) const { return feeders_[static_cast<std::size_t>(number)]; }
  simgrid::s4u::Host* worker(int number) const { return workers_[static_cast<std::size_t>(number)]; }

  CrewJob message_to_worker(int feeder, int worker, double bytes) const;
  CrewJob message_from_worker(int worker, int feeder, double bytes) const;
  CrewJob message_between_feeders(int from, int to, double bytes) const;

private:
  simgrid::s4u::Host* add_host(const char* kind, int number, double speed, double out, double in);
  double units(double bytes) const;

  const Star& star_;
  int scale_;  // a unit is 2^-scale byte
  simgrid::s4u::NetZone* zone_;
  std::vector<simgrid::s4u::Host*> feeders_, workers_;
};

}  // namespace palio
