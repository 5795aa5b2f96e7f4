#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/plan/plan.h"
#include "core/outcome.h"
#include "runners/client/patience.h"

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
  std::uint64_t cell(const Instance& instance, std::size_t strategy) const;

  std::optional<double> user_;
  std::uint64_t strategies_, workload_kinds_ = 0;
  std::vector<std::uint32_t> platform_kind_, workload_kind_;  // by position
  mutable std::mutex mutex_;
  std::vector<Cell> cells_;  // by kind of platform, kind of workload, strategy; empty: none are kept
};

/// How much memory a process of a scenario may take.
struct MemoryLimit {
  enum class Origin {
    user,   // --memory
    share,  // the default: its share of what there is
  };
  static constexpr std::int64_t k_smallest = std::int64_t{1} << 20;          // byte; what the user may ask for
  static constexpr std::int64_t k_smallest_share = std::int64_t{256} << 20;  // byte

  std::int64_t bytes = 0;  // 0: none
  Origin origin = Origin::share;
};

/// Where the limit comes from and how to lift it, for the message of a scenario that ran into it.
std::string explanation(const MemoryLimit& limit);

/// "512M", "4G", "10000000": a number of bytes with K, M, G or T for powers of 1024; at least 1 MiB, or 0 for no limit.
/// Throws UserError naming --memory.
std::int64_t parse_memory(std::string_view text);

/// Bytes that this process may use: the machine's memory, or a smaller limit of its control group (cgroup v2); 0 if the
/// system does not say. `root` is where /proc and /sys are found.
std::int64_t available_memory(const std::filesystem::path& root = "/");

/// The default limit of each of `jobs` scenarios: its share of 80 %, 256 MiB at least; none where `available` is 0.
MemoryLimit default_memory_limit(std::int64_t available, int jobs);
/// The limit as typed after --memory; if none was, that share.
MemoryLimit memory_limit(const std::string& typed, int jobs);

/// The seconds as typed after --patience; if none were, the usual ones.
std::chrono::milliseconds patience_of(const std::string& typed);

/// A number as typed after an option. Throws UserError naming both.
double typed_number(std::string_view option, std::string_view typed);

/// A share as it is typed: 0.05 from "5%"; nothing for other texts and outside of 0 % to 100 %.
std::optional<double> share_of(std::string_view text);

/// A number of scenarios, or a share of them; 0 is neither.
struct NumberOrShare {
  std::uint64_t number = 0;  // 0: a share
  double share = 0;
};
std::optional<NumberOrShare> number_or_share(std::string_view text);

/// When a campaign gives up (`--max-failures`): at so many failed scenarios, or at such a share of the results.
struct FailureLimit {
  static constexpr std::uint64_t k_enough = 100;  // results before a share counts

  std::string text;          // as typed; empty: no limit
  std::uint64_t number = 0;  // 0: a share
  double share = 0;

  bool reached(std::uint64_t failed, std::uint64_t results) const;
};

/// "20" or "5%". Throws UserError.
FailureLimit parse_failure_limit(std::string_view text);

/// Counts the results of a session if there is a limit. Any thread.
class FailureWatch {
public:
  explicit FailureWatch(FailureLimit limit) : limit_(std::move(limit)) {}

  void add(const Outcome& outcome);
  /// The limit was reached; stays so.
  bool reached() const;

  /// "20 of 73 scenarios failed, which reaches --max-failures 20; most often (18) crashed: MESSAGE".
  std::string summary() const;

private:
  struct Tally {
    std::uint64_t count = 0;
    std::string message;  // of the first one
  };

  FailureLimit limit_;
  mutable std::mutex mutex_;  // guards what follows
  std::uint64_t results_ = 0, failed_ = 0;
  bool reached_ = false;
  std::map<FailureKind, Tally> tallies_;
};

}  // namespace palio
