#include "campaign/costs/running_scenarios.h"

#include <utility>

namespace palio {

void RunningScenarios::begin(std::int64_t id, const Instance& instance, std::vector<std::uint32_t> strategies,
                             Clock::time_point now) {
  slots_.insert_or_assign(id, Slot{instance, std::move(strategies), 0, now});
}

double RunningScenarios::end_scenario(std::int64_t id, Clock::time_point now) {
  const auto found = slots_.find(id);
  if (found == slots_.end()) return 0;
  Slot& slot = found->second;
  const double seconds = std::chrono::duration<double>(now - std::exchange(slot.since, now)).count();
  if (++slot.next == slot.strategies.size()) slots_.erase(found);
  return seconds;
}

double RunningScenarios::seconds(Clock::time_point now) const {
  double seconds = 0;
  for (const auto& [id, slot] : slots_) seconds += std::chrono::duration<double>(now - slot.since).count();
  return seconds;
}

}  // namespace palio
