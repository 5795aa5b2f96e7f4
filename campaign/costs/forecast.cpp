#include "campaign/costs/forecast.h"

#include <utility>

#include "campaign/costs/projection.h"

namespace palio {

Forecast::Forecast(const Study& study, Selection selection, const DoneSet& done, std::vector<CostObservation> stored,
                   double speed, ProgressMeter& meter)
    : study_(study),
      selection_(std::move(selection)),
      done_(done),
      speed_(speed),
      meter_(meter),
      seen_(std::move(stored)),
      model_(study, {}) {
  if (seen_.size() >= k_lessons) next_lesson_ = 0;
  if (!seen_.empty()) fit();
}

// All results so far are known, so that what is left is exact in the new measure.
void Forecast::fit() {
  model_ = CostModel(study_, seen_);
  ++fits_;
  if (!model_.informed()) return;
  double ended = 0;
  for (const CostObservation& result : ended_) ended += model_.predict(result.instance, result.strategy);
  meter_.expect(ended, remaining_cost(study_, selection_, done_, model_) - ended, speed_);
}

void Forecast::add(const CostObservation& result, bool completed, ProgressMeter::Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  meter_.add(completed, model_.predict(result.instance, result.strategy), now);
  if (next_lesson_ == 0) return;
  ended_.push_back(result);
  if (completed) seen_.push_back(result);
  if (ended_.size() < next_lesson_) return;
  fit();
  next_lesson_ = next_lesson_ < k_lessons ? 4 * next_lesson_ : 0;
}

double Forecast::predict(const Instance& instance, std::size_t strategy) const {
  const std::scoped_lock lock(mutex_);
  return model_.predict(instance, strategy);
}

std::uint64_t Forecast::generation() const {
  const std::scoped_lock lock(mutex_);
  return fits_;
}

}  // namespace palio
