#include "strategies/ptg/moldable/online_list.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.h"
#include "strategies/ptg/list_mapping.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

enum class ReadyOrder { fifo, processors, area, length };  // as k_ready_orders

ReadyOrder ready_order(std::string_view name) {
  const auto found = std::ranges::find(k_ready_orders, name);
  if (found == k_ready_orders.end()) throw InternalError("a priority was not resolved");
  return static_cast<ReadyOrder>(found - k_ready_orders.begin());
}

struct Waiting {
  int task = 0;
  double since = 0;     // s
  int wanted = 0;       // processors before the cap
  int processors = 0;   // with it
  double duration = 0;  // s, on these
  double key = 0;       // smallest first
};

class OnlineList {
public:
  OnlineList(const Platform& platform, const Workload& workload, MoldableRule rule, ReadyOrder order)
      : graph_(workload.applications.front().graph),
        speed_(platform.clusters.front().speed),
        order_(order),
        now_(workload.applications.front().release_date),
        allocation_(rule, graph_.speedup_law(), processor_count(platform)),
        freed_(static_cast<std::size_t>(processor_count(platform)), k_before),
        placements_(graph_.tasks().size()) {
    for (int task = 0; task < graph_.task_count(); ++task)
      missing_parents_.push_back(static_cast<int>(graph_.in_edges(task).size()));
    const std::vector<double> free_from = free_dates(platform, workload);
    for (int processor = 0; processor < static_cast<int>(free_from.size()); ++processor)
      if (free_from[processor] > now_)
        running_.emplace(free_from[processor], graph_.task_count() + processor);
      else
        free_.push_back(processor);
    for (const Inflow& data : inflows_of(workload, 0))
      if (data.sent > now_) {
        ++missing_parents_[data.task];
        running_.emplace(data.sent, k_sender - data.task);
      }
  }

  std::vector<Placement> run() {
    for (int task = 0; task < graph_.task_count(); ++task)
      if (missing_parents_[task] == 0) meet(task);
    start_what_fits();
    while (!running_.empty()) {
      now_ = running_.top().first;
      while (!running_.empty() && running_.top().first == now_) end(running_.top().second);
      start_what_fits();
    }
    return std::move(placements_);
  }

private:
  static bool goes_before(const Waiting& a, const Waiting& b) {
    return std::tie(a.key, a.task) < std::tie(b.key, b.task);
  }

  // A task becomes known.
  void meet(int task) {
    const int cap = allocation_.cap();
    Waiting waiting{.task = task, .since = now_, .wanted = allocation_.wanted(graph_.task(task))};
    if (allocation_.cap() != cap) {
      for (Waiting& earlier : waiting_) allocate(earlier);
      std::ranges::sort(waiting_, goes_before);
    }
    allocate(waiting);
    waiting_.insert(std::ranges::upper_bound(waiting_, waiting, goes_before), waiting);
  }

  void allocate(Waiting& waiting) {
    waiting.processors = std::min(waiting.wanted, allocation_.cap());
    waiting.duration = execution_time(graph_.task(waiting.task), waiting.processors, speed_);
    waiting.key = key_of(waiting);
    least_waiting_ = std::min(least_waiting_, waiting.processors);
  }

  double key_of(const Waiting& waiting) const {
    switch (order_) {
      case ReadyOrder::fifo: return waiting.since;
      case ReadyOrder::processors: return -waiting.processors;
      case ReadyOrder::area: return -waiting.duration * waiting.processors;
      case ReadyOrder::length: return -waiting.duration;
    }
    throw InternalError("an unknown priority");
  }

  void start_what_fits() {
    if (std::ssize(free_) < least_waiting_) return;
    least_waiting_ = k_none;
    auto stays = waiting_.begin();
    for (const Waiting& waiting : waiting_) {
      if (waiting.processors <= std::ssize(free_)) {
        start(waiting);
      } else {
        least_waiting_ = std::min(least_waiting_, waiting.processors);
        *stays++ = waiting;
      }
    }
    waiting_.erase(stays, waiting_.end());
  }

  void start(const Waiting& waiting) {
    const auto first = free_.end() - waiting.processors;
    const double finish = now_ + waiting.duration;
    // A lower cap lets a task start that its parents and processors do not hold back.
    const bool is_late =
        waiting.since < now_ && std::none_of(first, free_.end(), [&](int p) { return freed_[p] == now_; });
    placements_[waiting.task] = {0, {first, free_.end()}, now_, finish, is_late ? now_ : 0};
    free_.erase(first, free_.end());
    running_.emplace(finish, waiting.task);
  }

  void end(int task) {
    running_.pop();
    if (task <= k_sender) return inform(k_sender - task);
    if (task >= graph_.task_count()) {
      const int processor = task - graph_.task_count();
      free_.insert(std::ranges::upper_bound(free_, processor), processor);
      freed_[processor] = now_;
      return;
    }
    const std::vector<int>& processors = placements_[task].processors;
    const auto before = free_.insert(free_.end(), processors.begin(), processors.end());
    std::ranges::inplace_merge(free_, before);
    for (const int processor : processors) freed_[processor] = now_;
    for (const Edge& edge : graph_.out_edges(task)) inform(edge.to);
  }

  // A parent has ended.
  void inform(int task) {
    if (--missing_parents_[task] == 0) meet(task);
  }

  static constexpr int k_none = Speedup::k_any_number;
  static constexpr int k_sender = -1;
  static constexpr double k_before = -1;

  const TaskGraph& graph_;
  double speed_;  // flop/s
  ReadyOrder order_;
  double now_;  // s
  MoldableAllocation allocation_;
  std::vector<int> free_;      // processors, ascending
  std::vector<double> freed_;  // by processor, the last time, s
  std::vector<int> missing_parents_;
  std::vector<Waiting> waiting_;  // in their order
  int least_waiting_ = k_none;    // no task that waits has fewer processors
  // Finish (s) and task; of what ran before, the number of tasks + a processor, or k_sender - a task that waits for it.
  using Running = std::pair<double, int>;
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
  std::vector<Placement> placements_;
};

}  // namespace

SchedulingResult schedule_moldable(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   MoldableRule rule) {
  OnlineList list(platform, workload, rule, ready_order(text_of(parameters, k_priority.name)));
  return {{{list.run()}}, {}};
}

}  // namespace palio
