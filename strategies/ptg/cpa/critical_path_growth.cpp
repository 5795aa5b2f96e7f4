#include "strategies/ptg/cpa/critical_path_growth.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace palio {
namespace {

constexpr int k_steps_to_exact_area = 100000;  // which add up to less than a thousandth of k_rough

template <class Processors>
std::vector<double> times(const TaskGraph& graph, const CriticalPathGrowth::Time& time, Processors processors) {
  std::vector<double> times;
  times.reserve(graph.tasks().size());
  for (int task = 0; task < graph.task_count(); ++task) times.push_back(time(task, processors(task)));
  return times;
}

}  // namespace

CriticalPathGrowth::CriticalPathGrowth(const TaskGraph& graph, Time time, std::vector<int> largest)
    : time_(std::move(time)),
      largest_(std::move(largest)),
      processors_(static_cast<std::size_t>(graph.task_count()), 1),
      path_(graph, times(graph, time_, [](int) { return 1; }),
            times(graph, time_, [&](int task) { return largest_[static_cast<std::size_t>(task)]; })),
      next_time_(processors_.size()),
      gain_(path_.block_count() * CriticalPath::k_block, k_may_not_grow),
      best_(path_.block_count()),
      best_gains_(path_.block_count(), k_may_not_grow),
      is_outdated_(path_.block_count()),
      rough_area_(area()) {
  for (int task = 0; task < graph.task_count(); ++task) look_ahead(task);
  for (const std::size_t block : path_.changed_blocks()) mark(block);
}

int CriticalPathGrowth::best_candidate() {
  for (const std::size_t block : outdated_) {
    best_[block] = best_on_path(block);
    best_gains_.set(block, gain_[best_[block]]);
    is_outdated_[block] = 0;
  }
  outdated_.clear();
  const CriticalPath::Position best = best_[best_gains_.best()];
  return gain_[best] > k_may_not_grow ? path_.task(best) : -1;
}

void CriticalPathGrowth::grow(int task) {
  const auto index = static_cast<std::size_t>(task);
  rough_area_ -= processors_[index] * path_.task_time(task);
  rough_area_ += ++processors_[index] * next_time_[index];
  if (++grown_ == k_steps_to_exact_area) {
    rough_area_ = area();
    grown_ = 0;
  }
  path_.lower_task_time(task, next_time_[index]);
  for (const std::size_t block : path_.changed_blocks()) mark(block);
  look_ahead(task);
}

// The sums decide only where they are clear.
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
  const auto index = static_cast<std::size_t>(task);
  const int n = processors_[index];
  if (n >= largest_[index]) return set_gain(path_.position(task), k_may_not_grow);
  next_time_[index] = time_(task, n + 1);
  set_gain(path_.position(task), path_.task_time(task) / n - next_time_[index] / (n + 1));
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

}  // namespace palio
