#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <utility>
#include <vector>

#include "strategies/ptg/cpa/critical_path.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// A fixed number of values whose largest is always known (ties: first place). Setting one takes time logarithmic in
/// their number.
class Tournament {
public:
  Tournament(std::size_t places, double value)
      : value_(std::bit_ceil(std::max<std::size_t>(places, 2)), value), winner_(2 * value_.size()) {
    for (std::size_t place = 0; place < value_.size(); ++place) winner_[value_.size() + place] = place;
    for (std::size_t match = value_.size(); match-- > 1;) play(match);
  }

  void set(std::size_t place, double value) {
    value_[place] = value;
    for (std::size_t match = (value_.size() + place) / 2; match > 0; match /= 2) {
      const std::size_t before = winner_[match];
      play(match);
      if (winner_[match] == before && before != place) return;  // another one is as good as ever
    }
  }
  std::size_t best() const { return winner_[1]; }

private:
  void play(std::size_t match) {
    const std::size_t first = winner_[2 * match];
    const std::size_t second = winner_[2 * match + 1];
    winner_[match] = value_[second] > value_[first] ? second : first;
  }

  std::vector<double> value_;
  std::vector<std::size_t> winner_;  // by match: 1 is the final, winners of 2 i and 2 i + 1 meet in i
};

/// What happens when the task of the critical path with the largest gain may not have one more processor: the next best
/// one grows, or growth ends.
enum class FullTask { is_skipped, ends_growth };

/// The common part of the CPA family's allocation procedures (Radulescu, van Gemund, ICPP 2001): one processor per task
/// at first, then one more at a time for the task of the critical path with the largest gain. The caller decides when
/// to end. Copyable, so that allocations that differ late share their beginning.
class CriticalPathGrowth {
public:
  /// On processors of `speed` flop/s. `largest`: the most processors for each task, at least 1.
  CriticalPathGrowth(const TaskGraph& graph, double speed, std::vector<int> largest,
                     FullTask full = FullTask::is_skipped);

  /// The task of the critical path with the largest gain T(n)/n - T(n+1)/(n+1) among those that may have one more
  /// processor; ties: the first one from the entry. -1: there is none, or the largest gain is that of a task that ends
  /// growth.
  int best_candidate();

  /// Gives one more processor to a task that may have it.
  void grow(int task);

  /// Grows until the critical path is no longer than the area over `area_divisor` (processors), or no task on it may
  /// grow; makes many steps at once where their result is certain. Returns how many were made one by one.
  long finish(double area_divisor);

  /// The task keeps the processors it has.
  void close(int task) { set_gain(path_.position(task), k_may_not_grow); }
  /// No task may get more than this; none may have more already.
  void limit(int processors);

  /// Compares the critical path to the area over `area_divisor`.
  std::partial_ordering compare_to_area(double area_divisor);

  /// Sum of processors x time over all tasks (s).
  double area() const;
  double critical_path_length() { return path_.length(); }            // s
  double task_time(int task) const { return path_.task_time(task); }  // s
  const std::vector<int>& processors() const { return processors_; }  // by task

private:
  static constexpr double k_may_not_grow = -1;
  static constexpr int k_least_leap = 64;  // steps; fewer are faster one by one

  // Execution times of a task, as execution_time() gives them.
  struct AmdahlTime {
    double alone;             // s, on one processor
    double serial, parallel;  // fractions
    double on(int n) const { return alone * (serial + parallel / n); }
    double gain(int n) const { return on(n) / n - on(n + 1) / (n + 1); }
  };

  // A task in a leap: the processors that it has, how many it certainly gets, how many it possibly gets, and a value
  // between them to try.
  struct Leaper {
    int task;
    AmdahlTime time;
    int present, sure, unsure, tried;
  };

  static std::vector<AmdahlTime> amdahl_times(const TaskGraph& graph, double speed);
  static int grown_above(double bound, const Leaper& leaper);

  void grow_to(int task, int n, double time);
  long leap(double area_divisor);
  void find_leapers();
  void bisect(double area_divisor);
  bool surely_goes_on(double area_divisor) const;
  void look_ahead(int task);
  void set_gain(CriticalPath::Position position, double gain);
  void mark(std::size_t block);
  CriticalPath::Position best_on_path(std::size_t block) const;

  FullTask full_;
  std::vector<AmdahlTime> time_;           // by task
  std::vector<int> largest_, processors_;  // by task
  CriticalPath path_;                      // at the present allocation
  std::vector<double> next_time_;          // s, by task, with one more processor
  std::vector<double> gain_;               // of it, by position; or k_may_not_grow
  // By block of positions.
  std::vector<CriticalPath::Position> best_;  // of the path
  Tournament best_gains_;
  std::vector<char> is_outdated_;
  std::vector<std::size_t> outdated_;
  double rough_area_;       // s, updated step by step
  int grown_ = 0;           // steps since it was exact
  double latest_fall_ = 0;  // s, of the path
  std::vector<Leaper> leapers_;
};

/// The allocation phase of CPA (Radulescu, van Gemund, ICPP 2001; ISPDC 2007 section 3.1): growth along critical paths
/// while the critical path is longer than the average area. Step by step, so that tests can check every decision.
class CpaAllocation : public CriticalPathGrowth {
public:
  /// See CriticalPathGrowth. `area_divisor`: what the sum of the areas is divided by (processors).
  CpaAllocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                FullTask full = FullTask::is_skipped)
      : CriticalPathGrowth(graph, speed, std::move(largest), full), area_divisor_(area_divisor) {}

  /// Gives one more processor to a task. Returns the task, or -1 when the allocation is final: the critical path is no
  /// longer than the average area, or no task on it may grow.
  int grow();
  /// The same until the allocation is final.
  void finish() { CriticalPathGrowth::finish(area_divisor_); }

  /// Divides the areas by this (processors) from now on. A larger divisor only makes growth stop later.
  void set_area_divisor(double area_divisor) { area_divisor_ = area_divisor; }
  double average_area() const { return area() / area_divisor_; }  // s, T_A

private:
  double area_divisor_;
};

/// The area divisor min(P, sqrt(P x V)) of ISPDC 2007 section 4.1, for P processors and V tasks.
double improved_area_divisor(double processors, int tasks);

enum class AreaDivisor { classic, improved };
/// P itself (classic), or improved_area_divisor() (improved).
double area_divisor_of(AreaDivisor divisor, int processors, int tasks);

/// Runs a CpaAllocation to its end; returns processors by task.
std::vector<int> cpa_allocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                                FullTask full = FullTask::is_skipped);

/// Processors of each precedence level of a graph, at first one per task, and the most that a level may have. Full
/// levels stay full: closing their tasks once is enough.
class LevelProcessors {
public:
  LevelProcessors(const TaskGraph& graph, double most);

  /// Whether the task's level may not have one more processor.
  bool is_full(int task) const { return processors_[graph_.level(task)] + 1 > most_; }
  /// Closes the tasks whose level is full from the beginning.
  void close_full_levels(CriticalPathGrowth& growth) const;
  /// Adds a processor to the task's level.
  void add(int task) { ++processors_[graph_.level(task)]; }
  /// The same; if the level is then full, closes its tasks.
  void charge(int task, CriticalPathGrowth& growth);

  const std::vector<int>& processors() const { return processors_; }  // by level

private:
  const TaskGraph& graph_;
  double most_;
  std::vector<std::vector<int>> tasks_;  // by level
  std::vector<int> processors_;
};

}  // namespace palio
