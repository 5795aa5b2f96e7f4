#include "strategies/files/task_pool.h"

#include <algorithm>
#include <cstdint>

namespace palio {

TaskPool::TaskPool(const SharedFileTasks& tasks, int first, int last, int places)
    : first_(first), last_(last), places_(places), ready_(last - first) {
  for (int task = first; task < last; ++task) {
    const int file = tasks.file_of_task[task];
    if (runs_.empty() || runs_.back().file != file) {
      by_file_.emplace_back(file, runs_.size());
      first_of_run_.push_back(task);
      runs_.push_back({file, task, task, 0, static_cast<int>(runs_.size())});
    }
    ++runs_.back().end;
    ++runs_.back().unclaimed;
  }
  std::ranges::sort(by_file_);
}

std::optional<int> TaskPool::take(int file) {
  const std::optional<std::size_t> found = run_of(file);
  if (!found) return std::nullopt;
  const std::optional<int> task = take_from(runs_[*found]);
  if (task) --runs_[*found].unclaimed;
  return task;
}

std::optional<int> TaskPool::claim(int place) {
  if (runs_.empty()) return std::nullopt;
  const std::size_t home = run_of_place(place);
  std::size_t chosen = next_unclaimed(home);
  if (chosen == runs_.size()) chosen = next_unclaimed(0);
  if (chosen == runs_.size()) {
    if (runs_[home].next == runs_[home].end) return std::nullopt;
    chosen = home;
  }
  --runs_[chosen].unclaimed;
  return runs_[chosen].file;
}

std::optional<int> TaskPool::take_claimed(int file) {
  const std::optional<std::size_t> found = run_of(file);
  return found ? take_from(runs_[*found]) : std::nullopt;
}

std::optional<std::size_t> TaskPool::run_of(int file) const {
  const auto found = std::ranges::lower_bound(by_file_, file, {}, &std::pair<int, std::size_t>::first);
  if (found == by_file_.end() || found->first != file) return std::nullopt;
  return found->second;
}

std::optional<int> TaskPool::take_from(Run& run) {
  if (run.next == run.end) return std::nullopt;
  --ready_;
  return run.next++;
}

// Runs without unclaimed tasks are skipped once and for all, and ever longer chains of them at once.
std::size_t TaskPool::next_unclaimed(std::size_t from) {
  std::size_t at = from;
  while (at < runs_.size()) {
    Run& run = runs_[at];
    if (run.unclaimed > 0) break;
    if (run.onward == static_cast<int>(at)) ++run.onward;
    at = static_cast<std::size_t>(run.onward);
  }
  while (from < at) {
    const int next = runs_[from].onward;
    runs_[from].onward = static_cast<int>(at);
    from = next;
  }
  return at;
}

std::size_t TaskPool::run_of_place(int place) const {
  const auto offset = std::int64_t{std::min(place, places_ - 1)} * (last_ - first_) / places_;
  const auto after = std::ranges::upper_bound(first_of_run_, first_ + static_cast<int>(offset));
  return static_cast<std::size_t>(after - first_of_run_.begin()) - 1;
}

}  // namespace palio
