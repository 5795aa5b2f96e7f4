#include "runners/engines/crew/crew.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace palio {
namespace {

constexpr int k_largest = 62;  // exponent of the largest message, which must fit into 64 bits when rounded up

}  // namespace

StarNetwork::StarNetwork(const Star& star, int supervisors, double largest_message)
    : star_(star), feeders_(supervisors + 1), scale_(k_largest - std::ilogb(largest_message)) {
  const double first_link = star.workers.front().link.bandwidth;
  for (int feeder = 0; feeder < feeders_; ++feeder)
    add_node(fmt::format("feeder{}", feeder), 1, star.master_bandwidth,
             feeder == 0 ? star.master_bandwidth : first_link);
  for (const Worker& worker : star.workers)
    add_node(fmt::format("worker{}", nodes_.size() - static_cast<std::size_t>(feeders_)), worker.speed,
             worker.link.bandwidth, worker.link.bandwidth);
}

void StarNetwork::add_node(std::string name, double speed, double out, double in) {
  nodes_.push_back({std::move(name), speed, std::ldexp(out, scale_), std::ldexp(in, scale_)});
}

// `latency_of`: the worker whose link gives the latency.
CrewJob StarNetwork::message(int sender, int receiver, int latency_of, double bytes) const {
  return {.kind = CrewJob::Kind::message,
          .amount = std::max(1.0, std::nearbyint(std::ldexp(bytes, scale_))),
          .latency = star_.workers[latency_of].link.latency,
          .sender = sender,
          .receiver = receiver};
}

}  // namespace palio
