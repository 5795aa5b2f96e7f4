#pragma once

#include <span>
#include <string>
#include <vector>

#include "platforms/model/star.h"

namespace palio {

/// What an actor does next. Amounts of messages are in units of StarNetwork.
struct CrewJob {
  enum class Kind { computation, message, timer };
  Kind kind = Kind::timer;
  double amount = 0;   // of computation (flop) or message; of a timer: the date at which it ends, s
  double latency = 0;  // of a message: s before its first byte
  int sender = -1;     // node, of a message
  int receiver = -1;   // node, of a message
};

/// A star, with supervisors between the master and its workers if there are any. Each node sends over a link of its own
/// and receives over another one: both directions at once and independent. A supervisor's outgoing link is as wide as
/// the master's, its incoming one is like that of worker 0, whose latency messages between it and the master have. A
/// message to or from a worker has the latency of that worker's link.
///
/// SimGrid counts a message in whole bytes, in a double. Messages and bandwidths are therefore stated in a fraction of
/// a byte, a power of two, so that the largest message of the run takes 63 bits: it and messages of a thousandth of it
/// are what they are, one of a billionth is so within 1e-9. Every engine counts so.
class StarNetwork {
public:
  struct Node {
    std::string name;
    double speed = 0;  // flop/s
    double out = 0;    // units/s
    double in = 0;     // units/s
  };

  /// `largest_message` in byte. The star must stay where it is.
  StarNetwork(const Star& star, int supervisors, double largest_message);

  std::span<const Node> nodes() const { return nodes_; }
  /// Nodes of feeders: 0 is the master, 1, 2, ... the supervisors.
  int feeder(int number) const { return number; }
  int worker(int number) const { return feeders_ + number; }

  CrewJob message_to_worker(int feeder, int worker, double bytes) const;
  CrewJob message_from_worker(int worker, int feeder, double bytes) const;
  CrewJob message_between_feeders(int from, int to, double bytes) const;

private:
  void add_node(std::string name, double speed, double out, double in);
  double units(double bytes) const;

  const Star& star_;
  int feeders_;
  int scale_;  // a unit is 2^-scale byte
  std::vector<Node> nodes_;
};

}  // namespace palio
