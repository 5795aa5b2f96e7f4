#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "campaign/session/progress.h"

namespace palio {

/// Forecasts the costs of a session's scenarios, from known costs and from its results. Updates the meter. Any thread.
class Forecast {
public:
  using Clock = ProgressMeter::Clock;
  static constexpr std::size_t k_first_lesson = 4;  // results before the first fit; then each time twice as many
  static constexpr std::size_t k_lessons =
      4096;  // results that a fit uses, up to twice as many, spread over those so far
  static constexpr std::size_t k_results = 1U << 18U;  // after which nothing more is learnt
  static constexpr double k_share = 0.02;              // of the time that fits may take

  struct Slots {
    int count = 1;
    double speed = 1;  // work per second that each can do, before anything is observed
  };

  Forecast(const Study& study, Selection selection, const DoneSet& done, KnownCosts known, const Slots& slots,
           ProgressMeter& meter);

  /// A slot takes jobs; `turn` tells them apart from those of other slots.
  void begin(std::int64_t turn, const std::vector<MissingJob>& jobs, Clock::time_point now);
  /// A scenario of them ended.
  void add(std::int64_t turn, const CostObservation& result, bool completed, Clock::time_point now);

  /// s of CPU, or 1 while nothing is known.
  double predict(const Instance& instance, std::size_t strategy) const;

  /// How often the predictions have changed.
  std::uint64_t generation() const;

private:
  // What a slot is working on: scenarios that run one after the other.
  struct Slot {
    std::vector<std::pair<Instance, std::uint32_t>> scenarios;
    std::size_t next = 0;     // of these, the one that is running
    Clock::time_point since;  // it runs
  };

  void learn(const CostObservation& result, bool completed, Clock::time_point now);
  void fit();
  double scale_of_known() const;
  std::vector<CostObservation> observations() const;
  ProgressMeter::Running running(Clock::time_point now) const;
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
  Clock::time_point earliest_lesson_{};
  std::map<std::int64_t, Slot> running_;  // by turn
  CostModel by_known_;                    // fitted to known costs alone
  CostModel model_;
  std::uint64_t fits_ = 0;
};

}  // namespace palio
