#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "platforms/model/platform.h"

namespace palio {

/// A worker and its private link to the master.
struct Worker {
  double speed = 0;  // flop/s
  Link link;         // byte/s, s
};

/// How many messages a node may send at a time. one_port: one, while it may receive another. multi_port: any number,
/// together at most at the node's outgoing bandwidth.
enum class PortModel { one_port, multi_port };
inline constexpr std::array<std::string_view, 2> k_port_models{"one-port", "multi-port"};  // as the enum

/// Of a resolved parameter.
PortModel port_model_of(std::string_view name);

/// A master that computes nothing, and workers around it. The master's messages to a worker cross the master's outgoing
/// capacity and the worker's link.
struct Star {
  using Role = struct PlatformRole;
  static constexpr std::string_view k_called = "a star";

  std::vector<Worker> workers;
  double master_bandwidth = 0;  // byte/s, outgoing
  PortModel port_model = PortModel::one_port;
};

/// Throws UserError naming the first invalid value: no worker, a speed or bandwidth not positive, a negative latency, a
/// number that is not finite.
void check(const Star& star);

}  // namespace palio
