#include "strategies/ptg/cpa/cpa_allocation.h"

#include <cmath>
#include <utility>

namespace palio {
namespace {

constexpr int k_steps_to_exact_area = 100000;  // their rounding errors are less than a thousandth of k_rough
constexpr int k_most_bisections = 16;

template <class TaskTime>
std::vector<double> times(const TaskGraph& graph, TaskTime time) {
  std::vector<double> times;
  times.reserve(graph.tasks().size());
  for (std::size_t task = 0; task < graph.tasks().size(); ++task) times.push_back(time(task));
  return times;
}

}  // namespace

CriticalPathGrowth::CriticalPathGrowth(const TaskGraph& graph, double speed, std::vector<int> largest, FullTask full)
    : full_(full),
      time_(amdahl_times(graph, speed)),
      largest_(std::move(largest)),
      processors_(time_.size(), 1),
      path_(graph, times(graph, [&](std::size_t task) { return time_[task].on(1); }),
            times(graph, [&](std::size_t task) { return time_[task].on(largest_[task]); })),
      next_time_(processors_.size()),
      gain_(path_.block_count() * CriticalPath::k_block, k_may_not_grow),
      best_(path_.block_count()),
      best_gains_(path_.block_count(), k_may_not_grow),
      is_outdated_(path_.block_count()),
      rough_area_(area()) {
  for (int task = 0; task < graph.task_count(); ++task) look_ahead(task);
  for (const std::size_t block : path_.changed_blocks()) mark(block);
}

std::vector<CriticalPathGrowth::AmdahlTime> CriticalPathGrowth::amdahl_times(const TaskGraph& graph, double speed) {
  std::vector<AmdahlTime> times;
  times.reserve(graph.tasks().size());
  for (const Task& task : graph.tasks()) times.push_back({task.flop / speed, task.alpha, 1.0 - task.alpha});
  return times;
}

int CriticalPathGrowth::best_candidate() {
  for (const std::size_t block : outdated_) {
    best_[block] = best_on_path(block);
    best_gains_.set(block, gain_[best_[block]]);
    is_outdated_[block] = 0;
  }
  outdated_.clear();
  const CriticalPath::Position best = best_[best_gains_.best()];
  if (gain_[best] == k_may_not_grow) return -1;
  const int task = path_.task(best);
  return processors_[task] < largest_[task] ? task : -1;
}

void CriticalPathGrowth::grow(int task) { grow_to(task, processors_[task] + 1, next_time_[task]); }

void CriticalPathGrowth::grow_to(int task, int n, double time) {
  const double before = path_.task_time(task);
  rough_area_ -= processors_[task] * before;
  rough_area_ += n * time;
  processors_[task] = n;
  latest_fall_ = before - time;
  path_.lower_task_time(task, time);
  if (++grown_ == k_steps_to_exact_area) {
    rough_area_ = area();
    grown_ = 0;
  }
  for (const std::size_t block : path_.changed_blocks()) mark(block);
  look_ahead(task);
}

void CriticalPathGrowth::limit(int processors) {
  for (int task = 0; task < std::ssize(processors_); ++task) {
    largest_[task] = processors;
    if (processors_[task] == processors) close(task);
  }
}

// A leap that gained nothing is tried again after as many steps as it cost. Leaps do not watch for tasks that end
// growth.
long CriticalPathGrowth::finish(double area_divisor) {
  path_.look_for_lead();
  long steps = 0;
  for (long next_leap = 0; compare_to_area(area_divisor) > 0; ++steps) {
    if (full_ == FullTask::is_skipped && steps >= next_leap && path_.lead() > 4 * k_least_leap * latest_fall_) {
      const bool got_far = leap(area_divisor) > 4 * std::ssize(leapers_);
      next_leap = steps + k_least_leap + (got_far ? 0 : 4 * std::ssize(leapers_));
    }
    const int task = best_candidate();
    if (task < 0) break;
    grow(task);
  }
  return steps;
}

// Returns the number of steps made.
long CriticalPathGrowth::leap(double area_divisor) {
  find_leapers();
  bisect(area_divisor);
  long steps = 0;
  for (const Leaper& leaper : leapers_) {
    if (leaper.sure == leaper.present) continue;
    steps += leaper.sure - leaper.present;
    grow_to(leaper.task, leaper.sure, leaper.time.on(leaper.sure));
  }
  return steps;
}

void CriticalPathGrowth::find_leapers() {
  leapers_.clear();
  for (int task = path_.first(); task >= 0; task = path_.next(task)) {
    if (gain_[path_.position(task)] == k_may_not_grow) continue;
    leapers_.push_back({task, time_[task], processors_[task], processors_[task], largest_[task], largest_[task]});
  }
}

// A task's gain falls as its n grows. So the first steps, in any order, are exactly those with gains above some bound.
void CriticalPathGrowth::bisect(double area_divisor) {
  double most = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Leaper& leaper : leapers_) {
    most = std::max(most, leaper.time.gain(leaper.sure));
    least = std::min(least, leaper.time.gain(leaper.unsure));
  }
  double bound = least;
  for (int i = 0; i < k_most_bisections; ++i) {
    const bool goes_on = surely_goes_on(area_divisor);
    long unsure = 0;
    for (Leaper& leaper : leapers_) {
      (goes_on ? leaper.sure : leaper.unsure) = leaper.tried;
      unsure += leaper.unsure - leaper.sure;
    }
    if (unsure < k_least_leap) return;
    (goes_on ? most : least) = bound;
    bound = std::sqrt(most * least);
    for (Leaper& leaper : leapers_) leaper.tried = grown_above(bound, leaper);
  }
}

// The least n in the leaper's range whose gain is not above the bound.
int CriticalPathGrowth::grown_above(double bound, const Leaper& leaper) {
  int low = leaper.sure;
  int high = leaper.unsure;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (leaper.time.gain(middle) > bound)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// As the path's tasks grow, its length falls and the area rises: what holds after all these steps also holds before
// each of them.
bool CriticalPathGrowth::surely_goes_on(double area_divisor) const {
  double fall = 0;
  double area = rough_area_;
  for (const Leaper& leaper : leapers_) {
    const double before = path_.task_time(leaper.task);
    const double time = leaper.time.on(leaper.tried);
    fall += before - time;
    area += leaper.tried * time - leaper.present * before;
  }
  constexpr double k_clearly = 1 + 4 * CriticalPath::k_rough;
  return fall < path_.lead() && path_.rough_length() - fall > area / area_divisor * k_clearly;
}

// Uses the rough sums where they are clear, the exact ones otherwise.
std::partial_ordering CriticalPathGrowth::compare_to_area(double area_divisor) {
  const double length = path_.rough_length();
  const double average = rough_area_ / area_divisor;
  if (std::abs(length - average) > 2 * CriticalPath::k_rough * std::max(length, average)) return length <=> average;
  return path_.length() <=> area() / area_divisor;
}

double CriticalPathGrowth::area() const {
  double area = 0;
  for (std::size_t i = 0; i < processors_.size(); ++i) area += processors_[i] * path_.task_time(static_cast<int>(i));
  return area;
}

// The gain is never negative, since more processors are never slower under Amdahl's law.
void CriticalPathGrowth::look_ahead(int task) {
  const int n = processors_[task];
  if (n >= largest_[task] && full_ == FullTask::is_skipped) return set_gain(path_.position(task), k_may_not_grow);
  next_time_[task] = time_[task].on(n + 1);
  set_gain(path_.position(task), path_.task_time(task) / n - next_time_[task] / (n + 1));
}

void CriticalPathGrowth::set_gain(CriticalPath::Position position, double gain) {
  gain_[position] = gain;
  mark(position / CriticalPath::k_block);
}

void CriticalPathGrowth::mark(std::size_t block) {
  if (std::exchange(is_outdated_[block], 1) == 0) outdated_.push_back(block);
}

CriticalPath::Position CriticalPathGrowth::best_on_path(std::size_t block) const {
  const auto first = static_cast<CriticalPath::Position>(block * CriticalPath::k_block);
  CriticalPath::Position best = CriticalPath::k_root;  // gains nothing
  double best_gain = k_may_not_grow;
  for (std::uint32_t rest = path_.path_in(block); rest != 0; rest &= rest - 1) {
    const CriticalPath::Position position = first + static_cast<CriticalPath::Position>(std::countr_zero(rest));
    const double gain = gain_[position];
    best = gain > best_gain ? position : best;
    best_gain = std::max(gain, best_gain);
  }
  return best;
}

int CpaAllocation::grow() {
  if (compare_to_area(area_divisor_) <= 0) return -1;
  const int task = best_candidate();
  if (task >= 0) CriticalPathGrowth::grow(task);
  return task;
}

double improved_area_divisor(double processors, int tasks) {
  return std::min(processors, std::sqrt(processors * tasks));
}

double area_divisor_of(AreaDivisor divisor, int processors, int tasks) {
  return divisor == AreaDivisor::improved ? improved_area_divisor(processors, tasks) : processors;
}

std::vector<int> cpa_allocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                                FullTask full) {
  CpaAllocation allocation(graph, speed, std::move(largest), area_divisor, full);
  allocation.finish();
  return allocation.processors();
}

LevelProcessors::LevelProcessors(const TaskGraph& graph, double most)
    : graph_(graph), most_(most), tasks_(graph.level_count()), processors_(tasks_.size(), 0) {
  for (int task = 0; task < graph.task_count(); ++task) {
    tasks_[graph.level(task)].push_back(task);
    add(task);
  }
}

void LevelProcessors::close_full_levels(CriticalPathGrowth& growth) const {
  for (int task = 0; task < graph_.task_count(); ++task)
    if (is_full(task)) growth.close(task);
}

void LevelProcessors::charge(int task, CriticalPathGrowth& growth) {
  add(task);
  if (!is_full(task)) return;
  for (const int neighbour : tasks_[graph_.level(task)]) growth.close(neighbour);
}

}  // namespace palio
