#include "strategies/files/file_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace palio {
namespace {

using Violation = std::optional<std::string>;

Violation check_task(const Star& star, double work, const FileSchedule& schedule, std::size_t task) {
  const FileTaskRun& run = schedule.tasks[task];
  if (run.worker < 0 || run.worker >= static_cast<int>(star.workers.size()))
    return fmt::format("task {} ran on worker {}, which does not exist", task, run.worker);
  const double finish = run.start + work / star.workers[run.worker].speed;
  if (!std::isfinite(run.start) || run.start < 0 || is_before(run.finish, finish) || is_before(finish, run.finish))
    return fmt::format("task {} ran from {} to {} s on worker {}, but ends at {} s from there", task, run.start,
                       run.finish, run.worker, finish);
  if (is_before(schedule.makespan, run.finish))
    return fmt::format("task {} ends at {} s, after the makespan of {} s", task, run.finish, schedule.makespan);
  return std::nullopt;
}

// In the order of starts, each task against the one before it on its worker.
Violation check_workers(const Star& star, const FileSchedule& schedule) {
  std::vector<std::size_t> order(schedule.tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t task) { return schedule.tasks[task].start; });
  std::vector<double> free(star.workers.size(), 0.0);  // s
  for (const std::size_t task : order) {
    const FileTaskRun& run = schedule.tasks[task];
    double& busy_until = free[run.worker];
    if (is_before(run.start, busy_until))
      return fmt::format("task {} starts at {} s on worker {}, which is busy until {} s", task, run.start, run.worker,
                         busy_until);
    busy_until = run.finish;
  }
  return std::nullopt;
}

}  // namespace

Violation find_file_violation(const Star& star, const SharedFileTasks& tasks, const FileSchedule& schedule) {
  if (schedule.tasks.size() != tasks.file_of_task.size())
    return fmt::format("{} tasks were done of {}", schedule.tasks.size(), tasks.file_of_task.size());
  for (std::size_t task = 0; task < schedule.tasks.size(); ++task)
    if (Violation violation = check_task(star, tasks.work(task), schedule, task)) return violation;
  return check_workers(star, schedule);
}

}  // namespace palio
