#include "strategies/sequential/exact/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "strategies/model/strategy.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

constexpr double k_no_bound = std::numeric_limits<double>::infinity();

// A sum rounded differently from the dates themselves must not cut off the best schedule.
constexpr double k_safe = 1 - 1e-12;

constexpr double k_start_rounding = 1e-12;  // relative, of a sum of starts

// Branches that were followed, except dominated ones. With the same tasks placed, A dominates B if A ends no later, no
// other task may start later, and the starts of A have a smaller sum or are the same. Whatever follows B can follow A
// at the same dates, and the search still finds the optimal schedule with the least sum of starts, or another one with
// the same starts.
class KnownBranches {
public:
  explicit KnownBranches(const Branching& branching) : branching_(branching) {}

  // Whether no other branch dominates this one; if so, stores it.
  bool add(const Branch& branch) {
    std::vector<Known>& others = known_[branch.placed];
    Known known = known_of(branch);
    if (std::ranges::any_of(others, [&](const Known& other) { return makes_superfluous(other, known); })) return false;
    std::erase_if(others, [&](const Known& other) { return makes_superfluous(known, other); });
    others.push_back(std::move(known));
    return true;
  }

private:
  struct Known {
    std::vector<double> dates;   // s: end, then earliest starts by host, identical hosts in one order
    std::vector<double> starts;  // s
    double sum;                  // of the starts
  };
  using Column = std::array<double, k_most_exact_tasks>;  // of a host

  // The columns of identical hosts are in ascending order.
  void sort_alike(std::span<Column> columns) const {
    for (int host = 0; host < branching_.hosts(); ++host)
      for (int later = host + 1; later < branching_.hosts(); ++later)
        if (branching_.first_alike(later) == branching_.first_alike(host) && columns[later] < columns[host])
          std::swap(columns[host], columns[later]);
  }

  Known known_of(const Branch& branch) const {
    std::array<Column, k_most_exact_hosts> columns{};
    const auto hosts = static_cast<std::size_t>(branching_.hosts());
    std::size_t rows = 0;
    for (int task = 0; task < branching_.tasks(); ++task) {
      if (branch.has(task)) continue;
      for (std::size_t host = 0; host < hosts; ++host)
        columns[host][rows] = std::max(branch.start, branch.earliest[task][host]);
      ++rows;
    }
    sort_alike(columns);
    Known known{{branch.end}, {}, 0};
    known.dates.reserve(1 + hosts * rows);
    for (std::size_t host = 0; host < hosts; ++host)
      known.dates.insert(known.dates.end(), columns[host].begin(),
                         columns[host].begin() + static_cast<std::ptrdiff_t>(rows));
    known.starts.assign(branch.starts.begin(), branch.starts.begin() + std::popcount(branch.placed));
    known.sum = std::accumulate(known.starts.begin(), known.starts.end(), 0.0);
    return known;
  }

  static bool makes_superfluous(const Known& a, const Known& b) {
    return (a.sum < b.sum * (1 - k_start_rounding) || a.starts == b.starts) &&
           std::ranges::equal(a.dates, b.dates, std::less_equal{});
  }

  const Branching& branching_;
  std::map<std::uint32_t, std::vector<Known>> known_;  // by tasks placed
};

struct Step {
  int task, host;
};

class ExactSearch {
public:
  ExactSearch(const SequentialInstance& instance, double known_end)
      : branching_(instance), known_(branching_), best_end_(known_end) {}

  /// The steps to the best schedule; empty if none ends before the known one.
  std::vector<Step> run() && {
    follow(branching_.root());
    return std::move(best_);
  }

private:
  void follow(const Branch& branch) {
    if (branching_.is_complete(branch)) {
      best_ = path_;
      best_end_ = branch.end;
      return;
    }
    for (const Branch& next : branching_.branches(branch, best_end_)) {
      if (next.bound >= best_end_) return;
      if (!known_.add(next)) continue;
      path_.push_back({next.task, next.host});
      follow(next);
      path_.pop_back();
    }
  }

  Branching branching_;
  KnownBranches known_;
  double best_end_;  // s
  std::vector<Step> path_, best_;
};

}  // namespace

Branching::Branching(const SequentialInstance& instance)
    : instance_(instance), tasks_(instance.graph().task_count()), hosts_(instance.host_count()) {
  for (int host = 0; host < hosts_; ++host) {
    double all = 0;
    for (int task = 0; task < tasks_; ++task) all += instance.time(task, host);
    weights_.push_back(1 / all);
  }
  for (int task = 0; task < tasks_; ++task) {
    double least = k_no_bound;
    for (int host = 0; host < hosts_; ++host) least = std::min(least, weights_[host] * instance.time(task, host));
    least_weight_.push_back(least);
  }
  for (int task = 0; task < tasks_; ++task) alike_before_.push_back(alike_before(task));
  for (int host = 0; host < hosts_; ++host) {
    int first = 0;
    while (!are_alike(first, host)) ++first;
    first_alike_.push_back(first);
  }
}

bool Branching::are_alike(int a, int b) const {
  if (a == b) return true;
  const auto same = [&](int from, int to, int other_from, int other_to) {
    const Link& link = instance_.route(instance_.cluster_of(from), instance_.cluster_of(to));
    const Link& other = instance_.route(instance_.cluster_of(other_from), instance_.cluster_of(other_to));
    return link.latency == other.latency && link.bandwidth == other.bandwidth;
  };
  for (int task = 0; task < tasks_; ++task)
    if (instance_.time(task, a) != instance_.time(task, b)) return false;
  for (int host = 0; host < hosts_; ++host)
    if (host != a && host != b && !(same(a, host, b, host) && same(host, a, host, b))) return false;
  return same(a, b, b, a);
}

// Alike: with the same times, and data from and to the same tasks.
bool Branching::are_tasks_alike(int a, int b) const {
  for (int host = 0; host < hosts_; ++host)
    if (instance_.time(a, host) != instance_.time(b, host)) return false;
  const TaskGraph& graph = instance_.graph();
  const auto same_parent = [](const Edge& x, const Edge& y) { return x.from == y.from && x.bytes == y.bytes; };
  const auto same_child = [](const Edge& x, const Edge& y) { return x.to == y.to && x.bytes == y.bytes; };
  return std::ranges::equal(graph.in_edges(a), graph.in_edges(b), same_parent) &&
         std::ranges::equal(graph.out_edges(a), graph.out_edges(b), same_child);
}

int Branching::alike_before(int task) const {
  int before = task - 1;
  while (before >= 0 && !are_tasks_alike(before, task)) --before;
  return before;
}

Branch Branching::root() const {
  Branch root;
  root.start = root.end = instance_.release_date();
  root.free.fill(instance_.release_date());
  root.last.fill(-1);
  for (auto& by_host : root.earliest) by_host.fill(instance_.release_date());
  return root;
}

bool Branching::is_complete(const Branch& branch) const {
  return branch.placed + 1 == std::uint32_t{1} << static_cast<unsigned>(tasks_);
}

bool Branching::is_ready(const Branch& branch, int task) const {
  return !branch.has(task) &&
         std::ranges::all_of(instance_.graph().in_edges(task), [&](const Edge& edge) { return branch.has(edge.from); });
}

double Branching::transfer(const Edge& edge, int sender, int receiver) const {
  if (sender == receiver) return 0;
  return instance_.transfer(edge.bytes, instance_.cluster_of(sender), instance_.cluster_of(receiver));
}

std::vector<Branch> Branching::branches(const Branch& from, double end) const {
  std::vector<Branch> found;
  for (int task = 0; task < tasks_; ++task) {
    if (!is_ready(from, task) || waits_for_its_like(from, task)) continue;
    for (int host = 0; host < hosts_; ++host) {
      const double start = from.earliest[task][host];
      if (start < from.start || is_like_another_idle_host(from, host) || is_better_before_last(from, task, host))
        continue;
      if (const Branch next = after(from, task, host); next.bound < end) found.push_back(next);
    }
  }
  std::ranges::sort(found, {}, [](const Branch& next) { return std::tuple(next.bound, next.task, next.host); });
  return found;
}

bool Branching::waits_for_its_like(const Branch& branch, int task) const {
  const int before = alike_before_[task];
  return before >= 0 && !branch.has(before);
}

// The two must also end no later in every rounding.
bool Branching::is_better_before_last(const Branch& branch, int task, int host) const {
  const int last = branch.last[host];
  if (last < 0 || !instance_.graph().in_edges(task).empty() || !instance_.graph().out_edges(last).empty()) return false;
  const double time = instance_.time(task, host), of_last = instance_.time(last, host);
  return time < of_last && branch.begin[host] + time + of_last <= branch.free[host] + time;
}

bool Branching::is_like_another_idle_host(const Branch& branch, int host) const {
  const auto is_idle = [&](int other) { return (branch.used >> static_cast<unsigned>(other) & 1U) == 0; };
  if (!is_idle(host)) return false;
  for (int other = 0; other < host; ++other)
    if (is_idle(other) && first_alike(other) == first_alike(host)) return true;
  return false;
}

Branch Branching::after(const Branch& from, int task, int host) const {
  Branch next = from;
  next.start = from.earliest[task][host];
  const double finish = next.start + instance_.time(task, host);
  next.starts[std::popcount(from.placed)] = next.start;
  next.placed |= std::uint32_t{1} << static_cast<unsigned>(task);
  next.used |= std::uint32_t{1} << static_cast<unsigned>(host);
  next.task = task;
  next.host = host;
  next.end = std::max(from.end, finish);
  next.free[host] = finish;
  next.last[host] = task;
  next.begin[host] = next.start;
  for (auto& by_host : next.earliest) by_host[host] = std::max(by_host[host], finish);
  for (const Edge& edge : instance_.graph().out_edges(task)) {
    auto& by_host = next.earliest[edge.to];
    for (int receiver = 0; receiver < hosts_; ++receiver) {
      double& earliest = by_host[receiver];
      earliest = std::max(earliest, finish + transfer(edge, host, receiver));
    }
  }
  next.bound = bound(next);
  return next;
}

// Each host takes at most weights x (end - free); the bound is the end at which that is enough for all tasks, each at
// its smallest weight.
double Branching::area_bound(const Branch& branch) const {
  double to_place = 0;
  for (int task = 0; task < tasks_; ++task)
    if (!branch.has(task)) to_place += least_weight_[task];
  double end = k_no_bound;
  while (true) {  // drops hosts that are free too late to take anything
    double taken = to_place, weight = 0;
    for (int host = 0; host < hosts_; ++host) {
      const double free = std::max(branch.start, branch.free[host]);
      if (free >= end) continue;
      taken += weights_[host] * free;
      weight += weights_[host];
    }
    if (weight == 0 || taken / weight >= end) return end * k_safe;
    end = taken / weight;
  }
}

// Each task as early as its parents allow, on any host, and not before the last one; no less than area_bound().
double Branching::bound(const Branch& branch) const {
  double bound = std::max(branch.end, area_bound(branch));
  auto finish = branch.earliest;  // of tasks that are not placed, a lower bound
  for (const int task : instance_.graph().topological_order()) {
    if (branch.has(task)) continue;
    auto& by_host = finish[task];
    double least = k_no_bound;
    for (int host = 0; host < hosts_; ++host) {
      double& at_least = by_host[host];
      at_least = std::max(at_least, branch.start);
      for (const Edge& edge : instance_.graph().in_edges(task)) {
        if (branch.has(edge.from)) continue;
        double arrival = k_no_bound;
        for (int sender = 0; sender < hosts_; ++sender)
          arrival = std::min(arrival, finish[edge.from][sender] + transfer(edge, sender, host));
        at_least = std::max(at_least, arrival);
      }
      at_least += instance_.time(task, host);
      least = std::min(least, at_least);
    }
    bound = std::max(bound, least);
  }
  return bound;
}

// An optimal schedule by branch and bound over all semi-active schedules: by start, each ready task is appended to each
// host. A branch ends where no following schedule can be better than the best so far (at first HEFT's), or where
// another branch dominates it.
HostSchedule schedule_exact(const SequentialInstance& instance, const Parameters&) {
  if (instance.graph().task_count() > k_most_exact_tasks || instance.host_count() > k_most_exact_hosts)
    throw NoSchedule(fmt::format("Exact schedules at most {} tasks on {} hosts, these are {} on {}", k_most_exact_tasks,
                                 k_most_exact_hosts, instance.graph().task_count(), instance.host_count()));
  HostSchedule known = schedule_heft(instance, {{"mean_transfer", "distinct"}});
  const std::vector<Step> steps = ExactSearch(instance, known.end()).run();
  if (steps.empty()) return known;
  HostSchedule schedule(instance);
  for (const auto& [task, host] : steps) schedule.place(task, schedule.slot_on(host, task, Placing::append));
  return schedule;
}

}  // namespace palio
