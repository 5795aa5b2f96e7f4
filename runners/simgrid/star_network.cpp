#include "runners/simgrid/star_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

constexpr int k_largest = 62;  // exponent of the largest message, which must fit into 64 bits when rounded up

}  // namespace

StarNetwork::StarNetwork(const Star& star, int supervisors, double largest_message)
    : star_(star), scale_(k_largest - std::ilogb(largest_message)), zone_(sg4::create_star_zone("star")) {
  const double first_link = star.workers.front().link.bandwidth;
  for (int feeder = 0; feeder <= supervisors; ++feeder)
    feeders_.push_back(
        add_host("feeder", feeder, 1, star.master_bandwidth, feeder == 0 ? star.master_bandwidth : first_link));
  for (int number = 0; number < static_cast<int>(star.workers.size()); ++number) {
    const Worker& worker = star.workers[static_cast<std::size_t>(number)];
    workers_.push_back(add_host("worker", number, worker.speed, worker.link.bandwidth, worker.link.bandwidth));
  }
  zone_->seal();
}

sg4::Host* StarNetwork::add_host(const char* kind, int number, double speed, double out, double in) {
  sg4::Host* host = zone_->create_host(fmt::format("{}{}", kind, number), speed);
  const sg4::Link* up = zone_->create_link(fmt::format("{}{}-up", kind, number), std::ldexp(out, scale_));
  const sg4::Link* down = zone_->create_link(fmt::format("{}{}-down", kind, number), std::ldexp(in, scale_));
  zone_->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {sg4::LinkInRoute(up)}, false);
  zone_->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {sg4::LinkInRoute(down)}, false);
  return host;
}

double StarNetwork::units(double bytes) const { return std::max(1.0, std::nearbyint(std::ldexp(bytes, scale_))); }

CrewJob StarNetwork::message_to_worker(int feeder, int worker, double bytes) const {
  return {.kind = CrewJob::Kind::message,
          .amount = units(bytes),
          .latency = star_.workers[static_cast<std::size_t>(worker)].link.latency,
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
