#include "campaign/plan/job_order.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace palio {

bool JobOrder::shorter(const LastJob& a, const LastJob& b) {
  return std::tuple(a.cost, b.position, b.job.strategies) < std::tuple(b.cost, a.position, a.job.strategies);
}

std::optional<MissingJob> JobOrder::next() {
  while (!exhausted_ && window_.size() < k_window_per_slot * slots_) {
    if (std::optional<MissingJob> job = source_())
      window_.push_back(std::move(*job));
    else
      weigh();
  }
  if (!window_.empty()) {
    MissingJob first = std::move(window_.front());
    window_.pop_front();
    return first;
  }
  if (last_.empty()) return std::nullopt;
  return longest();
}

std::vector<MissingJob> JobOrder::next_few() {
  std::vector<MissingJob> few;
  const auto take = [&](MissingJob job) { few.push_back(std::move(job)); };
  if (std::optional<MissingJob> first = next()) take(std::move(*first));
  if (exhausted_ || few.empty()) return few;
  for (double sum = cost(few.front()); !window_.empty() && (sum += cost(window_.front())) <= k_few_cost;) {
    take(std::move(window_.front()));
    window_.pop_front();
  }
  return few;
}

// Predicts as late as possible, when most is known.
void JobOrder::weigh() {
  exhausted_ = true;
  weighed_ = generation_();  // first: predictions that change meanwhile are asked for again
  for (std::size_t i = 0; i < window_.size(); ++i) push(std::move(window_[i]), i);
  window_.clear();
}

// A campaign that fits one window is weighed before its first result.
void JobOrder::weigh_again() {
  const std::uint64_t generation = generation_();
  if (generation == weighed_) return;
  weighed_ = generation;
  left_ = 0;
  for (LastJob& last : last_) left_ += last.cost = cost(last.job);
  std::ranges::make_heap(last_, shorter);
}

double JobOrder::cost(const MissingJob& job) const {
  double cost = 0;
  for (const std::uint32_t strategy : job.strategies) cost += predict_(job.instance, strategy);
  return cost;
}

void JobOrder::push(MissingJob job, std::size_t position) {
  const double predicted = cost(job);
  left_ += predicted;
  last_.push_back({predicted, position, std::move(job)});
  std::ranges::push_heap(last_, shorter);
}

MissingJob JobOrder::longest() {
  weigh_again();
  while (true) {
    std::ranges::pop_heap(last_, shorter);
    LastJob job = std::move(last_.back());
    last_.pop_back();
    const double fair_share = left_ / static_cast<double>(slots_);
    left_ -= job.cost;
    if (slots_ == 1 || job.job.strategies.size() == 1 || job.cost <= fair_share) return std::move(job.job);
    for (const std::uint32_t strategy : job.job.strategies) push({job.job.instance, {strategy}}, job.position);
  }
}

}  // namespace palio
