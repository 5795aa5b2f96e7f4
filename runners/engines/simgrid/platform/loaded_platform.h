#pragma once

#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

#include "platforms/model/platform.h"
#include "runners/engines/simgrid/platform/engine_platform.h"

namespace palio {

/// Reads a platform file of SimGrid into the process's only Engine, which has nothing yet, and does not seal it;
/// returns its hosts in the order of the file. `place` is what messages call it. Throws UserError with the line where
/// SimGrid refuses it by an exception; it may also abort.
std::vector<simgrid::s4u::Host*> load_platform(const std::string& xml, const std::string& place);

/// A platform that SimGrid reads from a file of its own: messages cross what its routes say.
///
/// Each processor is a host of its own outside the network, as fast as a core of the host that it belongs to: a core
/// never has two tasks at a time. Data that stay on a host move at once.
class LoadedPlatform final : public EnginePlatform {
public:
  /// With so many timers: what is sealed takes no more hosts.
  LoadedPlatform(const Platform& platform, int timers);

  std::span<const double> speeds() const override { return speeds_; }
  simgrid::s4u::Host* processor(int number) const override { return processors_[static_cast<std::size_t>(number)]; }
  simgrid::s4u::Host* add_timer() override;
  /// Sends what moves between hosts.
  HostTransfer redistribution(const ActivityGraph::Redistribution& moved) override;

private:
  static simgrid::s4u::Host* add_host(const std::string& name, double speed);
  simgrid::s4u::Host* home_of(int processor) const { return homes_[static_cast<std::size_t>(processor)]; }

  std::vector<double> speeds_;  // flop/s, by processor
  std::vector<simgrid::s4u::Host*> processors_;
  std::vector<simgrid::s4u::Host*> timers_;  // that are left
  std::vector<simgrid::s4u::Host*> homes_;   // by processor: its host in the network
};

}  // namespace palio
