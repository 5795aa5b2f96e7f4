#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "campaign/plan/missing_jobs.h"

namespace palio {

/// Hands jobs out in the order of their source until it is exhausted, then the last ones longest first, so that no slot
/// idles while a long job runs; a job longer than a fair share of what is left is split by strategy. Jobs are weighed
/// again when predictions change; at most `window` jobs are held. One thread.
class JobOrder {
public:
  using Source = std::function<std::optional<MissingJob>()>;
  using Predict = std::function<double(const Instance& instance, std::size_t strategy)>;
  using Generation = std::function<std::uint64_t()>;    // a new number whenever predictions have changed
  static constexpr std::size_t k_window_per_slot = 64;  // jobs
  static constexpr double k_few_cost = 0.01;            // s

  JobOrder(Source source, Predict predict, Generation generation, int slots)
      : source_(std::move(source)),
        predict_(std::move(predict)),
        generation_(std::move(generation)),
        slots_(static_cast<std::size_t>(slots)) {}

  std::optional<MissingJob> next();

  /// The next job, and those after it as long as together they are expected to cost no more than k_few_cost and are not
  /// among the last ones, which are left for other slots. Empty at the end.
  std::vector<MissingJob> next_few();

private:
  struct LastJob {
    double cost;
    std::size_t position;  // in the order of the source, which breaks ties
    MissingJob job;
  };
  static bool shorter(const LastJob& a, const LastJob& b);
  void weigh();
  void weigh_again();
  double cost(const MissingJob& job) const;
  MissingJob longest();
  void push(MissingJob job, std::size_t position);

  Source source_;
  Predict predict_;
  Generation generation_;
  std::size_t slots_;
  bool exhausted_ = false;
  std::deque<MissingJob> window_;
  std::vector<LastJob> last_;  // once the source is exhausted: a heap by cost
  double left_ = 0;            // cost of all of them
  std::uint64_t weighed_ = 0;  // the generation of their costs
};

}  // namespace palio
