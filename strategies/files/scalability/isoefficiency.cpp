#include "strategies/files/scalability/isoefficiency.h"

#include <fmt/format.h>

#include <algorithm>

#include "strategies/files/scalability/scalability.h"
#include "strategies/model/strategy.h"
#include "workloads/families/families.h"

namespace palio {
namespace {

constexpr double k_isoefficiency_precision = 0.005;

double predicted_efficiency(std::string_view strategy, PredictFileMakespan predict, const Parameters& parameters,
                            const Star& star, const SharedFileTasks& tasks, std::int64_t count) {
  const std::optional<TaskTimes> times = closed_times(star, tasks);
  const std::optional<double> makespan = predict(star, tasks, count, parameters);
  if (!times || !makespan)
    throw NoSchedule(
        fmt::format("how many tasks {} needs for a target efficiency is known for identical workers behind one port, "
                    "no output and{}",
                    strategy, " files of one size, with groups or supervisors for a single file"));
  const std::int64_t files = tasks.sharing == FileSharing::shared ? 1 : count;
  return efficiency(sequential_makespan(*times, count, files), *makespan, static_cast<int>(star.workers.size()));
}

}  // namespace

std::optional<std::int64_t> least_tasks(const std::function<double(std::int64_t)>& efficiency, double target,
                                        std::int64_t first, std::int64_t most) {
  std::int64_t misses = 0;
  std::int64_t reaches = std::min(first, most);
  while (efficiency(reaches) < target) {
    if (reaches == most) return std::nullopt;
    misses = reaches;
    reaches = std::min(2 * reaches, most);
  }
  while (reaches - misses > 1 &&
         static_cast<double>(reaches - misses) > k_isoefficiency_precision * static_cast<double>(reaches)) {
    const std::int64_t middle = misses + (reaches - misses) / 2;
    (efficiency(middle) < target ? misses : reaches) = middle;
  }
  return reaches;
}

SharedFileTasks counted_tasks(std::string_view strategy, PredictFileMakespan makespan, const Parameters& parameters,
                              const Star& star, const SharedFileTasks& tasks) {
  if (tasks.target_efficiency == 0) return tasks;
  const auto reached = [&](std::int64_t count) {
    return predicted_efficiency(strategy, makespan, parameters, star, tasks, count);
  };
  const auto workers = static_cast<std::int64_t>(star.workers.size());
  const auto count = least_tasks(reached, tasks.target_efficiency, workers, k_most_file_tasks);
  if (!count)
    throw NoSchedule(fmt::format(
        "{} cannot reach an efficiency of {} on {} workers: {} tasks reach {:.4f}; take fewer workers or smaller files",
        strategy, tasks.target_efficiency, workers, k_most_file_tasks, reached(k_most_file_tasks)));
  return with_task_count(tasks, static_cast<int>(*count));
}

}  // namespace palio
