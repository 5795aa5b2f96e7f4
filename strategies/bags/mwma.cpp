#include "strategies/bags/mwma.h"

#include <fmt/format.h>

#include <algorithm>

#include "strategies/bags/dedicated_rate.h"
#include "strategies/bags/lp_outcome.h"
#include "strategies/lp/linear_program.h"
#include "strategies/model/strategy.h"

namespace palio {
namespace {

// Scaled so that the solver sees numbers of about 1: a pair's variable is its share of the port's time, and an
// application's throughput is in units of its dedicated rate.
class SteadyProgram {
public:
  SteadyProgram(const Star& star, const BagBatch& batch, std::span<const WeightedBag> bags)
      : star_(star), batch_(batch), bags_(bags) {
    for (std::size_t i = 0; i < bags.size() * star.workers.size(); ++i) lp_.add_variable(0, 1, 0);
    z_ = lp_.add_variable(0, k_lp_infinity, -1);
    add_applications();
    add_workers();
    add_port();
  }

  LinearProgram& lp() { return lp_; }
  int share(std::size_t bag, std::size_t worker) const { return static_cast<int>(bag * star_.workers.size() + worker); }
  const BagOfTasks& bag(std::size_t index) const { return batch_.applications[bags_[index].application]; }
  // tasks/s when the port sends to this worker alone
  double send_rate(std::size_t index, std::size_t worker) const {
    return message_bandwidth(star_, star_.workers[worker]) / bag(index).bytes;
  }

private:
  void add_applications() {
    std::vector<double> alone, weight;
    for (std::size_t k = 0; k < bags_.size(); ++k) {
      alone.push_back(dedicated_rate(star_, bag(k)));
      weight.push_back(bags_[k].weight / alone[k]);
    }
    const double heaviest = *std::ranges::max_element(weight);
    for (std::size_t k = 0; k < bags_.size(); ++k) {
      std::vector<LpTerm> terms;
      for (std::size_t u = 0; u < star_.workers.size(); ++u) terms.push_back({share(k, u), send_rate(k, u) / alone[k]});
      terms.push_back({z_, -weight[k] / heaviest});
      lp_.add_row(0, k_lp_infinity, terms);
    }
  }

  void add_workers() {
    for (std::size_t u = 0; u < star_.workers.size(); ++u) {
      std::vector<LpTerm> terms;
      for (std::size_t k = 0; k < bags_.size(); ++k)
        terms.push_back({share(k, u), send_rate(k, u) * bag(k).flop / star_.workers[u].speed});
      lp_.add_row(-k_lp_infinity, 1, terms);
    }
  }

  void add_port() {
    std::vector<LpTerm> terms;
    for (int variable = 0; variable < z_; ++variable) terms.push_back({variable, 1});
    lp_.add_row(-k_lp_infinity, 1, terms);
  }

  const Star& star_;
  const BagBatch& batch_;
  std::span<const WeightedBag> bags_;
  LinearProgram lp_;
  int z_ = 0;
};

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
    if (--progress_[application].unfinished == 0) is_outdated_ = true;
  }

  std::optional<Send> next_send(double /*now*/) override {
    if (is_outdated_) compute_rates();
    if (pairs_.empty()) return std::nullopt;
    Pair& next = *std::ranges::min_element(pairs_, {}, &Pair::next_date);
    ++next.sent;
    if (--progress_[next.rate.application].unsent == 0) is_outdated_ = true;
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
    int sent = 0;  // since the current rates apply

    // s after that, when the next task is due at this rate
    double next_date() const { return (sent + 1) / rate.rate; }
  };

  double weight(const Progress& of) const {
    const double time = of.task_time * of.unsent;
    if (measure_ == RemainingMeasure::tasks) return is_inverse_ ? 1.0 / of.unsent : of.unsent;
    return is_inverse_ ? of.unsent / (time * time) : time;
  }

  void compute_rates() {
    is_outdated_ = false;
    std::vector<WeightedBag> bags;
    for (const int application : released_)
      if (const Progress& of = progress_[application]; of.unsent > 0) bags.push_back({application, weight(of)});
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

std::vector<SteadyRate> steady_rates(const Star& star, const BagBatch& batch, std::span<const WeightedBag> bags,
                                     BagPolicy::LpUse& use) {
  SteadyProgram program(star, batch, bags);
  if (!has_solution(program.lp().solve(), program.lp(), use))
    throw NoSchedule(fmt::format("the linear program of {} applications in steady state is infeasible", bags.size()));
  std::vector<SteadyRate> rates;
  for (std::size_t k = 0; k < bags.size(); ++k)
    for (std::size_t u = 0; u < star.workers.size(); ++u) {
      const double rate = program.lp().value(program.share(k, u)) * program.send_rate(k, u);
      if (rate > 0) rates.push_back({bags[k].application, static_cast<int>(u), rate});
    }
  return rates;
}

std::unique_ptr<BagPolicy> make_mwma_policy(RemainingMeasure measure, const Star& star, const BagBatch& batch,
                                            const Parameters& parameters) {
  return std::make_unique<Mwma>(measure, text_of(parameters, "weighting") == "inverse", star, batch);
}

}  // namespace palio
