#include "strategies/bags/worker_choice.h"

#include <algorithm>

#include "strategies/bags/dedicated_rate.h"

namespace palio {

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

// A worker that was sent one task per request has nothing left once that one ends.
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
  ready_[static_cast<std::size_t>(best)] = earliest;
  return best;
}

std::optional<int> WorkerChoice::first_to_ask() {
  if (requests_.empty()) return std::nullopt;
  const int chosen = requests_.front();
  requests_.pop_front();
  return chosen;
}

double WorkerChoice::finish_date(int worker, const BagOfTasks& bag, double now) const {
  const auto index = static_cast<std::size_t>(worker);
  const Worker& of = star_.workers[index];
  const double received = now + of.link.latency + bag.bytes / message_bandwidth(star_, of);
  return std::max(received, ready_[index]) + bag.flop / of.speed;
}

}  // namespace palio
