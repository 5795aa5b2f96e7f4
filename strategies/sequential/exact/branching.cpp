#include "strategies/sequential/exact/branching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace palio {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();

bool is_whole(double value) { return value == std::floor(value) && value < 1e9; }

std::uint64_t bit(int number) { return std::uint64_t{1} << static_cast<unsigned>(number); }

}  // namespace

Branching::Branching(const SequentialInstance& instance)
    : instance_(instance),
      tasks_(instance.graph().task_count()),
      clusters_(static_cast<std::size_t>(instance.cluster_count())) {
  find_hosts();
  find_times();
  find_weights();
  find_arcs();
  for (int task = 0; task < tasks_; ++task) {
    int before = task - 1;
    while (before >= 0 && !are_tasks_alike(before, task)) --before;
    alike_before_.push_back(before);
  }
  find_tails();
  find_orders();
  ready_.resize(times_.size());
  finish_.resize(times_.size());
  cannot_be_next_.resize(times_.size());
}

void Branching::find_hosts() {
  std::vector<int> kinds, firsts;  // by host of the instance; of each kind
  for (int host = 0; host < instance_.host_count(); ++host) {
    const auto known = std::ranges::find_if(firsts, [&](int first) { return are_alike(first, host); });
    const int kind = static_cast<int>(known - firsts.begin());
    if (known == firsts.end()) firsts.push_back(host);
    const bool is_needed = std::ranges::count(kinds, kind) < tasks_;
    kinds.push_back(kind);
    if (!is_needed) continue;
    hosts_.push_back(host);
    clusters_of_.push_back(static_cast<std::size_t>(instance_.cluster_of(host)));
  }
  for (const int host : hosts_)
    first_alike_.push_back(static_cast<int>(std::ranges::find(hosts_, firsts[kinds[host]]) - hosts_.begin()));
}

void Branching::find_times() {
  for (int task = 0; task < tasks_; ++task)
    for (const int host : hosts_) {
      times_.push_back(instance_.time(task, host));
      is_integral_ = is_integral_ && is_whole(times_.back());
    }
  is_integral_ = is_integral_ && is_whole(instance_.release_date());
}

void Branching::find_weights() {
  for (int host = 0; host < hosts(); ++host) {
    double all = 0, least = k_never;
    for (int task = 0; task < tasks_; ++task) {
      all += time(task, host);
      least = std::min(least, time(task, host));
    }
    weights_.push_back(1 / all);
    least_time_.push_back(least);
  }
  for (int task = 0; task < tasks_; ++task) {
    double least = k_never;
    for (int host = 0; host < hosts(); ++host) least = std::min(least, weights_[host] * time(task, host));
    least_weight_.push_back(least);
  }
}

Branching::Arc Branching::arc(int task, double bytes) const {
  Arc made{task, bytes, {}};
  for (int sender = 0; std::cmp_less(sender, clusters_); ++sender)
    for (int receiver = 0; std::cmp_less(receiver, clusters_); ++receiver)
      made.transfer.push_back(instance_.transfer(bytes, sender, receiver));
  return made;
}

void Branching::find_arcs() {
  for (int task = 0; task < tasks_; ++task) {
    std::vector<Arc>& in = in_.emplace_back();
    std::uint64_t parents = 0;
    for (const Edge& edge : instance_.graph().in_edges(task)) {
      in.push_back(arc(edge.from, edge.bytes));
      parents |= bit(edge.from);
      is_integral_ = is_integral_ && std::ranges::all_of(in.back().transfer, is_whole);
    }
    parents_.push_back(parents);
    std::vector<Arc>& out = out_.emplace_back();
    for (const Edge& edge : instance_.graph().out_edges(task)) out.push_back(arc(edge.to, edge.bytes));
  }
}

// Of the instance.
bool Branching::are_alike(int a, int b) const {
  if (a == b) return true;
  const auto same = [&](int from, int to, int other_from, int other_to) {
    const Link& link = instance_.route(instance_.cluster_of(from), instance_.cluster_of(to));
    const Link& other = instance_.route(instance_.cluster_of(other_from), instance_.cluster_of(other_to));
    return link.latency == other.latency && link.bandwidth == other.bandwidth;
  };
  for (int task = 0; task < tasks_; ++task)
    if (instance_.time(task, a) != instance_.time(task, b)) return false;
  if (instance_.cluster_of(a) == instance_.cluster_of(b)) return true;
  for (int host = 0; host < instance_.host_count(); ++host)
    if (host != a && host != b && !(same(a, host, b, host) && same(host, a, host, b))) return false;
  return same(a, b, b, a);
}

// With the same times, and data from and to the same tasks.
bool Branching::are_tasks_alike(int a, int b) const {
  const auto same = [](const Arc& x, const Arc& y) { return x.task == y.task && x.bytes == y.bytes; };
  for (int host = 0; host < hosts(); ++host)
    if (time(a, host) != time(b, host)) return false;
  return std::ranges::equal(in_[a], in_[b], same) && std::ranges::equal(out_[a], out_[b], same);
}

// Children on the same host follow each other; the data of the others take time. Where all stay, or the k with the
// longest ways elsewhere: one of these is the least, since more children on the host cannot end earlier.
double Branching::tail_of_children(int task, int host) const {
  struct Child {
    double elsewhere, time, tail;  // s
  };
  std::vector<Child> children, together;
  for (const Arc& to : out_[task]) {
    double elsewhere = k_never;
    for (int other = 0; other < hosts(); ++other)
      if (other != host)
        elsewhere = std::min(elsewhere, transfer(to, host, other) + time(to.task, other) + tails_[at(to.task, other)]);
    children.push_back({elsewhere, time(to.task, host), tails_[at(to.task, host)]});
  }
  std::ranges::sort(children, std::greater(), &Child::elsewhere);
  double least = k_never;
  for (std::size_t k = 0; k <= children.size(); ++k) {
    if (k > 0) together.push_back(children[k - 1]);
    std::ranges::sort(together, std::greater(), &Child::tail);
    double busy = 0, end = 0;
    for (const Child& child : together) {
      busy += child.time;
      end = std::max(end, busy + child.tail);
    }
    least = std::min(least, std::max(end, k < children.size() ? children[k].elsewhere : 0));
  }
  return least;
}

void Branching::find_tails() {
  const double all_hosts = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  const std::span<const int> order = instance_.graph().topological_order();
  std::vector<std::uint64_t> descendants(order.size(), 0);
  tails_.assign(times_.size(), 0);
  least_tail_.assign(order.size(), k_never);
  for (std::size_t i = order.size(); i-- > 0;) {
    const int task = order[i];
    for (const Arc& to : out_[task]) descendants[task] |= descendants[to.task] | bit(to.task);
    double to_do = 0;
    for (int other = 0; other < tasks_; ++other)
      if ((descendants[task] & bit(other)) != 0) to_do += least_weight_[other];
    const double of_all = to_do / all_hosts * k_safe;
    for (int host = 0; host < hosts(); ++host) {
      double& tail = tails_[at(task, host)];
      tail = std::max(tail_of_children(task, host), is_integral_ ? std::ceil(of_all) : of_all);
      least_tail_[task] = std::min(least_tail_[task], tail);
    }
  }
  by_tail_.resize(order.size());
  std::iota(by_tail_.begin(), by_tail_.end(), 0);
  std::ranges::stable_sort(by_tail_, std::greater(), [&](int task) { return least_tail_[task]; });
}

// Two tasks that follow each other on a host may change places if the one that moves back sends data to no others, and
// no more. That is cheaper if its starts cost less for their time: a task that sends more, or gets data earlier, costs
// more.
void Branching::find_orders() {
  const auto bytes = [](const std::vector<Arc>& arcs) {
    return std::accumulate(arcs.begin(), arcs.end(), 0.0, [](double sum, const Arc& arc) { return sum + arc.bytes; });
  };
  std::vector<int> order(by_tail_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int task) {
    return std::tuple(-static_cast<double>(out_[task].size()), -bytes(out_[task]), bytes(in_[task]), -time(task, 0),
                      task);
  });
  priorities_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    priorities_[order[i]] = time(order[i], 0) * static_cast<double>(order.size() - i);
  const auto sends_no_more = [&](int one, int other) {
    return std::ranges::all_of(out_[one], [&](const Arc& to) {
      return std::ranges::any_of(out_[other],
                                 [&](const Arc& also) { return also.task == to.task && also.bytes >= to.bytes; });
    });
  };
  before_.assign(times_.size(), 0);
  for (int first = 0; first < tasks_; ++first)
    for (int then = 0; then < tasks_; ++then) {
      if (first == then || !sends_no_more(first, then)) continue;
      for (int host = 0; host < hosts(); ++host)
        if (priorities_[first] * time(then, host) < priorities_[then] * time(first, host) * k_safe)
          before_[at(first, host)] |= bit(then);
    }
}

Branch Branching::root() {
  const auto hosts = hosts_.size();
  const double begin = instance_.release_date();
  Branch root;
  root.start = root.end = begin;
  root.free.assign(hosts, begin);
  root.last.assign(hosts, -1);
  root.last_start.assign(hosts, begin);
  root.cost.starts.assign(by_tail_.size(), begin);
  root.arrivals.assign(times_.size(), begin);
  root.bound = bound(root, k_never, HostOrders::all);
  return root;
}

bool Branching::costs_no_more(const Branch::Cost& one, const Branch::Cost& other) const {
  return is_integral_ ? one.sum <= other.sum : one.sum < other.sum * k_safe || one.starts == other.starts;
}

void Branching::find_columns(const Branch& branch) {
  columns_.clear();
  for (int host = 0; host < hosts(); ++host) {
    if (branch.last[host] >= 0) {
      columns_.push_back({host, -1, k_never});
      continue;
    }
    const auto first = std::ranges::find_if(columns_, [&](const Column& column) {
      return branch.last[column.host] < 0 && first_alike(column.host) == first_alike(host);
    });
    if (first == columns_.end())
      columns_.push_back({host, -1, k_never});
    else if (first->twin < 0)
      first->twin = host;
  }
}

std::vector<Branch> Branching::branches(const Branch& from, double end, HostOrders orders) {
  std::vector<Branch> found;
  find_columns(from);
  std::vector<int> hosts;  // the columns change with each branch
  for (const Column& column : columns_) hosts.push_back(column.host);
  for (int task = 0; task < tasks_; ++task) {
    const int alike = alike_before_[task];
    if (from.has(task) || !is_ready(from, task) || (alike >= 0 && !from.has(alike))) continue;
    for (const int host : hosts) {
      const double start = earliest(from, task, host);
      if (start < from.start || is_hopeless(start + time(task, host) + tails_[at(task, host)], end)) continue;
      if (orders == HostOrders::one && is_out_of_order(from, task, host)) continue;
      Branch next = after(from, task, host);
      next.bound = bound(next, end, orders);
      if (!is_hopeless(next.bound, end)) found.push_back(std::move(next));
    }
  }
  std::ranges::stable_sort(found, {}, [](const Branch& next) { return std::tuple(next.bound, next.cost.sum); });
  return found;
}

// Whether the task should have gone before the last one of the host, and could have.
bool Branching::is_out_of_order(const Branch& branch, int task, int host) const {
  const int last = branch.last[host];
  return last >= 0 && (before_[at(last, host)] & bit(task)) != 0 &&
         branch.arrivals[at(task, host)] <= branch.last_start[host];
}

Branch Branching::after(const Branch& from, int task, int host) const {
  Branch next = from;
  next.start = earliest(from, task, host);
  const double finish = next.start + time(task, host);
  next.steps.push_back({task, host});
  next.cost.starts[task] = next.start;
  next.cost.sum += (next.start - instance_.release_date()) * priorities_[task];
  next.placed |= bit(task);
  next.end = std::max(from.end, finish);
  next.free[host] = finish;
  next.last[host] = task;
  next.last_start[host] = next.start;
  for (const Arc& to : out_[task])
    for (int receiver = 0; receiver < hosts(); ++receiver) {
      double& arrival = next.arrivals[at(to.task, receiver)];
      arrival = std::max(arrival, finish + transfer(to, host, receiver));
    }
  return next;
}

// When a task can have the data of its parents that are not placed: some of them run on its host, one after the other.
// It suffices to look at those with the latest data from elsewhere.
double Branching::data_from_others(const Branch& branch, int task, const Column& column) {
  unplaced_.clear();
  for (const Arc& from : in_[task]) {
    if (branch.has(from.task)) continue;
    double elsewhere = k_never;
    for (const Column& other : columns_) {
      const int sender = other.host == column.host ? other.twin : other.host;
      if (sender >= 0)
        elsewhere = std::min(elsewhere, finish_[at(from.task, other.host)] + transfer(from, sender, column.host));
    }
    unplaced_.push_back({elsewhere, ready_[at(from.task, column.host)], time(from.task, column.host)});
  }
  std::ranges::sort(unplaced_, std::greater(), &Parent::elsewhere);
  together_.clear();
  double least = k_never;
  for (std::size_t k = 0; k <= unplaced_.size(); ++k) {
    if (k > 0)
      together_.insert(std::ranges::upper_bound(together_, unplaced_[k - 1].begin, {}, &Parent::begin),
                       unplaced_[k - 1]);
    double end = 0;
    for (const Parent& parent : together_) end = std::max(end, parent.begin) + parent.time;
    const double last = k < unplaced_.size() ? unplaced_[k].elsewhere : 0;
    least = std::min(least, std::max(end, last));
    if (end >= last) break;
  }
  return least;
}

// When each task may start in each column, at least.
void Branching::find_starts(const Branch& branch, HostOrders orders) {
  for (const int task : instance_.graph().topological_order()) {
    if (branch.has(task)) continue;
    const bool is_next = is_ready(branch, task);
    for (Column& column : columns_) {
      const std::size_t place = at(task, column.host);
      const double earliest_there = earliest(branch, task, column.host);
      double start = std::max(earliest_there, branch.start);
      if (!is_next) start = std::max(start, data_from_others(branch, task, column));
      const bool cannot = is_next && (earliest_there < branch.start ||
                                      (orders == HostOrders::one && is_out_of_order(branch, task, column.host)));
      cannot_be_next_[place] = cannot;
      ready_[place] = start;
      finish_[place] = start + time(task, column.host);
      if (!cannot) column.next = std::min(column.next, start);
    }
  }
}

// Each task as early as possible, then the longest way to the end.
double Branching::path_bound(const Branch& branch) const {
  double bound = branch.end;
  for (int task = 0; task < tasks_; ++task) {
    if (branch.has(task)) continue;
    double least = k_never;
    for (const Column& column : columns_) {
      const std::size_t place = at(task, column.host);
      double start = ready_[place];
      if (cannot_be_next_[place]) start = std::max(start, column.next + least_time_[column.host]);
      least = std::min(least, start + times_[place] + tails_[place]);
    }
    bound = std::max(bound, least);
  }
  return bound;
}

// Each host takes at most weight x (end - next): the end at which that is enough for the tasks with the longest tails,
// plus the shortest of these tails.
double Branching::area_bound(const Branch& branch) {
  std::vector<std::pair<double, double>> hosts;  // s, when it takes a task; weight
  for (int host = 0; host < this->hosts(); ++host) {
    const auto column = std::ranges::find_if(columns_, [&](const Column& other) {
      return other.host == host ||
             (branch.last[host] < 0 && branch.last[other.host] < 0 && first_alike(other.host) == first_alike(host));
    });
    if (column->next < k_never) hosts.emplace_back(column->next, weights_[host]);
  }
  std::ranges::sort(hosts);
  double bound = 0, to_place = 0;
  for (const int task : by_tail_) {
    if (branch.has(task)) continue;
    to_place += least_weight_[task];
    double taken = to_place, weight = 0, end = k_never;
    for (const auto& [next, of_host] : hosts) {
      if (next >= end) break;
      taken += of_host * next;
      weight += of_host;
      end = taken / weight;
    }
    end *= k_safe;
    bound = std::max(bound, (is_integral_ ? std::ceil(end) : end) + least_tail_[task]);
  }
  return bound;
}

double Branching::bound(const Branch& branch, double end, HostOrders orders) {
  find_columns(branch);
  find_starts(branch, orders);
  const double bound = path_bound(branch);
  return is_hopeless(bound, end) ? bound : std::max(bound, area_bound(branch));
}

}  // namespace palio
