#include "strategies/bags/application_choice.h"

#include <algorithm>
#include <tuple>

#include "strategies/bags/dedicated_rate.h"

namespace palio {

ApplicationChoice::ApplicationChoice(ApplicationOrder order, const Star& star, const BagBatch& batch) : order_(order) {
  for (const BagOfTasks& bag : batch.applications)
    states_.push_back({dedicated_makespan(star, bag), bag.tasks, bag.tasks, 0});
}

double ApplicationChoice::key(int application) {
  const State& of = state(application);
  const double remaining = of.makespan * of.unsent / of.tasks;
  switch (order_) {
    case ApplicationOrder::fifo: return 0;  // the index alone
    case ApplicationOrder::spt: return of.makespan;
    case ApplicationOrder::srpt: return remaining;
    case ApplicationOrder::swrpt: return remaining * of.makespan;
  }
  return 0;
}

void ApplicationChoice::released(int application) {
  std::erase_if(released_, [&](int known) { return state(known).unsent == 0; });
  released_.push_back(application);
  for (const int known : released_) state(known).key = key(known);
  std::ranges::sort(released_, {}, [&](int known) { return std::tuple(state(known).key, known); });
  if (order_ != ApplicationOrder::spt) current_.reset();
}

void ApplicationChoice::sent(int application) { --state(application).unsent; }

std::optional<int> ApplicationChoice::current() {
  if (current_ && state(*current_).unsent > 0) return current_;
  const auto next = std::ranges::find_if(released_, [&](int known) { return state(known).unsent > 0; });
  current_ = next == released_.end() ? std::nullopt : std::optional(*next);
  return current_;
}

}  // namespace palio
