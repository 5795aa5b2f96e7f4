#include "strategies/bags/bag_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace palio {
namespace {

using Violation = std::optional<std::string>;

class BagValidator {
public:
  BagValidator(const Star& star, const BagBatch& batch, const BagSchedule& schedule)
      : star_(star), batch_(batch), tasks_(schedule.tasks) {}

  Violation run() const {
    std::vector<std::size_t> sent(batch_.applications.size(), 0);
    for (std::size_t id = 0; id < tasks_.size(); ++id) {
      if (Violation violation = check_task(id)) return violation;
      if (Violation violation = check_computation(id, sent[tasks_[id].application]++)) return violation;
    }
    if (Violation violation = check_counts()) return violation;
    if (Violation violation = check_sends()) return violation;
    return check_workers();
  }

private:
  const BagOfTasks& bag(const BagTask& task) const { return batch_.applications[task.application]; }
  const Worker& worker(const BagTask& task) const { return star_.workers[task.worker]; }

  Violation check_task(std::size_t id) const {
    const BagTask& task = tasks_[id];
    if (task.application < 0 || task.application >= static_cast<int>(batch_.applications.size()))
      return fmt::format("task {} is of application {}, which does not exist", id, task.application);
    if (task.worker < 0 || task.worker >= static_cast<int>(star_.workers.size()))
      return fmt::format("task {} is on worker {}, which does not exist", id, task.worker);
    for (const double date : {task.send_start, task.send_finish, task.start, task.finish})
      if (!std::isfinite(date)) return fmt::format("task {} has a time of {} s", id, date);
    if (is_before(task.send_start, bag(task).release_date))
      return fmt::format("task {} is sent at {} s, before the release of application {} at {} s", id, task.send_start,
                         task.application, bag(task).release_date);
    if (is_before(task.start, task.send_finish))
      return fmt::format("task {} starts at {} s, before it is received at {} s", id, task.start, task.send_finish);
    return check_durations(id);
  }

  Violation check_durations(std::size_t id) const {
    const BagTask& task = tasks_[id];
    const Link& link = worker(task).link;
    const double alone = link.latency + bag(task).bytes / std::min(star_.master_bandwidth, link.bandwidth);
    const bool exact = star_.port_model == PortModel::one_port;  // several messages share the master's bandwidth
    if (is_before(task.send_finish, task.send_start + alone) ||
        (exact && is_before(task.send_start + alone, task.send_finish)))
      return fmt::format("task {} is sent in {} s, but {} s to worker {}", id, task.send_finish - task.send_start,
                         alone, task.worker);
    return std::nullopt;
  }

  // `number`: among the tasks of its bag.
  Violation check_computation(std::size_t id, std::size_t number) const {
    const BagTask& task = tasks_[id];
    if (static_cast<int>(number) >= bag(task).tasks) return std::nullopt;  // check_counts() tells of it
    const double computed = bag(task).work(number) / worker(task).speed;
    if (is_before(task.finish, task.start + computed) || is_before(task.start + computed, task.finish))
      return fmt::format("task {} takes {} s, but should take {} s on worker {}", id, task.finish - task.start,
                         computed, task.worker);
    return std::nullopt;
  }

  Violation check_counts() const {
    std::vector<int> sent(batch_.applications.size(), 0);
    for (const BagTask& task : tasks_) ++sent[task.application];
    for (std::size_t app = 0; app < sent.size(); ++app)
      if (sent[app] != batch_.applications[app].tasks)
        return fmt::format("application {} has {} tasks, but {} are sent", app, batch_.applications[app].tasks,
                           sent[app]);
    return std::nullopt;
  }

  std::vector<std::size_t> sorted_by(double BagTask::*date) const {
    std::vector<std::size_t> ids;
    for (std::size_t id = 0; id < tasks_.size(); ++id) ids.push_back(id);
    std::ranges::stable_sort(ids, {}, [&](std::size_t id) { return tasks_[id].*date; });
    return ids;
  }

  // One-port: all messages in a row. Multi-port: those to each worker.
  Violation check_sends() const {
    const bool one_port = star_.port_model == PortModel::one_port;
    std::vector<std::optional<std::size_t>> latest(one_port ? 1 : star_.workers.size());
    for (const std::size_t id : sorted_by(&BagTask::send_start)) {
      auto& previous = latest[one_port ? 0 : static_cast<std::size_t>(tasks_[id].worker)];
      if (previous && is_before(tasks_[id].send_start, tasks_[*previous].send_finish))
        return fmt::format("task {} is sent at {} s, while task {} keeps the port until {} s", id,
                           tasks_[id].send_start, *previous, tasks_[*previous].send_finish);
      previous = id;
    }
    return std::nullopt;
  }

  Violation check_workers() const {
    std::vector<std::optional<std::size_t>> latest(star_.workers.size());
    for (const std::size_t id : sorted_by(&BagTask::start)) {
      auto& previous = latest[tasks_[id].worker];
      if (previous && is_before(tasks_[id].start, tasks_[*previous].finish))
        return fmt::format("task {} starts at {} s on worker {}, which task {} keeps until {} s", id, tasks_[id].start,
                           tasks_[id].worker, *previous, tasks_[*previous].finish);
      previous = id;
    }
    return std::nullopt;
  }

  const Star& star_;
  const BagBatch& batch_;
  const std::vector<BagTask>& tasks_;
};

}  // namespace

std::optional<std::string> find_bag_violation(const Star& star, const BagBatch& batch, const BagSchedule& schedule) {
  return BagValidator(star, batch, schedule).run();
}

}  // namespace palio
