#pragma once

#include <algorithm>
#include <functional>
#include <memory>
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

/// A star, with supervisors between the master and its workers if there are any. Each node has one link to send and
/// another to receive, so both directions are independent. A supervisor's outgoing link is as wide as the master's; its
/// incoming link and the latency of its messages from and to the master are those of worker 0. A message to or from a
/// worker has the latency of that worker's link.
///
/// SimGrid counts a message in whole bytes, in a double. Messages and bandwidths are therefore given in a fraction of a
/// byte, a power of two chosen so that the largest message of the run takes 63 bits: it and messages of a thousandth of
/// it are exact, one of a billionth is exact within 1e-9. All engines use these units.
class StarNetwork {
public:
  struct Node {
    std::string name;
    double speed = 0;  // flop/s
    double out = 0;    // units/s
    double in = 0;     // units/s
  };

  /// `largest_message`: byte. The star must outlive the network and not move.
  StarNetwork(const Star& star, int supervisors, double largest_message);

  std::span<const Node> nodes() const { return nodes_; }
  /// Nodes of feeders: 0 is the master, 1, 2, ... the supervisors.
  int feeder(int number) const { return number; }
  int worker(int number) const { return feeders_ + number; }

  CrewJob message_to_worker(int feeder, int worker, double bytes) const {
    return message(this->feeder(feeder), this->worker(worker), worker, bytes);
  }
  CrewJob message_from_worker(int worker, int feeder, double bytes) const {
    return message(this->worker(worker), this->feeder(feeder), worker, bytes);
  }
  CrewJob message_between_feeders(int from, int to, double bytes) const {
    return message(feeder(from), feeder(to), 0, bytes);
  }

private:
  CrewJob message(int sender, int receiver, int latency_of, double bytes) const;
  void add_node(std::string name, double speed, double out, double in);

  const Star& star_;
  int feeders_;
  int scale_;  // a unit is 2^-scale byte
  std::vector<Node> nodes_;
};

/// Actors on the nodes of a star that do one job at a time, and a function that decides what they do next. It decides
/// only when all jobs that end at a date are known.
class Crew {
public:
  /// Called at a date (s) with the numbers of the actors whose jobs ended, ascending; first at 0 with none. Gives jobs.
  using Decide = std::function<void(std::span<const int> ended, double now)>;

  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  /// Adds an actor on this node and returns its number: 0, 1, ... It costs little until it gets its first job.
  virtual int hire(int node) = 0;
  virtual bool busy(int actor) const = 0;

  // Only the deciding function calls these.
  /// Gives a job to an actor that is not busy.
  virtual void give(int actor, const CrewJob& job) = 0;
  /// Stops a computation that began at an earlier date; its end is not reported, and the actor may get a job at once.
  virtual void abort(int actor) = 0;
  /// Ends the run: jobs under way are dropped.
  virtual void stop() = 0;

  /// Returns the last date, s, after stop() or when no job is under way any more. Rethrows what the function throws.
  virtual double run(Decide decide) = 0;
};

/// Jobs whose ends are closer than this, s, end together: it must cover the rounding errors of the last dates before
/// the horizon (s).
inline double date_precision(double horizon) { return std::max(1e-9, 1e-14 * horizon); }

/// An engine's crew on a network. Dates closer than date_precision(horizon) are one date.
using MakeCrew = std::function<std::unique_ptr<Crew>(const StarNetwork& network, double horizon)>;

}  // namespace palio
