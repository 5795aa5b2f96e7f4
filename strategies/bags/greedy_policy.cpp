#include "strategies/bags/greedy_policy.h"

#include <algorithm>
#include <tuple>

#include "strategies/bags/dedicated_rate.h"

namespace palio {
namespace {

class GreedyPolicy : public BagPolicy {
public:
  GreedyPolicy(ApplicationOrder order, WorkerRule rule, const Star& star, const BagBatch& batch)
      : batch_(batch), applications_(order, star, batch), workers_(rule, star) {}

  void released(int application, double /*now*/) override { applications_.released(application); }
  void finished(int /*application*/, int worker, double /*now*/) override { workers_.finished(worker); }

  std::optional<Send> next_send(double now) override {
    const std::optional<int> application = applications_.current();
    if (!application) return std::nullopt;
    const std::optional<int> worker = workers_.choose(batch_.applications[*application], now);
    if (!worker) return std::nullopt;
    applications_.sent(*application);
    return Send{*application, *worker};
  }

private:
  const BagBatch& batch_;
  ApplicationChoice applications_;
  WorkerChoice workers_;
};

}  // namespace

ApplicationChoice::ApplicationChoice(ApplicationOrder order, const Star& star, const BagBatch& batch) : order_(order) {
  for (const BagOfTasks& bag : batch.applications)
    states_.push_back({dedicated_makespan(star, bag), bag.tasks, bag.tasks, 0});
}

double ApplicationChoice::key(int application) {
  const State& of = states_[application];
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
  std::erase_if(released_, [&](int known) { return states_[known].unsent == 0; });
  released_.push_back(application);
  for (const int known : released_) states_[known].key = key(known);
  std::ranges::sort(released_, {}, [&](int known) { return std::tuple(states_[known].key, known); });
  if (order_ != ApplicationOrder::spt) current_.reset();
}

std::optional<int> ApplicationChoice::current() {
  if (current_ && states_[*current_].unsent > 0) return current_;
  const auto next = std::ranges::find_if(released_, [&](int known) { return states_[known].unsent > 0; });
  current_ = next == released_.end() ? std::nullopt : std::optional(*next);
  return current_;
}

WorkerChoice::WorkerChoice(WorkerRule rule, const Star& star)
    : rule_(rule), star_(star), ready_(star.workers.size(), 0) {
  for (int worker = 0; worker < static_cast<int>(star.workers.size()); ++worker) requests_.push_back(worker);
}

std::optional<int> WorkerChoice::choose(const BagOfTasks& bag, double now) {
  switch (rule_) {
    case WorkerRule::round_robin: return next_in_turn();
    case WorkerRule::minimum_completion_time: return first_to_finish(bag, now);
    case WorkerRule::demand_driven: return first_to_ask();
  }
  return std::nullopt;
}

// A worker gets one task per request, so it has nothing left once that task ends.
void WorkerChoice::finished(int worker) {
  if (rule_ == WorkerRule::demand_driven) requests_.push_back(worker);
}

std::optional<int> WorkerChoice::next_in_turn() {
  const int chosen = turn_;
  turn_ = (turn_ + 1) % static_cast<int>(star_.workers.size());
  return chosen;
}

std::optional<int> WorkerChoice::first_to_finish(const BagOfTasks& bag, double now) {
  int best = 0;
  double earliest = finish_date(0, bag, now);
  for (int worker = 1; worker < static_cast<int>(star_.workers.size()); ++worker) {
    const double finish = finish_date(worker, bag, now);
    if (finish < earliest) {
      best = worker;
      earliest = finish;
    }
  }
  ready_[best] = earliest;
  return best;
}

std::optional<int> WorkerChoice::first_to_ask() {
  if (requests_.empty()) return std::nullopt;
  const int chosen = requests_.front();
  requests_.pop_front();
  return chosen;
}

double WorkerChoice::finish_date(int worker, const BagOfTasks& bag, double now) const {
  const Worker& of = star_.workers[worker];
  const double received = now + of.link.latency + bag.bytes / message_bandwidth(star_, of);
  return std::max(received, ready_[worker]) + bag.flop / of.speed;
}

std::unique_ptr<BagPolicy> make_greedy_policy(ApplicationOrder order, WorkerRule rule, const Star& star,
                                              const BagBatch& batch) {
  return std::make_unique<GreedyPolicy>(order, rule, star, batch);
}

}  // namespace palio
