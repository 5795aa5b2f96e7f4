#include "runners/engines/translation/activity_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runners/kinds/least_time.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {
void ActivityGraph::translate(std::span<const double> speeds, const Workload& workload, const Schedule& schedule) {
  workload_ = &workload;
  schedule_ = &schedule;
  first_task_.clear();
  bare_.clear();
  tasks_.clear();
  redistributions_.clear();
  releases_.clear();
  precedences_.clear();
  by_release_.clear();
  add_tasks(speeds);
  add_edges();
  add_releases();
  add_processor_order(speeds.size());
  find_successors();
}

const Placement& ActivityGraph::placement(const TaskActivity& task) const {
  return schedule_->placements[task.application][task.task];
}

void ActivityGraph::add_tasks(std::span<const double> speeds) {
  for (std::size_t app = 0; app < workload_->applications.size(); ++app) {
    const TaskGraph& graph = workload_->applications[app].graph;
    first_task_.push_back(static_cast<int>(tasks_.size()));
    for (int id = 0; id < graph.task_count(); ++id) {
      const Task& task = graph.task(id);
      const Placement& placed = schedule_->placements[app][id];
      if (!is_decided(app, id)) {
        tasks_.push_back({static_cast<int>(app), id, 0, 0});
        continue;
      }
      const int processor = placed.processors.front();
      const auto n = static_cast<int>(placed.processors.size());
      const double flop = task.times.empty() ? task.flop : task.times[placed.cluster] * speeds[processor];
      tasks_.push_back({static_cast<int>(app), id, processor, flop * time_factor(task, n)});
    }
  }
}

void ActivityGraph::add_edges() {
  for (std::size_t app = 0; app < workload_->applications.size(); ++app) {
    const std::vector<Placement>& placements = schedule_->placements[app];
    const auto decided = [](const Placement& placed) { return placed.cluster >= 0; };
    const bool bare = !workload_->applications[app].graph.moves_data() && schedule_->resent.empty() &&
                      std::ranges::all_of(placements, decided);
    bare_.push_back(bare ? 1 : 0);
    if (is_bare(static_cast<int>(app))) continue;
    for (const Edge& edge : workload_->applications[app].graph.edges()) {
      if (!is_decided(app, edge.from) || !is_decided(app, edge.to)) continue;
      const Placement& source = placements[edge.from];
      const Placement& target = placements[edge.to];
      if (const Resent* resent = resent_along(*schedule_, static_cast<int>(app), edge)) {
        add_resent(app, edge, *resent);
        continue;
      }
      if (edge.bytes == 0 || !needs_transfer(edge, source, target)) {
        precede(number(app, edge.from), number(app, edge.to));
        continue;
      }
      const auto transfer = static_cast<int>(tasks_.size() + redistributions_.size());
      redistributions_.push_back({static_cast<int>(app), &edge, &source, &target});
      precede(number(app, edge.from), transfer);
      precede(transfer, number(app, edge.to));
    }
  }
  direct_ = precedences_.size();
}

// The first transfer goes on as if nothing had changed. A receiver that was moved waits for the sender and, by
// release_of(), for the arrival.
void ActivityGraph::add_resent(std::size_t app, const Edge& edge, const Resent& resent) {
  const Placement& source = schedule_->placements[app][edge.from];
  const bool stays = !resent.is_moved();
  const bool moves = needs_transfer(edge, source, resent.first);
  if (!stays || !moves) precede(number(app, edge.from), number(app, edge.to));
  if (!moves) return;
  const auto transfer = static_cast<int>(tasks_.size() + redistributions_.size());
  redistributions_.push_back({static_cast<int>(app), &edge, &source, &resent.first, !stays});
  precede(number(app, edge.from), transfer);
  if (stays) precede(transfer, number(app, edge.to));
  if (resent.earliest > 0) by_release_.emplace_back(resent.earliest, transfer);
}

// The date before which a task must not start, unless its parents already wait for that date; 0: none.
double ActivityGraph::release_of(std::size_t app, int task) const {
  const Application& application = workload_->applications[app];
  const std::vector<Placement>& placements = schedule_->placements[app];
  const double decided = placements[task].not_before;
  const auto parents = application.graph.in_edges(task);
  double arrived = 0;
  if (!schedule_->resent.empty())
    for (const Edge& edge : parents)
      if (const Resent* resent = resent_along(*schedule_, static_cast<int>(app), edge))
        arrived = std::max(arrived, resent->arrival);
  if (arrived > decided) return arrived;
  if (parents.empty()) return std::max(decided, application.release_date);
  if (decided == 0) return 0;
  const bool parents_wait =
      std::ranges::any_of(parents, [&](const Edge& edge) { return placements[edge.from].not_before >= decided; });
  return parents_wait ? 0 : decided;
}

void ActivityGraph::add_releases() {
  for (std::size_t app = 0; app < workload_->applications.size(); ++app)
    for (int task = 0; task < workload_->applications[app].graph.task_count(); ++task)
      if (const double date = is_decided(app, task) ? release_of(app, task) : 0; date >= k_least_time)
        by_release_.emplace_back(date, number(app, task));
  std::ranges::sort(by_release_);
  for (const auto& [date, task] : by_release_) {
    if (releases_.empty() || releases_.back().date < date) releases_.push_back({date});
    precede(static_cast<int>(size()) - 1, task);
  }
}

// Each processor takes its tasks in the order of the schedule: a control dependency from each task to the next one,
// unless there is an edge already.
void ActivityGraph::add_processor_order(std::size_t processors) {
  const auto tasks = static_cast<int>(tasks_.size());
  find_befores();
  by_start_.clear();
  for (int id = 0; id < tasks; ++id)
    if (placement(tasks_[id]).cluster >= 0) by_start_.emplace_back(placement(tasks_[id]).start, id);
  std::ranges::sort(by_start_);
  latest_.assign(processors, k_none);
  preceded_.assign(tasks_.size(), k_none);
  for (const auto& [start, id] : by_start_) {
    const TaskActivity& task = tasks_[id];
    for (int i = first_before_[id]; i < first_before_[id + 1]; ++i) preceded_[befores_[i]] = id;
    int same = k_none;  // the task before it on the processor before: most have the same one
    for (const int processor : placement(task).processors) {
      const int before = std::exchange(latest_[processor], id);
      if (before == same) continue;
      same = before;
      if (before == k_none || std::exchange(preceded_[before], id) == id || is_bare_edge(before, id)) continue;
      precede(before, id);
    }
  }
}

bool ActivityGraph::is_bare_edge(int before, int after) const {
  const TaskActivity& from = tasks_[before];
  const TaskActivity& to = tasks_[after];
  if (!is_bare(to.application) || from.application != to.application) return false;
  return std::ranges::binary_search(workload_->applications[to.application].graph.in_edges(to.task), from.task, {},
                                    &Edge::from);
}

// The tasks that precede each task directly, sorted by counting: dense graphs have a hundred for each.
void ActivityGraph::find_befores() {
  const auto tasks = static_cast<int>(tasks_.size());
  const std::span direct(precedences_.data(), direct_);
  const auto visit = [&](auto each) {
    for (const auto& [before, after] : direct)
      if (before < tasks && after < tasks) each(before, after);
  };
  first_before_.assign(tasks_.size() + 2, 0);  // shifted by one task until they are placed
  visit([&](int /*before*/, int after) { ++first_before_[after + 2]; });
  std::partial_sum(first_before_.begin(), first_before_.end(), first_before_.begin());
  befores_.resize(first_before_.back());
  visit([&](int before, int after) { befores_[first_before_[after + 1]++] = before; });
}

void ActivityGraph::find_successors() {
  waits_for_.assign(size(), 0);
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    if (placement(tasks_[i]).cluster < 0) waits_for_[i] = 1;  // for a decision
  first_successor_.assign(size(), k_none);
  next_successor_.resize(precedences_.size());
  for (std::size_t i = 0; i < precedences_.size(); ++i) {
    const auto [before, after] = precedences_[i];
    ++waits_for_[after];
    next_successor_[i] = std::exchange(first_successor_[before], static_cast<int>(i));
  }
  for (const TaskActivity& task : tasks_)
    if (is_bare(task.application))
      waits_for_[number(task.application, task.task)] +=
          static_cast<int>(workload_->applications[task.application].graph.in_edges(task.task).size());
}

std::vector<ActivityGraph::Precedence> ActivityGraph::precedences() const {
  std::vector<Precedence> all;
  for (std::size_t app = 0; app < workload_->applications.size(); ++app)
    if (is_bare(static_cast<int>(app)))
      for (const Edge& edge : workload_->applications[app].graph.edges())
        all.push_back({number(app, edge.from), number(app, edge.to)});
  all.insert(all.end(), precedences_.begin(), precedences_.end());
  return all;
}

std::string ActivityGraph::name(std::size_t activity) const {
  if (activity < tasks_.size())
    return fmt::format("task {} of application {}", tasks_[activity].task, tasks_[activity].application);
  const Redistribution& moved = redistributions_[activity - tasks_.size()];
  return fmt::format("redistribution {} to {} of application {}", moved.edge->from, moved.edge->to, moved.application);
}

Execution ActivityGraph::execution(std::span<const Dates> dates, double stopped) const {
  Execution execution{*schedule_, {}};
  const std::size_t dated = tasks_.size() + redistributions_.size();
  const auto never_runs = [&](std::size_t i) { return i < tasks_.size() && placement(tasks_[i]).cluster < 0; };
  for (std::size_t i = 0; i < dated; ++i)
    if (dates[i].finish == Dates::k_never && !never_runs(i))
      throw Deadlock(fmt::format("{} never finished; the simulation stopped at {} s", name(i), stopped));
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const TaskActivity& task = tasks_[i];
    if (never_runs(i)) continue;
    Placement& placed = execution.schedule.placements[task.application][task.task];
    placed.start = dates[i].start;
    placed.finish = dates[i].finish;
  }
  execution.transfers.reserve(redistributions_.size());
  for (std::size_t i = 0; i < redistributions_.size(); ++i) {
    const Redistribution& moved = redistributions_[i];
    if (moved.in_vain) continue;
    const Dates& date = dates[tasks_.size() + i];
    execution.transfers.push_back({moved.application, moved.edge->from, moved.edge->to, date.start, date.finish});
  }
  for (const Resent& resent : schedule_->resent) {
    const std::vector<Placement>& placements = execution.schedule.placements[resent.application];
    if (resent.is_moved() && placements[resent.from].processors != placements[resent.to].processors)
      execution.transfers.push_back({resent.application, resent.from, resent.to, resent.left, resent.arrival});
  }
  return execution;
}

}  // namespace palio
