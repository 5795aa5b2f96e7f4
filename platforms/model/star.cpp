#include "platforms/model/star.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace palio {
namespace {

void require_positive(double value, const char* what, const std::string& where) {
  if (!std::isfinite(value) || value <= 0)
    throw UserError("{} of {} is {}, but must be a positive number", what, where, value);
}

}  // namespace

PortModel port_model_of(std::string_view name) {
  const auto found = std::ranges::find(k_port_models, name);
  if (found == k_port_models.end()) throw InternalError("a port model was not resolved");
  return static_cast<PortModel>(found - k_port_models.begin());
}

void check(const Star& star) {
  if (star.workers.empty()) throw UserError("a star needs at least one worker");
  require_positive(star.master_bandwidth, "outgoing bandwidth (byte/s)", "the master");
  for (std::size_t i = 0; i < star.workers.size(); ++i) {
    const std::string where = fmt::format("worker {}", i);
    require_positive(star.workers[i].speed, "speed (flop/s)", where);
    require_positive(star.workers[i].link.bandwidth, "link bandwidth (byte/s)", where);
    if (!(star.workers[i].link.latency >= 0) || !std::isfinite(star.workers[i].link.latency))
      throw UserError("link latency of {} is {} s, but must be 0 or more", where, star.workers[i].link.latency);
  }
}

}  // namespace palio
