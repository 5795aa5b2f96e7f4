#include "strategies/files/scalability/predictions.h"

#include "strategies/files/scalability/supervisors.h"
#include "strategies/files/scalability/task_times.h"

namespace palio {
namespace {

bool all_share_one_file(const SharedFileTasks& tasks) {
  return tasks.target_efficiency > 0 ? tasks.sharing == FileSharing::shared : tasks.file_bytes.size() == 1;
}

std::optional<FileRun> one_file_run(const Star& star, const SharedFileTasks& tasks, std::int64_t count) {
  const std::optional<TaskTimes> times = closed_times(star, tasks);
  if (!times || !all_share_one_file(tasks)) return std::nullopt;
  return FileRun{count, static_cast<int>(star.workers.size()), *times};
}

}  // namespace

std::optional<double> predicted_work_queue(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                           const Parameters& /*parameters*/) {
  const std::optional<TaskTimes> times = closed_times(star, tasks);
  if (!times) return std::nullopt;
  return work_queue_makespan({count, static_cast<int>(star.workers.size()), *times});
}

std::optional<double> predicted_grouped(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                        const Parameters& parameters) {
  const std::optional<FileRun> run = one_file_run(star, tasks, count);
  if (!run) return std::nullopt;
  return grouped_makespan(*run, grouping_of(parameters));
}

std::optional<double> predicted_hierarchical(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                             const Parameters& parameters) {
  const std::optional<FileRun> run = one_file_run(star, tasks, count);
  if (!run) return std::nullopt;
  const int supervisors = supervisor_count(supervisor_choice(parameters), run->times, count, run->workers);
  return hierarchical_makespan(*run, supervisors, pull_of(parameters));
}

Grouping grouping_of(const Parameters& parameters) {
  return text_of(parameters, "mode") == "static" ? Grouping::static_jobs : Grouping::dynamic_pull;
}

Pull pull_of(const Parameters& parameters) {
  return text_of(parameters, "pull") == "sub-lists" ? Pull::sub_lists : Pull::global;
}

}  // namespace palio
