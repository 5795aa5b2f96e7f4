#pragma once

#include <simgrid/s4u.hpp>
#include <span>
#include <vector>

#include "runners/engines/translation/activity_graph.h"

namespace palio {

/// What a redistribution is to SimGrid.
struct HostTransfer {
  std::vector<simgrid::s4u::Host*> hosts;
  std::vector<double> bytes;  // from each host to each, row by row; empty: nothing moves, and there is one host
};

/// A platform in the process's only Engine: where tasks run and how data move.
class EnginePlatform {
public:
  EnginePlatform() = default;
  virtual ~EnginePlatform() = default;
  EnginePlatform(const EnginePlatform&) = delete;
  EnginePlatform& operator=(const EnginePlatform&) = delete;

  virtual std::span<const double> speeds() const = 0;  // flop/s, by processor
  virtual simgrid::s4u::Host* processor(int number) const = 0;
  /// A host of 1 flop/s outside the network, of which nobody else knows.
  virtual simgrid::s4u::Host* add_timer() = 0;
  /// Moves the blocks of an edge. May add to the platform, which the engine seals when it starts.
  virtual HostTransfer redistribution(const ActivityGraph::Redistribution& moved) = 0;
};

}  // namespace palio
