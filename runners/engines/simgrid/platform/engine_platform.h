#pragma once

#include <memory>
#include <simgrid/s4u.hpp>
#include <span>
#include <string>
#include <vector>

#include "platforms/model/platform.h"
#include "runners/engines/translation/activity_graph.h"

namespace palio {

/// A redistribution in SimGrid's terms.
struct HostTransfer {
  std::vector<simgrid::s4u::Host*> hosts;
  std::vector<double> bytes;  // from each host to each, row by row; empty: nothing moves, and there is one host
};

/// A platform in the process's only Engine: where tasks run and how data move.
class EnginePlatform {
public:
  EnginePlatform() = default;
  EnginePlatform(const EnginePlatform&) = delete;
  EnginePlatform& operator=(const EnginePlatform&) = delete;
  virtual ~EnginePlatform() = default;

  virtual std::span<const double> speeds() const = 0;  // flop/s, by processor
  virtual simgrid::s4u::Host* processor(int number) const = 0;
  /// A new host of 1 flop/s outside the network.
  virtual simgrid::s4u::Host* add_timer() = 0;
  /// Moves the blocks of an edge. May add to the platform, which the engine seals when it starts.
  virtual HostTransfer redistribution(const ActivityGraph::Redistribution& moved) = 0;
};

/// A platform of Palio's own.
std::unique_ptr<EnginePlatform> simulated_platform(const Platform& platform);

/// A platform that SimGrid reads from its own XML: messages take its routes. `timers`: how many hosts to add as timers
/// now, since a sealed platform takes no more hosts.
std::unique_ptr<EnginePlatform> loaded_platform(const Platform& platform, int timers);

/// Reads a platform file of SimGrid into the process's only Engine, which is empty, and does not seal it; returns its
/// hosts in the order of the file. `place`: what messages call the file. Throws UserError, with the line, if SimGrid
/// throws; SimGrid may also abort.
std::vector<simgrid::s4u::Host*> load_platform(const std::string& xml, const std::string& place);

}  // namespace palio
