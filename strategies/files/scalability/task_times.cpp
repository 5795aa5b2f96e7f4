#include "strategies/files/scalability/task_times.h"

#include <algorithm>
#include <numeric>

namespace palio {
namespace {

bool identical(const Star& star) {
  const Worker& first = star.workers.front();
  return std::ranges::all_of(star.workers, [&](const Worker& worker) {
    return worker.speed == first.speed && worker.link.bandwidth == first.link.bandwidth &&
           worker.link.latency == first.link.latency;
  });
}

bool one_size(const SharedFileTasks& tasks) {
  const double first = tasks.file_bytes.front();
  return std::ranges::all_of(tasks.file_bytes, [&](double bytes) { return bytes == first; });
}

TaskTimes times_of(const Worker& worker, double master_bandwidth, double file_bytes, const SharedFileTasks& tasks) {
  const double bandwidth = std::min(master_bandwidth, worker.link.bandwidth);
  const double output = tasks.output_bytes > 0 ? worker.link.latency + tasks.output_bytes / bandwidth : 0;
  return {worker.link.latency + file_bytes / bandwidth, tasks.flop / worker.speed, output};
}

}  // namespace

TaskTimes mean_times(const Star& star, const SharedFileTasks& tasks) {
  const double file_bytes = one_size(tasks) ? tasks.file_bytes.front()
                                            : std::accumulate(tasks.file_bytes.begin(), tasks.file_bytes.end(), 0.0) /
                                                  static_cast<double>(tasks.file_bytes.size());
  if (identical(star)) return times_of(star.workers.front(), star.master_bandwidth, file_bytes, tasks);
  TaskTimes mean;
  const auto workers = static_cast<double>(star.workers.size());
  for (const Worker& worker : star.workers) {
    const TaskTimes times = times_of(worker, star.master_bandwidth, file_bytes, tasks);
    mean.input += times.input / workers;
    mean.execution += times.execution / workers;
    mean.output += times.output / workers;
  }
  return mean;
}

std::optional<TaskTimes> closed_times(const Star& star, const SharedFileTasks& tasks) {
  if (!one_size(tasks) || tasks.output_bytes > 0 || star.port_model != PortModel::one_port || !identical(star))
    return std::nullopt;
  return mean_times(star, tasks);
}

}  // namespace palio
