#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/done_set.h"
#include "campaign/plan/plan.h"
#include "campaign/session/progress.h"

namespace palio {

/// What is known of the costs of a study when a session begins.
struct KnownCosts {
  std::vector<CostObservation> stored;
  /// Of strategies whose code was another one then: they count until the session knows better.
  std::vector<CostObservation> earlier = {};
};

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

/// What the scenarios of a session will cost: from the costs that are known, and from its results. Tells the meter. Any
/// thread.
class Forecast {
public:
  static constexpr std::size_t k_first_lesson = 4;     // results before the first fit; then each time twice as many
  static constexpr std::size_t k_lessons = 4096;       // results that are looked at, spread over those so far, to twice
  static constexpr std::size_t k_results = 1U << 18U;  // after which nothing more is learnt
  static constexpr double k_share = 0.02;              // of the time that fits may take

  /// Where the scenarios run.
  struct Slots {
    int count = 1;
    double speed = 1;  // work per second that each can do, before anything is observed
  };

  Forecast(const Study& study, Selection selection, const DoneSet& done, KnownCosts known, const Slots& slots,
           ProgressMeter& meter);

  /// A slot takes an instance; `job` tells it apart.
  void begin(std::int64_t job, const Instance& instance, const std::vector<std::uint32_t>& strategies,
             ProgressMeter::Clock::time_point now);
  /// A scenario of it ended.
  void add(std::int64_t job, const CostObservation& result, bool completed, ProgressMeter::Clock::time_point now);

  /// s of CPU, or 1 while nothing is known.
  double predict(const Instance& instance, std::size_t strategy) const;

  /// How often the predictions have changed.
  std::uint64_t generation() const;

private:
  void learn(const CostObservation& result, bool completed, ProgressMeter::Clock::time_point now);
  void fit();
  double scale_of_known() const;
  std::vector<bool> strategies_of(const std::vector<CostObservation>& costs) const;
  std::vector<CostObservation> observations() const;
  ProgressMeter::Running running(ProgressMeter::Clock::time_point now) const;
  double running_work() const;

  const Study& study_;
  Selection selection_;
  const DoneSet& done_;
  Slots slots_;
  ProgressMeter& meter_;
  mutable std::mutex mutex_;
  KnownCosts known_;
  std::vector<CostObservation> seen_;         // of this session's results
  std::vector<CostObservation> ended_;        // all of these while it learns, failures too
  std::size_t next_lesson_ = k_first_lesson;  // size of ended_ at the next fit; 0: no more
  ProgressMeter::Clock::time_point earliest_lesson_{};
  RunningScenarios running_;
  CostModel by_known_;  // what known costs alone tell
  CostModel model_;
  std::uint64_t fits_ = 0;
};

}  // namespace palio
