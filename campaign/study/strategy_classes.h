#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace palio {

/// Which strategies of a study take which of its workloads, by position. Workloads with the same strategies are one
/// class; a study without restrictions has a single one.
class StrategyClasses {
public:
  /// Most strategies of all classes together; more would need many blocks of many strategies, each for other workloads.
  static constexpr std::uint64_t k_most_entries = 10'000'000;

  StrategyClasses() = default;
  /// Workloads that no strategy takes so far.
  explicit StrategyClasses(std::size_t workloads);

  /// The next `count` strategies take every workload.
  void add(std::size_t count);
  /// The next `count` strategies take these workloads only, each named once. Throws UserError above k_most_entries.
  void add(std::size_t count, std::span<const std::uint32_t> workloads);

  /// Ascending.
  std::span<const std::uint32_t> strategies_of(std::size_t workload) const {
    return classes_[class_of_[workload]].strategies;
  }
  bool takes(std::size_t strategy, std::size_t workload) const;

  /// How many workloads a strategy takes.
  std::uint64_t workloads_of(std::size_t strategy) const { return workloads_of_[strategy]; }
  /// Pairs of a workload and a strategy that takes it.
  std::uint64_t pair_count() const;

private:
  struct Class {
    std::vector<std::uint32_t> strategies;
    std::uint64_t workloads = 0;  // how many belong to it
  };
  std::vector<std::uint32_t> named_classes(std::span<const std::uint32_t> workloads);
  void append(std::uint32_t named, std::size_t count);
  void count_entries(std::uint64_t more);

  std::vector<Class> classes_;
  std::vector<std::uint32_t> class_of_;      // by workload
  std::vector<std::uint64_t> workloads_of_;  // by strategy: how many it takes
  std::uint64_t entries_ = 0;                // strategies of all classes
};

}  // namespace palio
