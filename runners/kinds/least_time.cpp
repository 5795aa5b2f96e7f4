#include "runners/kinds/least_time.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/error.h"

namespace palio {
namespace {

// `what` takes this amount, at so much in a second.
void require_time(double amount, double rate, std::string_view what, std::string_view name) {
  if (amount != 0 && amount / rate < k_least_time)
    throw UserError("{} of \"{}\" is {}: that takes {:.3g} s on this platform, at least {} s can be simulated", what,
                    name, amount, amount / rate, k_least_time);
}

double fastest_link(const Platform& platform) {
  double fastest = 0;
  for (const Cluster& cluster : platform.clusters) fastest = std::max(fastest, cluster.processor_link.bandwidth);
  for (const Link& link : platform.pair_links) fastest = std::max(fastest, link.bandwidth);
  if (platform.loaded)
    for (const Route& route : platform.loaded->routes)
      for (const double bandwidth : {route.sender, route.receiver, route.shared})
        if (std::isfinite(bandwidth)) fastest = std::max(fastest, bandwidth);
  return fastest;
}

// The fastest processor and link.
Worker fastest_worker(const Star& star) {
  Worker fastest{};
  for (const auto& [speed, link] : star.workers) {
    fastest.speed = std::max(fastest.speed, speed);
    fastest.link.bandwidth = std::max(fastest.link.bandwidth, std::min(link.bandwidth, star.master_bandwidth));
  }
  return fastest;
}

}  // namespace

void check_times(const Platform& platform, const Workload& workload) {
  const double speed = fastest_speed(platform), bandwidth = fastest_link(platform);
  for (const auto& [name, graph, release_date] : workload.applications) {
    require_time(release_date, 1, "the release date (s)", name);
    for (const Task& task : graph.tasks()) {
      require_time(task.flop, speed, "the work (flop)", task.name);
      for (const double time : task.times) require_time(time, 1, "a time (s)", task.name);
    }
    for (const Edge& edge : graph.edges())
      require_time(edge.bytes, bandwidth, "the data (byte) of an edge", graph.task(edge.from).name);
  }
}

void check_times(const Star& star, const BagBatch& batch) {
  const Worker fastest = fastest_worker(star);
  for (const BagOfTasks& bag : batch.applications) {
    require_time(bag.release_date, 1, "the release date (s)", bag.name);
    require_time(bag.flop, fastest.speed, "the work (flop)", bag.name);
    require_time(bag.bytes, fastest.link.bandwidth, "the input (byte)", bag.name);
  }
}

void check_times(const Star& star, const SharedFileTasks& tasks) {
  const Worker fastest = fastest_worker(star);
  require_time(tasks.flop, fastest.speed, "the work (flop)", "tasks");
  require_time(tasks.output_bytes, fastest.link.bandwidth, "the output (byte)", "tasks");
  for (const double bytes : tasks.file_bytes) require_time(bytes, fastest.link.bandwidth, "a file (byte)", "tasks");
}

}  // namespace palio
