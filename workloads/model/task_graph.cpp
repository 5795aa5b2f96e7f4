#include "workloads/model/task_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include "core/error.h"
#include "workloads/model/graph_error.h"

namespace palio {
namespace {

// How messages name a task: by its name, or by its number if it has none.
std::string title(std::span<const Task> tasks, int id) {
  const std::string& name = tasks[id].name;
  return name.empty() ? fmt::format("task {}", id) : fmt::format("task \"{}\"", name);
}

// first[id] is the index of the task's first edge, first[id + 1] the index after its last.
std::vector<std::size_t> first_edges(std::span<const Edge> sorted, std::size_t task_count, int Edge::*end) {
  std::vector<std::size_t> first(task_count + 1, 0);
  for (const Edge& edge : sorted) ++first[edge.*end + 1];
  for (std::size_t id = 0; id < task_count; ++id) first[id + 1] += first[id];
  return first;
}

// Sorted by this end; edges with the same one keep their order. A sort by comparison takes longer than to draw a graph.
std::vector<Edge> sorted_by(int Edge::*end, std::span<const Edge> edges, std::size_t task_count) {
  std::vector<std::size_t> next = first_edges(edges, task_count, end);
  std::vector<Edge> sorted(edges.size());
  for (const Edge& edge : edges) sorted[next[edge.*end]++] = edge;
  return sorted;
}

std::span<const Edge> slice(std::span<const Edge> edges, std::span<const std::size_t> first, int id) {
  return edges.subspan(first[id], first[id + 1] - first[id]);
}

// A cycle among the tasks that could not be sorted, in the direction of its edges. Each has a parent among them, so a
// walk from parent to parent comes back to a task visited before.
std::vector<int> find_cycle(const TaskGraph& graph, std::span<const int> missing_parents) {
  const auto is_left = [&](int id) { return missing_parents[id] > 0; };
  int task = 0;
  while (!is_left(task)) ++task;
  std::vector<int> walk;
  auto met = walk.end();
  while ((met = std::ranges::find(walk, task)) == walk.end()) {
    walk.push_back(task);
    const std::span<const Edge> edges = graph.in_edges(task);
    task = std::ranges::find_if(edges, is_left, &Edge::from)->from;
  }
  std::vector<int> cycle(met, walk.end());
  std::ranges::reverse(cycle);
  return cycle;
}

[[noreturn]] void throw_cycle(std::span<const Task> tasks, const std::vector<int>& cycle) {
  constexpr std::size_t k_shown = 8;
  std::vector<std::string> names;
  for (const int id : cycle) {
    if (names.size() == k_shown) break;
    names.push_back(title(tasks, id));
  }
  names.push_back(cycle.size() > k_shown ? fmt::format("... ({} tasks)", cycle.size()) : names.front());
  throw GraphError(cycle.front(), fmt::format("the task graph has a cycle: {}", fmt::join(names, " -> ")));
}

void check_speedup(const std::vector<Task>& tasks, int id) {
  const Speedup& speedup = tasks[id].speedup;
  const SpeedupParameters has = parameters_of(speedup.law);
  const auto check = [&](std::string_view name, auto value, bool in_range, std::string_view range) {
    if (!in_range) throw UserError("{} of {} is {}, must be {}", name, title(tasks, id), value, range);
  };
  const auto refuse = [&](std::string_view name, bool is_refused) {
    if (is_refused)
      throw UserError("{} of {} is given, but the speed-up law {} has none", name, title(tasks, id),
                      k_speedup_laws.at(static_cast<std::size_t>(speedup.law)));
  };
  check("max_processors", speedup.max_processors, speedup.max_processors >= 1, "at least 1");
  check("overhead", speedup.overhead, speedup.overhead >= 0 && std::isfinite(speedup.overhead),
        "finite and not negative");
  check("exponent", speedup.exponent, speedup.exponent >= 0 && speedup.exponent <= 1, "from 0 to 1");
  refuse("alpha", !has.alpha && tasks[id].alpha != 0);
  refuse("max_processors", !has.max_processors && speedup.max_processors != Speedup::k_any_number);
  refuse("overhead", !has.overhead && speedup.overhead != 0);
  refuse("exponent", !has.exponent && speedup.exponent != 0);
}

void check_task(const std::vector<Task>& tasks, int id) {
  const auto& [flop, alpha, name, times, speedup, processor] = tasks[id];
  if (times.size() != tasks.front().times.size())
    throw UserError("{} has {} times, but {} has {}", title(tasks, id), times.size(), title(tasks, 0),
                    tasks.front().times.size());
  for (const double time : times)
    if (!(time > 0 && std::isfinite(time)))
      throw UserError("a time of {} is {} s, must be positive and finite", title(tasks, id), time);
  if (times.empty() && !(flop > 0 && std::isfinite(flop)))  // also refuses NaN
    throw UserError("flop of {} is {}, must be positive and finite", title(tasks, id), flop);
  if (!(alpha >= 0 && alpha <= 1)) throw UserError("alpha of {} is {}, must be from 0 to 1", title(tasks, id), alpha);
  check_speedup(tasks, id);
}

void check_edge(const Edge& edge, const std::vector<Task>& tasks) {
  const int count = static_cast<int>(tasks.size());
  for (const int id : {edge.from, edge.to})
    if (id < 0 || id >= count)
      throw UserError("edge {} -> {}: there is no task {}, tasks are 0 to {}", edge.from, edge.to, id, count - 1);
  if (!(edge.bytes >= 0 && std::isfinite(edge.bytes)))
    throw UserError("bytes of the edge from {} to {} are {}, must be finite and not negative", title(tasks, edge.from),
                    title(tasks, edge.to), edge.bytes);
}

}  // namespace

SpeedupParameters parameters_of(SpeedupLaw law) {
  switch (law) {
    case SpeedupLaw::amdahl: return {.alpha = true};
    case SpeedupLaw::roofline: return {.max_processors = true};
    case SpeedupLaw::communication: return {.overhead = true};
    case SpeedupLaw::general: return {.alpha = true, .max_processors = true, .overhead = true};
    case SpeedupLaw::powercom: return {.overhead = true, .exponent = true};
  }
  throw InternalError("an unknown speed-up law");
}

TaskGraph::TaskGraph(std::vector<Task> tasks, std::vector<Edge> edges)
    : tasks_(std::move(tasks)), edges_(std::move(edges)) {
  check();
  link();
  sort_topologically();
  find_levels();
}

TaskGraph TaskGraph::part(std::span<const int> kept) const {
  if (kept.size() == tasks_.size()) return *this;
  constexpr int k_none = -1;
  TaskGraph part;
  std::vector<int> number(tasks_.size(), k_none);
  part.tasks_.reserve(kept.size());
  for (const int task : kept) {
    number[task] = static_cast<int>(part.tasks_.size());
    part.tasks_.push_back(tasks_[task]);
  }
  const auto keep = [&](const std::vector<Edge>& edges, int Edge::*end, std::vector<Edge>& keeping) {
    keeping.reserve(edges.size());
    for (const Edge& edge : edges)
      if (number[edge.from] != k_none && number[edge.to] != k_none)
        keeping.push_back({number[edge.from], number[edge.to], edge.bytes});
    return first_edges(keeping, kept.size(), end);
  };
  part.first_out_ = keep(edges_, &Edge::from, part.edges_);
  part.first_in_ = keep(in_edges_, &Edge::to, part.in_edges_);
  part.moves_data_ = std::ranges::any_of(part.edges_, [](const Edge& edge) { return edge.bytes > 0; });
  part.sort_topologically();
  part.find_levels();
  return part;
}

void TaskGraph::scale(const TaskGraph& other, std::span<const double> of_tasks, std::span<const double> of_edges) {
  if (other.tasks_.size() != tasks_.size() || other.edges_.size() != edges_.size())
    throw InternalError("a graph of {} tasks is scaled like one of {}", tasks_.size(), other.tasks_.size());
  for (std::size_t id = 0; id < of_tasks.size(); ++id) {
    tasks_[id].flop = other.tasks_[id].flop * of_tasks[id];
    for (std::size_t i = 0; i < tasks_[id].times.size(); ++i)
      tasks_[id].times[i] = other.tasks_[id].times[i] * of_tasks[id];
  }
  if (of_edges.empty()) return;
  moves_data_ = other.moves_data_;
  std::vector<std::size_t> next(first_in_.begin(), first_in_.end() - 1);  // by task: its next edge in in_edges_
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    edges_[i].bytes = other.edges_[i].bytes * of_edges[i];
    in_edges_[next[edges_[i].to]++].bytes = edges_[i].bytes;
  }
}

std::span<const Edge> TaskGraph::in_edges(int id) const { return slice(in_edges_, first_in_, id); }

std::span<const Edge> TaskGraph::out_edges(int id) const { return slice(edges_, first_out_, id); }

int TaskGraph::level_count() const { return *std::ranges::max_element(level_) + 1; }

SpeedupLaw TaskGraph::speedup_law() const {
  SpeedupLaw law = tasks_.front().speedup.law;
  for (const Task& task : tasks_) {
    if (task.speedup.law == SpeedupLaw::powercom) return SpeedupLaw::powercom;
    if (task.speedup.law != law) law = SpeedupLaw::general;
  }
  return law;
}

double TaskGraph::total_flop() const {
  double total = 0;
  for (const Task& task : tasks_) total += task.flop;
  return total;
}

void TaskGraph::check() const {
  if (tasks_.empty()) throw UserError("the task graph has no task");
  for (int id = 0; id < task_count(); ++id) try {
      check_task(tasks_, id);
    } catch (const UserError& error) {
      throw GraphError(id, error.what());
    }
  for (const Edge& edge : edges_) check_edge(edge, tasks_);
}

void TaskGraph::link() {
  if (!std::ranges::is_sorted(edges_, {}, &Edge::to)) edges_ = sorted_by(&Edge::to, edges_, tasks_.size());
  edges_ = sorted_by(&Edge::from, edges_, tasks_.size());
  const auto twin =
      std::ranges::adjacent_find(edges_, [](const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; });
  if (twin != edges_.end())
    throw GraphError(
        twin->to, fmt::format("there are two edges from {} to {}", title(tasks_, twin->from), title(tasks_, twin->to)));
  moves_data_ = std::ranges::any_of(edges_, [](const Edge& edge) { return edge.bytes > 0; });
  in_edges_ = sorted_by(&Edge::to, edges_, tasks_.size());
  first_out_ = first_edges(edges_, tasks_.size(), &Edge::from);
  first_in_ = first_edges(in_edges_, tasks_.size(), &Edge::to);
}

void TaskGraph::sort_topologically() {
  std::vector<int> missing_parents(tasks_.size());
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;  // lowest id on top
  for (int id = 0; id < task_count(); ++id) {
    missing_parents[id] = static_cast<int>(in_edges(id).size());
    if (in_edges(id).empty()) ready.push(id);
  }
  topological_position_.resize(tasks_.size());
  topological_order_.reserve(tasks_.size());
  while (!ready.empty()) {
    const int id = ready.top();
    ready.pop();
    topological_position_[id] = static_cast<int>(topological_order_.size());
    topological_order_.push_back(id);
    for (const Edge& edge : out_edges(id))
      if (--missing_parents[edge.to] == 0) ready.push(edge.to);
  }
  if (topological_order_.size() != tasks_.size()) throw_cycle(tasks_, find_cycle(*this, missing_parents));
}

void TaskGraph::find_levels() {
  level_.assign(tasks_.size(), 0);
  for (const int id : topological_order_)
    for (const Edge& edge : in_edges(id)) level_[id] = std::max(level_[id], level(edge.from) + 1);
}

int maximal_width(const TaskGraph& graph) {
  std::vector<int> sizes(graph.level_count(), 0);
  for (int id = 0; id < graph.task_count(); ++id) ++sizes[graph.level(id)];
  return *std::ranges::max_element(sizes);
}

}  // namespace palio
