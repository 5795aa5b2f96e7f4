#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "campaign/plan/plan.h"

namespace palio {

/// How long a scenario may take.
struct TimeLimit {
  enum class Origin {
    user,       // --timeout
    unseen,     // the default for a cell that has few results yet
    uncounted,  // the default in a study of too many cells
    cell,       // the default relative to the median of its cell
  };
  double seconds = 0;  // of CPU time; 0: none
  Origin origin = Origin::user;
};

/// Where the limit comes from and how to lift it, for the message of a scenario that ran into it.
std::string explanation(const TimeLimit& limit);

/// The time limit of every scenario: the user's, or k_times the running median of its cell. A cell is a strategy on all
/// draws of one kind of platform and one kind of workload: it differs in the sample number only. Any thread.
class TimeLimits {
public:
  static constexpr double k_times = 100;
  static constexpr double k_shortest = 60;           // s; cold caches fail no quick scenario
  static constexpr double k_unseen = 600;            // s; while a cell has fewer than k_enough results
  static constexpr std::size_t k_enough = 5;         // results
  static constexpr std::size_t k_cells = 1U << 20U;  // a study of more cells keeps k_unseen, so that memory is bounded
  static constexpr std::size_t k_window = 9;         // the median is that of the latest results

  TimeLimits(const Study& study, std::optional<double> user);

  /// The largest limit of these strategies: a request has one for all its scenarios.
  TimeLimit limit(const Instance& instance, const std::vector<std::uint32_t>& strategies) const;
  /// Takes what a completed scenario cost, s.
  void add(const Instance& instance, std::size_t strategy, double cost);

private:
  struct Cell {
    std::uint32_t results = 0;
    std::array<float, k_window> latest{};  // a ring
  };
  static double median(const Cell& cell);
  static TimeLimit limit(const Cell& cell);
  std::uint64_t cell(const Instance& instance, std::size_t strategy) const;

  std::optional<double> user_;
  std::uint64_t strategies_, workload_kinds_ = 0;
  std::vector<std::uint32_t> platform_kind_, workload_kind_;  // by position
  mutable std::mutex mutex_;
  std::vector<Cell> cells_;  // by kind of platform, kind of workload, strategy; empty: none are kept
};

}  // namespace palio
