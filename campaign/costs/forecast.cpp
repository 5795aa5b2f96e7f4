#include "campaign/costs/forecast.h"

#include <bit>
#include <chrono>
#include <utility>

namespace palio {

Forecast::Forecast(const Study& study, Selection selection, const DoneSet& done, KnownCosts known, const Slots& slots,
                   ProgressMeter& meter)
    : study_(study),
      selection_(std::move(selection)),
      done_(done),
      slots_(slots),
      meter_(meter),
      known_(std::move(known)),
      by_known_(study, {}),
      model_(study, {}) {
  if (known_.stored.empty() && known_.earlier.empty()) return;
  fit();
  by_known_ = model_;
}

// The ratio of this session's costs to those that the stored ones predict: the machine or its load may differ.
double Forecast::scale_of_known() const {
  const std::vector<bool> stored = observed_strategies(study_, known_.stored);
  double predicted = 0, seen = 0;
  for (const CostObservation& result : seen_) {
    if (!stored[result.strategy]) continue;
    predicted += by_known_.predict(result.instance, result.strategy);
    seen += result.cost;
  }
  return predicted > 0 && seen > 0 ? seen / predicted : 1;
}

// Once this session has results of a strategy, the costs of its earlier code no longer count.
std::vector<CostObservation> Forecast::observations() const {
  std::vector<CostObservation> all = known_.stored;
  const std::vector<bool> is_seen = observed_strategies(study_, seen_);
  for (const CostObservation& earlier : known_.earlier)
    if (!is_seen[earlier.strategy]) all.push_back(earlier);
  const double scale = scale_of_known();
  for (CostObservation& known : all) known.cost *= scale;
  all.insert(all.end(), seen_.begin(), seen_.end());
  return all;
}

// All results so far are known, so the work left is exact in the new unit.
void Forecast::fit() {
  model_ = CostModel(study_, observations());
  ++fits_;
  if (!model_.informed()) return;
  double ended = 0;
  for (const CostObservation& result : ended_) ended += model_.predict(result.instance, result.strategy);
  meter_.expect(ended, remaining_cost(study_, selection_, done_, model_) - ended, running_work(), slots_.speed);
}

double Forecast::running_work() const {
  double work = 0;
  for (const auto& [turn, slot] : running_) {
    const auto& [instance, strategy] = slot.scenarios[slot.next];
    work += model_.predict(instance, strategy);
  }
  return work;
}

ProgressMeter::Running Forecast::running(Clock::time_point now) const {
  double seconds = 0;
  for (const auto& [turn, slot] : running_) seconds += std::chrono::duration<double>(now - slot.since).count();
  return {.slots = slots_.count, .scenarios = running_.size(), .seconds = seconds, .work = running_work()};
}

void Forecast::begin(std::int64_t turn, const std::vector<MissingJob>& jobs, Clock::time_point now) {
  Slot slot{{}, 0, now};
  for (const MissingJob& job : jobs)
    for (const std::uint32_t strategy : job.strategies) slot.scenarios.emplace_back(job.instance, strategy);
  const std::scoped_lock lock(mutex_);
  running_.insert_or_assign(turn, std::move(slot));
  meter_.run(running(now), now);
}

void Forecast::add(std::int64_t turn, const CostObservation& result, bool completed, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  double seconds = 0;
  if (const auto found = running_.find(turn); found != running_.end()) {
    Slot& slot = found->second;
    seconds = std::chrono::duration<double>(now - std::exchange(slot.since, now)).count();
    if (++slot.next == slot.scenarios.size()) running_.erase(found);
  }
  meter_.add(completed, model_.predict(result.instance, result.strategy), seconds, running(now), now);
  if (next_lesson_ > 0) learn(result, completed, now);
}

void Forecast::learn(const CostObservation& result, bool completed, Clock::time_point now) {
  ended_.push_back(result);
  const std::size_t step = std::bit_ceil(ended_.size() / k_lessons + 1);
  if (completed && ended_.size() % step == 0) seen_.push_back(result);
  if (ended_.size() < next_lesson_ || now < earliest_lesson_) return;
  const Clock::time_point begin = Clock::now();
  fit();
  earliest_lesson_ = now + std::chrono::duration_cast<Clock::duration>((Clock::now() - begin) / k_share);
  next_lesson_ = ended_.size() < k_results ? 2 * ended_.size() : 0;
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
