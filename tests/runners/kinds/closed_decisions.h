#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "platforms/model/platform.h"
#include "workloads/model/task_graph.h"

namespace palio::test {

/// Decisions at run time on a mesh without contention, an event at a time, from docs/uncertain.md alone: what a
/// decision counts on and what happens follow one rule of when data leave.
class ClosedDecisions {
public:
  /// `rule`: "idle" or "finish" of JIT, the longest task first; or "MinMin", "MaxMin", "Sufferage" on the ready tasks.
  ClosedDecisions(const Platform& mesh, const TaskGraph& estimated, const TaskGraph& realized, std::string_view rule,
                  double decision_time = 0)
      : mesh_(mesh),
        estimated_(estimated),
        realized_(realized),
        rule_(rule),
        takes_(decision_time),
        tasks_(estimated.tasks().size()),
        queues_(mesh.clusters.size()),
        running_(mesh.clusters.size(), k_none) {}

  /// From the first start to the last end, s.
  double makespan() {
    for (double now = 0; now < k_never; now = next_end(now)) {
      start_before(now);
      decide(now);
    }
    return std::ranges::max(tasks_, {}, &State::finish).finish - std::ranges::min(tasks_, {}, &State::start).start;
  }
  /// Valid after makespan().
  int decisions() const { return decisions_; }
  /// How often data were sent again, as a task was moved.
  int sent_again() const { return sent_again_; }

private:
  static constexpr int k_none = -1;
  static constexpr double k_never = std::numeric_limits<double>::infinity();

  struct State {
    int host = k_none;
    double effect = 0;  // of its decision, s
    double start = k_never, finish = k_never;
    std::vector<double> leaves;  // by edge that enters it: not before, s
  };

  int hosts() const { return static_cast<int>(queues_.size()); }
  double time(const TaskGraph& graph, int task, int host) const {
    return graph.task(task).flop / mesh_.clusters[host].speed;
  }
  double moving(const TaskGraph& graph, int task, std::size_t edge, int host) const {
    const Edge& along = graph.in_edges(task)[edge];
    const int sender = tasks_[along.from].host;
    const Link& link = mesh_.pair_links[static_cast<std::size_t>(sender * hosts() + host)];
    return sender == host || along.bytes <= 0 ? 0 : link.latency + along.bytes / link.bandwidth;
  }
  bool has_started(int task, double now) const { return tasks_[task].start < now; }
  bool is_ready(int task, double now) const {
    return !has_started(task, now) && std::ranges::all_of(estimated_.in_edges(task), [&](const Edge& edge) {
      return has_started(edge.from, now) && tasks_[edge.from].finish <= now;
    });
  }

  // What really happens to the first task that waits for a host.
  std::pair<double, double> dates_of_head(int host) const {
    const int task = queues_[host].front();
    double start = tasks_[task].effect;
    if (running_[host] != k_none) start = std::max(start, tasks_[running_[host]].finish);
    for (std::size_t i = 0; i < realized_.in_edges(task).size(); ++i)
      start = std::max(start, std::max(tasks_[realized_.in_edges(task)[i].from].finish, tasks_[task].leaves[i]) +
                                  moving(realized_, task, i, host));
    return {start, start + time(realized_, task, host)};
  }
  void start_before(double now) {
    for (int host = 0; host < hosts(); ++host)
      while (!queues_[host].empty()) {
        const auto [start, finish] = dates_of_head(host);
        if (!(start < now)) break;
        const int task = running_[host] = queues_[host].front();
        tasks_[task].start = start;
        tasks_[task].finish = finish;
        queues_[host].erase(queues_[host].begin());
      }
  }
  double next_end(double now) const {
    double next = k_never;
    for (int host = 0; host < hosts(); ++host) {
      if (running_[host] != k_none && tasks_[running_[host]].finish > now)
        next = std::min(next, tasks_[running_[host]].finish);
      else if (!queues_[host].empty())
        next = std::min(next, dates_of_head(host).second);
    }
    return next;
  }

  // When a host has done what runs there, as expected now: one that is overdue ends at once.
  double expected_free(int host, double now) const {
    const int task = running_[host];
    if (task == k_none || tasks_[task].finish <= now) return now;
    return std::max(now, tasks_[task].start + time(estimated_, task, host));
  }
  // When a task that was decided on before ends, as expected now, if its host is free from a date on.
  double expected_of_waiting(int task, int host, double free) const {
    double start = std::max(free, tasks_[task].effect);
    for (std::size_t i = 0; i < estimated_.in_edges(task).size(); ++i)
      start = std::max(start, std::max(tasks_[estimated_.in_edges(task)[i].from].finish, tasks_[task].leaves[i]) +
                                  moving(estimated_, task, i, host));
    return start + time(estimated_, task, host);
  }
  // When a ready task ends there, as expected now, if it is decided on now and the host is free from a date on.
  double expected(int task, int host, double free, double now) const {
    double start = std::max(free, now + takes_);
    for (std::size_t i = 0; i < estimated_.in_edges(task).size(); ++i) {
      const double ended = tasks_[estimated_.in_edges(task)[i].from].finish;
      const double left =
          tasks_[task].host == host ? std::max(ended, tasks_[task].leaves[i]) : std::max(ended, now + takes_);
      start = std::max(start, left + moving(estimated_, task, i, host));
    }
    return start + time(estimated_, task, host);
  }

  void put(int task, int host, double now) {
    State& state = tasks_[task];
    const std::size_t edges = estimated_.in_edges(task).size();
    state.leaves.resize(edges, 0);
    for (std::size_t i = 0; i < edges && state.host != host; ++i) {
      if (!(tasks_[estimated_.in_edges(task)[i].from].finish < now + takes_)) continue;
      sent_again_ += state.host == k_none ? 0 : 1;
      state.leaves[i] = now + takes_;
    }
    state.host = host;
    state.effect = now + takes_;
    queues_[host].push_back(task);
  }

  void decide(double now) {
    std::vector<int> ready;
    const bool is_batch = rule_ != "idle" && rule_ != "finish";
    for (int task = 0; task < estimated_.task_count(); ++task)
      if (is_ready(task, now) && (is_batch || tasks_[task].host == k_none)) ready.push_back(task);
    const int before = placed_;
    is_batch ? decide_batch(ready, now) : decide_each(ready, now);
    decisions_ += placed_ > before ? 1 : 0;
  }

  bool is_idle(int host, double now) const {
    return queues_[host].empty() && (running_[host] == k_none || tasks_[running_[host]].finish <= now);
  }
  void decide_each(std::vector<int>& ready, double now) {
    std::ranges::stable_sort(ready, std::greater{}, [&](int task) { return estimated_.task(task).flop; });
    std::vector<double> free;
    for (int host = 0; host < hosts(); ++host) {
      free.push_back(expected_free(host, now));
      for (const int task : queues_[host]) free.back() = expected_of_waiting(task, host, free.back());
    }
    for (const int task : ready) {
      int best = k_none;
      for (int host = 0; host < hosts(); ++host) {
        if (rule_ == "idle" && best == k_none && is_idle(host, now)) best = host;
        if (rule_ == "finish" &&
            (best == k_none || expected(task, host, free[host], now) < expected(task, best, free[best], now)))
          best = host;
      }
      if (best == k_none) return;
      free[best] = expected(task, best, free[best], now);
      put(task, best, now);
      ++placed_;
    }
  }

  struct Offer {
    int task = k_none, host = k_none;
    double finish = k_never, second = k_never;
  };
  Offer offer(int task, const std::vector<double>& free, double now) const {
    Offer made{task};
    for (int host = 0; host < hosts(); ++host) {
      const double finish = expected(task, host, free[host], now);
      if (finish < made.finish) {
        made.second = std::exchange(made.finish, finish);
        made.host = host;
      } else {
        made.second = std::min(made.second, finish);
      }
    }
    return made;
  }
  double merit(const Offer& made) const {
    if (rule_ == "MinMin") return -made.finish;
    return rule_ == "MaxMin" ? made.finish : made.second - made.finish;
  }
  void decide_batch(std::vector<int> ready, double now) {
    std::vector<double> free;
    for (int host = 0; host < hosts(); ++host) free.push_back(expected_free(host, now));
    std::vector<std::pair<double, Offer>> chosen;  // by start
    while (!ready.empty()) {
      std::optional<Offer> best;
      for (const int task : ready)
        if (const Offer made = offer(task, free, now); !best || merit(made) > merit(*best)) best = made;
      free[best->host] = best->finish;
      chosen.emplace_back(best->finish - time(estimated_, best->task, best->host), *best);
      std::erase(ready, best->task);
    }
    std::ranges::stable_sort(chosen, {}, [](const auto& one) { return one.first; });
    for (const auto& [start, made] : chosen)
      if (tasks_[made.task].host != k_none) std::erase(queues_[tasks_[made.task].host], made.task);
    for (const auto& [start, made] : chosen) put(made.task, made.host, now);
    placed_ += static_cast<int>(chosen.size());
  }

  const Platform& mesh_;
  const TaskGraph& estimated_;
  const TaskGraph& realized_;
  std::string_view rule_;
  double takes_;  // s
  std::vector<State> tasks_;
  std::vector<std::vector<int>> queues_;  // by host: decided, not started
  std::vector<int> running_;              // by host: the last that started
  int decisions_ = 0, placed_ = 0, sent_again_ = 0;
};

}  // namespace palio::test
