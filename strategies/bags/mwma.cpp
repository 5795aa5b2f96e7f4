#include "strategies/bags/mwma.h"

#include <algorithm>
#include <vector>

#include "strategies/bags/dedicated_rate.h"
#include "strategies/bags/steady_rates.h"

namespace palio {
namespace {

class Mwma : public BagPolicy {
public:
  Mwma(RemainingMeasure measure, bool is_inverse, const Star& star, const BagBatch& batch)
      : measure_(measure), is_inverse_(is_inverse), star_(star), batch_(batch) {
    for (const BagOfTasks& bag : batch.applications)
      progress_.push_back({dedicated_makespan(star, bag) / bag.tasks, bag.tasks, bag.tasks});
  }

  void released(int application, double /*now*/) override {
    released_.push_back(application);
    is_outdated_ = true;
  }

  void finished(int application, int /*worker*/, double /*now*/) override {
    if (--progress(application).unfinished == 0) is_outdated_ = true;
  }

  std::optional<Send> next_send(double /*now*/) override {
    if (is_outdated_) compute_rates();
    if (pairs_.empty()) return std::nullopt;
    Pair& next = *std::ranges::min_element(pairs_, {}, &Pair::next_date);
    ++next.sent;
    if (--progress(next.rate.application).unsent == 0) is_outdated_ = true;
    return Send{next.rate.application, next.rate.worker};
  }

  LpUse lp_use() const override { return use_; }

private:
  struct Progress {
    double task_time = 0;  // s of MS* that a task stands for
    int unsent = 0;
    int unfinished = 0;
  };

  struct Pair {
    SteadyRate rate;
    int sent = 0;  // since the rates are in force

    // s after that, when the next task is due at this rate
    double next_date() const { return (sent + 1) / rate.rate; }
  };

  Progress& progress(int application) { return progress_[static_cast<std::size_t>(application)]; }

  double weight(const Progress& of) const {
    const double time = of.task_time * of.unsent;
    if (measure_ == RemainingMeasure::tasks) return is_inverse_ ? 1.0 / of.unsent : of.unsent;
    return is_inverse_ ? of.unsent / (time * time) : time;
  }

  void compute_rates() {
    is_outdated_ = false;
    std::vector<WeightedBag> bags;
    for (const int application : released_)
      if (const Progress& of = progress(application); of.unsent > 0) bags.push_back({application, weight(of)});
    pairs_.clear();
    if (bags.empty()) return;
    for (const SteadyRate& rate : steady_rates(star_, batch_, bags, use_)) pairs_.push_back({rate, 0});
  }

  RemainingMeasure measure_;
  bool is_inverse_;
  const Star& star_;
  const BagBatch& batch_;
  std::vector<Progress> progress_;  // by application
  std::vector<int> released_;
  std::vector<Pair> pairs_;  // by application, then worker
  bool is_outdated_ = false;
  LpUse use_;
};

}  // namespace

std::unique_ptr<BagPolicy> make_mwma_policy(RemainingMeasure measure, const Star& star, const BagBatch& batch,
                                            const Parameters& parameters) {
  return std::make_unique<Mwma>(measure, text_of(parameters, "weighting") == "inverse", star, batch);
}

}  // namespace palio
