#include "strategies/ptg/cluster_batch/sweep/cpa_growth.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "workloads/model/speedup.h"

namespace palio {

namespace {

constexpr int k_first_entries = 4;

constexpr double k_area_error = 1e-9;  // relative, of a sum over millions of steps
constexpr double k_clear = 1 + 1e-9;   // factor by which dates differ whatever the rounding
constexpr std::size_t k_word = 64;

}  // namespace

GrowthTable::GrowthTable(const TaskGraph& graph, int processors, double speed)
    : graph_(graph),
      processors_(processors),
      speed_(speed),
      row_(static_cast<std::size_t>(processors) + 1),
      entries_(static_cast<std::size_t>(graph.task_count()) * row_),
      known_(static_cast<std::size_t>(graph.task_count()), 0) {}

void GrowthTable::fill(std::size_t position, int n) {
  const Task& task = graph_.task(graph_.topological_order()[position]);
  const int last = std::min(processors_, std::max(2 * known_[position], n + k_first_entries));
  double time = execution_time(task, known_[position] + 1, speed_);
  for (int i = known_[position] + 1; i <= last; ++i) {
    const double next = execution_time(task, i + 1, speed_);
    entries_[position * row_ + static_cast<std::size_t>(i)] = {time, time / i - next / (i + 1)};
    time = next;
  }
  known_[position] = last;
}

CpaGrowth::CpaGrowth(GrowthTable& table, const PositionedEdges& edges)
    : table_(&table), edges_(&edges), processors_(static_cast<std::size_t>(table.graph().task_count()), 1) {
  const std::size_t tasks = processors_.size();
  for (std::size_t i = 0; i < tasks; ++i) {
    time_.push_back(table.at(i, 1).time);
    gain_.push_back(table.at(i, 1).gain);
  }
  level_.resize(tasks);
  next_.resize(tasks);
  outdated_.resize(tasks / k_word + 1);
  for (std::size_t i = tasks; i-- > 0;) update_level(i);
  find_first();
  area_ = exact_area();
}

bool CpaGrowth::balanced(double area_divisor) const {
  const double length = level_[first_];
  if (length > area_ / area_divisor * (1 + k_area_error)) return false;
  return length <= exact_area() / area_divisor;
}

// In the order of the tasks, as CpaAllocation does it.
double CpaGrowth::exact_area() const {
  const TaskGraph& graph = table_->graph();
  double area = 0;
  for (int task = 0; task < graph.task_count(); ++task) {
    const auto i = static_cast<std::size_t>(graph.topological_position(task));
    area += processors_[i] * time_[i];
  }
  return area;
}

std::size_t CpaGrowth::candidate(int cap) const {
  std::size_t best = k_none;
  double best_gain = -1;
  for (std::size_t i = first_; i != k_none; i = next_[i])
    if (gain_[i] > best_gain && processors_[i] < cap) {  // ties: the first one met from the entry
      best = i;
      best_gain = gain_[i];
    }
  return best;
}

void CpaGrowth::grow(std::size_t position) {
  area_ -= processors_[position] * time_[position];
  const GrowthTable::Entry& entry = table_->at(position, ++processors_[position]);
  time_[position] = entry.time;
  gain_[position] = entry.gain;
  area_ += processors_[position] * entry.time;
  lower_levels(position);
  find_first();
}

void CpaGrowth::update_level(std::size_t position) {
  const std::size_t end = edges_->first_child[position + 1];
  std::size_t largest = k_none;
  double below = 0;
  for (std::size_t i = edges_->first_child[position]; i < end; ++i) {
    const std::size_t child = edges_->children[i];
    if (largest != k_none && level_[child] <= below) continue;
    largest = child;
    below = level_[child];
  }
  next_[position] = largest;
  level_[position] = time_[position] + below;
}

// From the last position upwards, so that each level is computed once. Levels only fall: a parent whose longest path
// goes another way keeps it.
void CpaGrowth::lower_levels(std::size_t position) {
  outdated_[position / k_word] = std::uint64_t{1} << (position % k_word);
  for (std::size_t word = position / k_word + 1; word-- > 0;) {
    std::uint64_t here = std::exchange(outdated_[word], 0);
    while (here != 0) {
      const auto bit = k_word - 1 - static_cast<std::size_t>(std::countl_zero(here));
      here ^= std::uint64_t{1} << bit;
      const std::size_t task = word * k_word + bit;
      const double before = level_[task];
      update_level(task);
      if (level_[task] == before) continue;
      const std::size_t end = edges_->first_parent[task + 1];
      for (std::size_t i = edges_->first_parent[task]; i < end; ++i) {
        const std::size_t parent = edges_->parents[i];
        if (next_[parent] != task) continue;
        std::uint64_t& bits = parent / k_word == word ? here : outdated_[parent / k_word];
        bits |= std::uint64_t{1} << (parent % k_word);
      }
    }
  }
}

void CpaGrowth::find_first() {
  first_ = edges_->entries.front();
  for (const std::size_t entry : edges_->entries)
    if (level_[entry] > level_[first_]) first_ = entry;
}

// As the path's tasks grow its length falls, at least as fast as that of any other path, and the area rises: what holds
// at the end, and one step before it, has held all the way.
bool CpaGrowth::leap(int cap, double area_divisor, double threshold) {
  path_.clear();
  for (std::size_t i = first_; i != k_none; i = next_[i]) path_.push_back(i);
  const double last_step = grow_all(cap, threshold);
  return leads_clearly() && level_[first_] + last_step > exact_area() / area_divisor * k_clear;
}

CpaGrowth::Gains CpaGrowth::gains_ahead(int cap) const {
  Gains gains;
  for (std::size_t i = first_; i != k_none; i = next_[i]) {
    if (processors_[i] >= cap) continue;
    const double last = table_->at(i, cap - 1).gain;
    gains.smallest = gains.largest == 0 ? last : std::min(gains.smallest, last);
    gains.largest = std::max(gains.largest, gain_[i]);
  }
  return gains;
}

// The least n, not less than now, whose gain is not above the threshold.
int CpaGrowth::grown(std::size_t position, int cap, double threshold) {
  int low = processors_[position];
  int high = cap;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (table_->at(position, middle).gain > threshold)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// Returns what the last of the single steps takes off the path, at least. s
double CpaGrowth::grow_all(int cap, double threshold) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t i : path_) {
    const int n = grown(i, cap, threshold);
    if (n == processors_[i]) continue;
    const GrowthTable::Entry& entry = table_->at(i, n);
    least = std::min(least, table_->at(i, n - 1).time - entry.time);
    processors_[i] = n;
    time_[i] = entry.time;
    gain_[i] = entry.gain;
  }
  for (std::size_t i = level_.size(); i-- > 0;) update_level(i);
  find_first();
  area_ = exact_area();
  return least;
}

// Whether the path is the critical one still, and by more than rounding.
bool CpaGrowth::leads_clearly() const {
  const auto leads = [&](std::size_t chosen, std::size_t other) {
    return chosen == other || level_[chosen] > level_[other] * k_clear;
  };
  for (const std::size_t entry : edges_->entries)
    if (!leads(path_.front(), entry)) return false;
  for (std::size_t i = 0; i + 1 < path_.size(); ++i)
    for (std::size_t e = edges_->first_child[path_[i]]; e < edges_->first_child[path_[i] + 1]; ++e)
      if (!leads(path_[i + 1], edges_->children[e])) return false;
  return true;
}

}  // namespace palio
