#include "runners/engines/crew/crew.h"

#include <fmt/format.h>

#include <algorithm>
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

double StarNetwork::units(double bytes) const { return std::max(1.0, std::nearbyint(std::ldexp(bytes, scale_))); }

CrewJob StarNetwork::message_to_worker(int feeder, int worker, double bytes) const {
  return {.kind = CrewJob::Kind::message,
          .amount = units(bytes),
          .latency = star_.workers[worker].link.latency,
          .sender = this->feeder(feeder),
          .receiver = this->worker(worker)};
}

CrewJob StarNetwork::message_from_worker(int worker, int feeder, double bytes) const {
  CrewJob job = message_to_worker(feeder, worker, bytes);
  std::swap(job.sender, job.receiver);
  return job;
}

CrewJob StarNetwork::message_between_feeders(int from, int to, double bytes) const {
  return {.kind = CrewJob::Kind::message,
          .amount = units(bytes),
          .latency = star_.workers.front().link.latency,
          .sender = feeder(from),
          .receiver = feeder(to)};
}

}  // namespace palio
