#include "runners/engines/translation/activity_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "runners/kinds/least_time.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {

void ActivityGraph::translate(std::span<const double> speeds, const Workload& workload, const Schedule& schedule,
                              Decided decided) {
  workload_ = &workload;
  schedule_ = &schedule;
  speeds_ = speeds;
  is_followed_ = decided == Decided::meanwhile;
  flows_.clear();
  timers_.clear();
  others_.clear();
  precedences_.clear();
  next_successor_.clear();
  moment_activity_.clear();
  latest_.assign(speeds.size(), k_none);
  add_tasks();
  for (int app = 0; app < static_cast<int>(workload.applications.size()); ++app)
    if (!is_bare(app))
      for (const Edge& edge : workload.applications[app].graph.edges()) add_edge(app, edge);
  add_releases();
  add_dates();
  add_processor_order();
}

// Tasks that have started stay as they are. All others might be on other processors now, or behind other tasks.
void ActivityGraph::follow(std::span<const Dates> dates) {
  dates_ = dates;
  latest_.assign(speeds_.size(), k_none);
  open_.clear();
  for (int id = 0; id < static_cast<int>(tasks_.size()); ++id) {
    if (!is_decided(tasks_[id]) || has_ended(id)) continue;
    if (dates_[id].start == Dates::k_never)
      open_.push_back(id);
    else
      for (const int processor : placement(tasks_[id]).processors) latest_[processor] = id;
  }
  for (const int id : open_) {
    find_work(tasks_[id]);
    valid_from_[id] = static_cast<int>(precedences_.size());
    waits_for_[id] = 0;
  }
  const auto known = static_cast<int>(moment_activity_.size());
  for (const Resent& resent : schedule_->resent)
    if (std::max(resent.leaves, resent.arrives) >= known) send_again(resent);
  add_dates();
  add_processor_order();
  dates_ = {};
}

const Placement& ActivityGraph::placement(const TaskActivity& task) const {
  return schedule_->placements[task.application][task.task];
}

ActivityGraph::Redistribution ActivityGraph::redistribution(std::size_t number) const {
  const Flow& flow = flows_[number];
  const std::vector<Placement>& placements = schedule_->placements[flow.application];
  return {flow.application, flow.edge, &placements[flow.edge->from],
          flow.in_vain ? &resent_along(*schedule_, flow.application, *flow.edge)->first : &placements[flow.edge->to]};
}

std::optional<Ending> ActivityGraph::ending(std::size_t number) const {
  const auto [kind, among] = activity(number);
  if (kind == Kind::task) return Ending{tasks_[among].application, tasks_[among].task};
  if (kind == Kind::timer && timers_[among].moment != k_none) return Ending{k_none, timers_[among].moment};
  return std::nullopt;
}

void ActivityGraph::add_tasks() {
  first_task_.clear();
  bare_.clear();
  tasks_.clear();
  for (std::size_t app = 0; app < workload_->applications.size(); ++app) {
    const TaskGraph& graph = workload_->applications[app].graph;
    first_task_.push_back(static_cast<int>(tasks_.size()));
    bool all_decided = true;
    for (int id = 0; id < graph.task_count(); ++id) {
      find_work(tasks_.emplace_back(TaskActivity{static_cast<int>(app), id}));
      all_decided = all_decided && is_decided(tasks_.back());
    }
    const bool moves = graph.moves_data() || !schedule_->resent.empty();
    bare_.push_back(is_followed_ || (!moves && all_decided) ? 1 : 0);
  }
  waits_for_.assign(tasks_.size(), 0);
  data_left_.assign(tasks_.size(), 0);
  first_successor_.assign(tasks_.size(), k_none);
  first_flow_.assign(tasks_.size(), k_none);
  valid_from_.assign(tasks_.size(), 0);
  open_.clear();
  for (int id = 0; id < static_cast<int>(tasks_.size()); ++id) {
    if (is_decided(tasks_[id]))
      open_.push_back(id);
    else
      waits_for_[id] = 1;  // for a decision
    if (is_bare(tasks_[id].application))
      data_left_[id] = static_cast<int>(graph_of(tasks_[id]).in_edges(tasks_[id].task).size());
  }
}

void ActivityGraph::find_work(TaskActivity& activity) const {
  if (!is_decided(activity)) return;
  const Placement& placed = placement(activity);
  const Task& task = graph_of(activity).task(activity.task);
  activity.processor = placed.processors.front();
  const double flop = task.times.empty() ? task.flop : task.times[placed.cluster] * speeds_[activity.processor];
  activity.flop = flop * time_factor(task, static_cast<int>(placed.processors.size()));
}

// Data that were sent again come without contention, at a date: the first transfer goes on as if nothing had changed.
void ActivityGraph::add_edge(int app, const Edge& edge) {
  const int before = number(app, edge.from), after = number(app, edge.to);
  if (!is_decided(tasks_[before]) || !is_decided(tasks_[after])) return;
  const Resent* resent = resent_along(*schedule_, app, edge);
  const bool stays = resent == nullptr || !resent->is_moved();
  const bool moves =
      needs_transfer(edge, placement(tasks_[before]), resent == nullptr ? placement(tasks_[after]) : resent->first);
  if (!stays || !moves) precede(before, after, Why::data);
  if (!moves) return;
  const int flow = add_flow(app, edge, !stays);
  precede(before, flow, Why::data);
  if (stays) precede(flow, after, Why::data);
  if (resent != nullptr && resent->leaves != k_none) flow_waits_.emplace_back(resent->leaves, flow);
}

// The activity of the redistribution along an edge to a task.
int ActivityGraph::flow_along(int to, const Edge& edge) const {
  int flow = first_flow_[to];
  while (flow != k_none && flows_[flow].edge->from != edge.from) flow = flows_[flow].next;
  return flow == k_none ? k_none : flows_[flow].activity;
}

// Its activity.
int ActivityGraph::add_flow(int app, const Edge& edge, bool in_vain) {
  const auto flow = static_cast<int>(flows_.size());
  const int activity = add_activity(flow);
  int& first = first_flow_[number(app, edge.to)];
  flows_.push_back({app, &edge, activity, std::exchange(first, flow), in_vain});
  return activity;
}

// Along the edge of a sender that ends. Data for a task without a place wait for the decision on it.
ActivityGraph::Sent ActivityGraph::send(int app, const Edge& edge) {
  const int after = number(app, edge.to);
  if (edge.bytes == 0) return {after};
  if (!is_decided(tasks_[after])) return {};
  const Resent* resent = resent_along(*schedule_, app, edge);
  const std::vector<Placement>& placements = schedule_->placements[app];
  if (!needs_transfer(edge, placements[edge.from], resent == nullptr ? placements[edge.to] : resent->first))
    return {after};
  if (const int flow = flow_along(after, edge); flow != k_none) return {k_none, flow};
  const bool in_vain = resent != nullptr && resent->is_moved();
  const int flow = add_flow(app, edge, in_vain);
  waits_for_[flow] = 1;
  return {in_vain ? after : k_none, flow};
}

// The task that data of a redistribution arrive for; none: they moved in vain, or it is none.
int ActivityGraph::receiver_of(std::size_t number) const {
  const auto [kind, among] = activity(number);
  if (kind != Kind::redistribution || flows_[among].in_vain) return k_none;
  return receiver_and_sender(flows_[among]).first;
}

// What a decision means for data whose sender has ended, or ends now: they leave for the first time, or once more.
void ActivityGraph::send_again(const Resent& resent) {
  const int before = number(resent.application, resent.from), after = number(resent.application, resent.to);
  const auto edges = graph_of(tasks_[after]).in_edges(resent.to);
  const Edge& edge = *std::ranges::find(edges, resent.from, &Edge::from);
  const int flow = flow_along(after, edge);
  if (resent.is_moved()) {
    if (flow == k_none) return;
    if (receiver_of(static_cast<std::size_t>(flow)) != k_none && !has_ended(flow)) --data_left_[after];
    flows_[activity(static_cast<std::size_t>(flow)).number].in_vain = true;
  } else if (needs_transfer(edge, placement(tasks_[before]), resent.first)) {
    const int first = add_flow(resent.application, edge, false);
    waits_for_[first] = has_ended(before) ? 0 : 1;
    flow_waits_.emplace_back(resent.leaves, first);
  } else if (has_ended(before)) {
    --data_left_[after];
  }
}

int ActivityGraph::add_activity(int other) {
  others_.push_back(other);
  waits_for_.push_back(0);
  first_successor_.push_back(k_none);
  return static_cast<int>(size()) - 1;
}

int ActivityGraph::add_timer(double seconds, int moment) {
  timers_.push_back({seconds, moment});
  return add_activity(~(static_cast<int>(timers_.size()) - 1));
}

// Of what was not decided on during the execution.
void ActivityGraph::add_releases() {
  releases_.clear();
  for (const int id : open_) {
    const TaskActivity& task = tasks_[id];
    if (placement(task).moment != k_none) continue;
    const double date =
        release_of(workload_->applications[task.application], schedule_->placements[task.application], task.task);
    if (date >= k_least_time) releases_.emplace_back(date, id);
  }
  std::ranges::sort(releases_);
  for (const auto& [date, task] : releases_) {
    if (timers_.empty() || timers_.back().seconds < date) add_timer(date, k_none);
    precede(static_cast<int>(size()) - 1, task, Why::date);
  }
}

// What tasks and redistributions wait for besides data and processors.
void ActivityGraph::add_dates() {
  add_moments();
  for (const int id : open_) add_waits(id);
  std::ranges::sort(flow_waits_, {}, [&](const auto& wait) {
    return receiver_and_sender(flows_[activity(static_cast<std::size_t>(wait.second)).number]);
  });
  for (const auto& [moment, flow] : flow_waits_) wait_for(moment, flow);
  flow_waits_.clear();
}

// Those that are new.
void ActivityGraph::add_moments() {
  while (moment_activity_.size() < schedule_->moments.size()) {
    const auto moment = static_cast<int>(moment_activity_.size());
    const auto& [after, delay] = schedule_->moments[moment];
    int activity = after.application != k_none ? number(after.application, after.number)
                   : after.number != k_none    ? moment_activity_[after.number]
                                               : k_none;
    if (delay >= k_least_time) {
      const int timer = add_timer(delay, moment);
      if (activity != k_none) precede(activity, timer, Why::date);
      activity = timer;
    }
    moment_activity_.push_back(activity);
  }
}

void ActivityGraph::wait_for(int moment, int activity) {
  if (const int before = moment_activity_[moment]; before != k_none) precede(before, activity, Why::date);
}

// The moments for which a task waits: the decision on it, unless a parent waits for that one, and the arrival of data.
void ActivityGraph::add_waits(int id) {
  const TaskActivity& task = tasks_[id];
  const int decided = placement(task).moment;
  if (decided == k_none) return;
  const std::vector<Placement>& placements = schedule_->placements[task.application];
  const auto parents = graph_of(task).in_edges(task.task);
  if (std::ranges::none_of(parents, [&](const Edge& edge) { return placements[edge.from].moment == decided; }))
    wait_for(decided, id);
  int known = k_none;
  for (const Edge& edge : parents) {
    if (!dates_.empty() && dates_[number(task.application, edge.from)].start == Dates::k_never) continue;
    const Resent* resent = resent_along(*schedule_, task.application, edge);
    if (resent != nullptr && resent->is_moved() && std::exchange(known, resent->arrives) != resent->arrives)
      wait_for(resent->arrives, id);
  }
}

// Each processor takes its tasks in the order of the schedule: each task waits for the one before it.
void ActivityGraph::add_processor_order() {
  by_start_.clear();
  for (const int id : open_) by_start_.emplace_back(placement(tasks_[id]).order, placement(tasks_[id]).start, id);
  std::ranges::sort(by_start_);
  for (const auto& [order, start, id] : by_start_) {
    int same = k_none;  // the task before it on the processor before: most have the same one
    for (const int processor : placement(tasks_[id]).processors) {
      const int before = std::exchange(latest_[processor], id);
      if (before == same) continue;
      same = before;
      if (before != k_none) precede(before, id, Why::processor);
    }
  }
}

void ActivityGraph::precede(int before, int after, Why why) {
  if (has_ended(before)) return;
  ++waits_for_[after];
  next_successor_.push_back(std::exchange(first_successor_[before], static_cast<int>(precedences_.size())));
  precedences_.push_back({after, why});
}

// As if all that is known by now had been known from the beginning: by why they wait, then by number or by the order on
// processors. Drops what is not valid any more.
void ActivityGraph::put_in_order(std::size_t activity) {
  ordered_.clear();
  for (int i = first_successor_[activity]; i != k_none; i = next_successor_[i]) {
    const auto [kind, among] = this->activity(static_cast<std::size_t>(precedences_[i].after));
    if (kind != Kind::task || i >= valid_from_[among]) ordered_.push_back(i);
  }
  if (ordered_.size() > 1) std::ranges::sort(ordered_, {}, [this](int i) { return rank_of(precedences_[i]); });
  int next = k_none;
  for (const int i : ordered_) next_successor_[i] = std::exchange(next, i);
  first_successor_[activity] = next;
}

std::tuple<ActivityGraph::Why, int, double, int> ActivityGraph::rank_of(const Precedence& precedence) const {
  const auto& [after, why] = precedence;
  const auto [kind, among] = activity(static_cast<std::size_t>(after));
  if (kind == Kind::timer) return {why, 0, 0, after};
  if (kind == Kind::redistribution) {
    const auto [receiver, sender] = receiver_and_sender(flows_[among]);
    return {why, 2, receiver, sender};
  }
  if (why != Why::processor) return {why, 1, 0, after};
  const Placement& placed = placement(tasks_[among]);
  return {why, placed.order, placed.start, after};
}

std::string ActivityGraph::name(std::size_t number) const {
  const auto [kind, among] = activity(number);
  if (kind == Kind::task)
    return fmt::format("task {} of application {}", tasks_[among].task, tasks_[among].application);
  const Flow& flow = flows_[among];
  return fmt::format("redistribution {} to {} of application {}", flow.edge->from, flow.edge->to, flow.application);
}

Execution ActivityGraph::execution(std::span<const Dates> dates) const {
  Execution execution{*schedule_, {}};
  const auto never_runs = [&](std::size_t i) {
    const auto [kind, among] = activity(i);
    return kind == Kind::timer || (kind == Kind::task && !is_decided(tasks_[among]));
  };
  for (std::size_t i = 0; i < size(); ++i)
    if (dates[i].finish == Dates::k_never && !never_runs(i))
      throw Deadlock(fmt::format("{} never finished; the last activity ended at {} s", name(i),
                                 std::max(0.0, std::ranges::max(dates, {}, &Dates::finish).finish)));
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const TaskActivity& task = tasks_[i];
    if (never_runs(i)) continue;
    Placement& placed = execution.schedule.placements[task.application][task.task];
    placed.start = dates[i].start;
    placed.finish = dates[i].finish;
  }
  execution.transfers.reserve(flows_.size());
  for (const Flow& flow : flows_) {
    if (flow.in_vain) continue;
    const Dates& date = dates[flow.activity];
    execution.transfers.push_back({flow.application, flow.edge->from, flow.edge->to, date.start, date.finish});
  }
  for (const Resent& resent : schedule_->resent) {
    const std::vector<Placement>& placements = execution.schedule.placements[resent.application];
    if (resent.is_moved() && placements[resent.from].processors != placements[resent.to].processors)
      execution.transfers.push_back({resent.application, resent.from, resent.to, resent.left, resent.arrival});
  }
  if (is_followed_ || !schedule_->moments.empty())
    std::ranges::sort(execution.transfers, {},
                      [](const Transfer& one) { return std::tuple(one.application, one.from, one.to); });
  return execution;
}

}  // namespace palio
