#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/done_set.h"
#include "campaign/plan/plan.h"
#include "campaign/run/progress.h"

namespace palio {

/// What the scenarios of a session will cost: from the stored costs, and from its first results while there are few.
/// Tells the meter. Any thread.
class Forecast {
public:
  static constexpr std::size_t k_first_lesson = 64;  // results before the first fit; then each time four times as many
  static constexpr std::size_t k_lessons = 4096;     // results and stored costs that are enough

  /// `speed`: work per second that the machine can do, as many as scenarios side by side.
  Forecast(const Study& study, Selection selection, const DoneSet& done, std::vector<CostObservation> stored,
           double speed, ProgressMeter& meter);

  /// A scenario ended.
  void add(const CostObservation& result, bool completed, ProgressMeter::Clock::time_point now);

  /// s of CPU, or 1 while nothing is known.
  double predict(const Instance& instance, std::size_t strategy) const;

  /// How often the predictions have changed.
  std::uint64_t generation() const;

private:
  void fit();

  const Study& study_;
  Selection selection_;
  const DoneSet& done_;
  double speed_;
  ProgressMeter& meter_;
  mutable std::mutex mutex_;
  std::vector<CostObservation> seen_;         // stored ones and this session's
  std::vector<CostObservation> ended_;        // all results of the session while it learns, failures too
  std::size_t next_lesson_ = k_first_lesson;  // size of ended_ at the next fit; 0: no more
  CostModel model_;
  std::uint64_t fits_ = 0;
};

}  // namespace palio
