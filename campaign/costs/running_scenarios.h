#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <vector>

#include "campaign/plan/plan.h"

namespace palio {

/// What the slots of a run are at work on: an instance each, whose scenarios come one after the other. One thread.
class RunningScenarios {
public:
  using Clock = std::chrono::steady_clock;

  /// A slot takes an instance; `id` tells it apart.
  void begin(std::int64_t id, const Instance& instance, std::vector<std::uint32_t> strategies, Clock::time_point now);
  /// A scenario of it ended, and the next one begins; how long it took, s.
  double end_scenario(std::int64_t id, Clock::time_point now);

  std::size_t count() const { return slots_.size(); }
  /// s since they began, in all.
  double seconds(Clock::time_point now) const;
  /// Sum of `predict(instance, strategy)` over those that run.
  template <class Predict>
  double sum(Predict predict) const {
    double sum = 0;
    for (const auto& [id, slot] : slots_) sum += predict(slot.instance, slot.strategies[slot.next]);
    return sum;
  }

private:
  struct Slot {
    Instance instance;
    std::vector<std::uint32_t> strategies;
    std::size_t next;         // strategy
    Clock::time_point since;  // it runs
  };

  std::map<std::int64_t, Slot> slots_;
};

}  // namespace palio
