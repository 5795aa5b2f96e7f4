#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "strategies/model/strategy.h"
#include "strategies/sequential/exact/branching.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

constexpr std::size_t k_most_memory = std::size_t{128} << 20U;  // bytes, of known branches

// Branches that were followed, except dominated ones. With the same tasks placed, A dominates B if A ends no later, no
// other task may start later, and the starts of A cost no more. Whatever follows B can follow A at the same dates, so
// the search still finds the cheapest of the optimal schedules, or another one that costs the same.
class KnownBranches {
public:
  explicit KnownBranches(const Branching& branching) : branching_(branching) {}

  // Whether no other branch dominates this one; if so, stores it while there is memory.
  bool add(const Branch& branch) {
    std::vector<Known>& others = known_[branch.placed];
    std::vector<double> dates = dates_of(branch);
    const auto is_better = [&](const Known& other) {
      return branching_.costs_no_more(other.cost, branch.cost) && is_no_later(other.dates, dates);
    };
    if (std::ranges::any_of(others, is_better)) return false;
    if (memory_ >= k_most_memory) return true;
    std::erase_if(others, [&](const Known& other) {
      return branching_.costs_no_more(branch.cost, other.cost) && is_no_later(dates, other.dates);
    });
    memory_ += (dates.size() + branch.cost.starts.size()) * sizeof(double) + sizeof(Known);
    others.push_back({std::move(dates), branch.cost});
    return true;
  }

private:
  struct Known {
    std::vector<double> dates;  // s
    Branch::Cost cost;
  };

  static bool is_no_later(const std::vector<double>& a, const std::vector<double>& b) {
    return std::ranges::equal(a, b, std::less_equal{});
  }

  // s: the end, then for each host when it can take tasks; identical hosts are in one order.
  std::vector<double> dates_of(const Branch& branch) const {
    std::vector<std::pair<int, std::vector<double>>> columns;  // kind, dates
    for (int host = 0; host < branching_.hosts(); ++host) {
      auto& [kind, dates] = columns.emplace_back(branching_.first_alike(host), std::vector<double>());
      dates.push_back(std::max(branch.start, branch.free[host]));
      for (int task = 0; task < branching_.tasks(); ++task)
        if (!branch.has(task) && branching_.has_data(branch, task))
          dates.push_back(std::max(branch.start, branching_.earliest(branch, task, host)));
    }
    std::ranges::sort(columns);
    std::vector<double> all{branch.end};
    for (const auto& [kind, dates] : columns) all.insert(all.end(), dates.begin(), dates.end());
    return all;
  }

  const Branching& branching_;
  std::unordered_map<std::uint64_t, std::vector<Known>> known_;  // by tasks placed
  std::size_t memory_ = 0;                                       // bytes
};

class ExactSearch {
public:
  ExactSearch(const SequentialInstance& instance, double known_end)
      : branching_(instance), root_(branching_.root()), best_end_(known_end), known_(branching_) {}

  /// The steps to the best schedule, by hosts of the instance; empty if none ends before the known one.
  std::vector<Branch::Step> run() && {
    for (const std::size_t width : {1, 10, 100}) look_at(width);
    if (!branching_.is_hopeless(root_.bound, best_end_)) follow(root_);
    for (Branch::Step& step : best_) step.host = branching_.host(step.host);
    return std::move(best_);
  }

private:
  void keep(const Branch& complete) {
    if (complete.end >= best_end_) return;
    best_ = complete.steps;
    best_end_ = complete.end;
  }

  // A good schedule early cuts off much: of the branches with equally many steps only the best ones go on.
  void look_at(std::size_t width) {
    std::vector<Branch> some{root_};
    for (int steps = 0; steps < branching_.tasks(); ++steps) {
      std::vector<Branch> all;
      for (const Branch& branch : some)
        for (Branch& next : branching_.branches(branch, best_end_, HostOrders::all)) all.push_back(std::move(next));
      std::ranges::stable_sort(all, {}, [](const Branch& next) { return std::tuple(next.bound, next.cost.sum); });
      KnownBranches known(branching_);
      some.clear();
      for (Branch& next : all) {
        if (some.size() == width) break;
        if (known.add(next)) some.push_back(std::move(next));
      }
    }
    for (const Branch& complete : some) keep(complete);
  }

  void follow(const Branch& branch) {
    if (branching_.is_complete(branch)) return keep(branch);
    for (const Branch& next : branching_.branches(branch, best_end_, HostOrders::one)) {
      if (branching_.is_hopeless(next.bound, best_end_)) return;
      if (known_.add(next)) follow(next);
    }
  }

  Branching branching_;
  Branch root_;
  double best_end_;  // s
  KnownBranches known_;
  std::vector<Branch::Step> best_;
};

}  // namespace

// An optimal schedule by branch and bound over all semi-active schedules. A branch ends where no following schedule can
// be better than the best so far (at first HEFT's), or where another branch dominates it. Optimal up to rounding: with
// dates that are no whole numbers, a relative 1e-12.
HostSchedule schedule_exact(const SequentialInstance& instance, const Parameters&) {
  if (instance.graph().task_count() > k_most_exact_tasks)
    throw NoSchedule(fmt::format("Exact schedules at most {} tasks, these are {}", k_most_exact_tasks,
                                 instance.graph().task_count()));
  HostSchedule known = schedule_heft(instance, {{"mean_transfer", "distinct"}});
  const std::vector<Branch::Step> steps = ExactSearch(instance, known.end()).run();
  if (steps.empty()) return known;
  HostSchedule schedule(instance);
  for (const auto& [task, host] : steps) schedule.place(task, schedule.slot_on(host, task, Placing::append));
  return schedule;
}

}  // namespace palio
