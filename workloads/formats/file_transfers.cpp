#include "workloads/formats/file_transfers.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/error.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

constexpr std::size_t k_most_pairs = 2'000'000;  // of writers and readers of files with more than one writer

bool by_ends(const Edge& a, const Edge& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); }

// Sums the bytes of edges between the same two tasks, in the order in which they were added.
void unite_twins(std::vector<Edge>& edges) {
  std::ranges::stable_sort(edges, by_ends);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    if (edges[i].from == edges[kept].from && edges[i].to == edges[kept].to)
      edges[kept].bytes += edges[i].bytes;
    else
      edges[++kept] = edges[i];
  }
  if (!edges.empty()) edges.resize(kept + 1);
}

}  // namespace

void FileTransfers::fail(std::size_t where, const std::string& problem) const {
  fail_(where, problem);
  throw InternalError("a reader went on after what it should refuse: " + problem);
}

void FileTransfers::refuse_many(std::size_t count, std::size_t where) const {
  if (count >= k_most_workflow_references)
    fail(where, fmt::format("there are more than {} dependencies or files of tasks", k_most_workflow_references));
}

int FileTransfers::name_number(std::string_view name) {
  const auto [entry, is_new] = name_numbers_.try_emplace(std::string(name), static_cast<int>(names_.size()));
  if (is_new) names_.emplace_back();
  return entry->second;
}

int FileTransfers::file_number(std::string_view file) {
  const auto [entry, is_new] = file_numbers_.try_emplace(std::string(file), static_cast<int>(sizes_.size()));
  if (is_new) sizes_.push_back(-1);
  return entry->second;
}

int FileTransfers::add_task(std::string_view id, std::size_t where) {
  const auto number = static_cast<int>(tasks_.size());
  Name& name = names_[name_number(id)];
  if (id.empty()) fail(where, "a task has an empty identity");
  if (tasks_.size() >= k_most_workflow_tasks)
    fail(where, fmt::format("there are more than {} tasks", k_most_workflow_tasks));
  if (name.task != k_none) fail(where, fmt::format("the task \"{}\" is given twice", id));
  name.task = number;
  tasks_.push_back({.where = where});
  ids_.emplace_back(id);
  return number;
}

void FileTransfers::add_name(int task, std::string_view name) {
  Name& entry = names_[name_number(name)];
  entry.is_shared = entry.is_shared || (entry.other != k_none && entry.other != task);
  entry.other = task;
}

double FileTransfers::not_negative(std::string_view what, double number, std::string_view typed, std::size_t where) {
  if (number >= 0) return number;
  if (!mending_.mends(fmt::format("negative {}, read as 0", what)))
    fail(where, fmt::format("{} must be a number that is not negative; {}", typed, k_lenient_hint));
  return 0;
}

void FileTransfers::set_seconds(std::string_view id, double seconds, std::size_t where, std::optional<double> alpha) {
  refuse_many(runtimes_.size(), where);
  runtimes_.push_back({name_number(id), seconds, alpha, static_cast<std::uint32_t>(where)});
}

void FileTransfers::add_dependency(std::string_view parent, std::string_view child, std::size_t where) {
  refuse_many(dependencies_.size(), where);
  dependencies_.push_back({name_number(parent), name_number(child), static_cast<std::uint32_t>(where)});
}

void FileTransfers::set_size(std::string_view file, double bytes, std::size_t where) {
  refuse_many(sizes_.size(), where);
  double& known = sizes_[file_number(file)];
  if (known >= 0) fail(where, fmt::format("the file \"{}\" is given twice", file));
  known = bytes;
}

void FileTransfers::add_reader(int task, std::string_view file, std::size_t where) {
  refuse_many(readings_.size(), where);
  readings_.push_back({file_number(file), task, static_cast<std::uint32_t>(where)});
}

void FileTransfers::add_writer(int task, std::string_view file, std::optional<double> bytes, std::size_t where) {
  refuse_many(writings_.size(), where);
  writings_.push_back({file_number(file), task, bytes.value_or(-1), static_cast<std::uint32_t>(where)});
}

void FileTransfers::add_use(int task, std::string_view file, std::string_view link, std::optional<double> bytes,
                            std::size_t where) {
  const bool is_both = link == "inout";
  if (is_both || link == "input") add_reader(task, file, where);
  if (is_both || link == "output") add_writer(task, file, bytes, where);
  if (!is_both && link != "input" && link != "output" && link != "checkpoint" && link != "none")
    fail(where, fmt::format("the task \"{}\" uses the file \"{}\" as \"{}\", must be input, output, inout, checkpoint "
                            "or none",
                            ids_[task], file, link));
}

// Only for messages: it is a linear search.
const std::string& FileTransfers::text_of_name(int name) const {
  return std::ranges::find_if(name_numbers_, [&](const auto& entry) { return entry.second == name; })->first;
}

int FileTransfers::task_named(int name, std::size_t where) const {
  const auto& [task, other, is_shared] = names_[name];
  if (task != k_none) return task;
  if (is_shared) fail(where, fmt::format("\"{}\" is the name of several tasks", text_of_name(name)));
  if (other == k_none) fail(where, fmt::format("\"{}\" is not a task", text_of_name(name)));
  return other;
}

void FileTransfers::settle_seconds() {
  for (const auto& [id, seconds, alpha, where] : runtimes_) {
    Task& task = tasks_[task_named(id, where)];
    if (task.seconds >= 0) fail(where, fmt::format("the task \"{}\" has two runtimes", text_of_name(id)));
    task.seconds = seconds;
    task.alpha = alpha;
  }
}

std::vector<Edge> FileTransfers::listed_dependencies() const {
  std::vector<Edge> edges;
  for (const auto& [parent, child, where] : dependencies_)
    edges.push_back({task_named(parent, where), task_named(child, where), 0});
  unite_twins(edges);
  return edges;
}

// By file and task; a file that a task names twice is read or written once.
void FileTransfers::sort_uses() {
  const auto by_use = [](const auto& a, const auto& b) { return std::tie(a.file, a.task) < std::tie(b.file, b.task); };
  const auto same_use = [](const auto& a, const auto& b) { return a.file == b.file && a.task == b.task; };
  const auto same_writing = [&](const Writing& a, const Writing& b) { return same_use(a, b) && a.bytes == b.bytes; };
  std::ranges::stable_sort(writings_, by_use);
  writings_.erase(std::unique(writings_.begin(), writings_.end(), same_writing), writings_.end());
  if (const auto twin = std::ranges::adjacent_find(writings_, same_use); twin != writings_.end())
    fail((twin + 1)->where, fmt::format("the task \"{}\" writes a file in two sizes", ids_[twin->task]));
  std::ranges::stable_sort(readings_, by_use);
  readings_.erase(std::unique(readings_.begin(), readings_.end(), same_use), readings_.end());
}

double FileTransfers::bytes_of(const Writing& writing, const Reading& reading) {
  const double bytes = writing.bytes < 0 ? sizes_[writing.file] : writing.bytes;
  if (bytes >= 0) return bytes;
  if (mended_files_.insert(writing.file).second && !mending_.mends("files without a size, read as 0 byte"))
    fail(reading.where,
         fmt::format("a file that the task \"{}\" writes has no size; {}", ids_[writing.task], k_lenient_hint));
  return 0;
}

// The first `listed` edges are the listed dependencies, sorted.
void FileTransfers::add_data(std::vector<Edge>& edges, std::size_t listed, std::span<const Writing> writings,
                             const Reading& reading) {
  bool has_source = writings.empty();
  for (const Writing& writing : writings) {
    if (writing.task == reading.task) {
      has_source = true;
      continue;
    }
    const Edge edge{writing.task, reading.task, bytes_of(writing, reading)};
    const auto dependencies = std::span(edges).first(listed);
    if (writings.size() > 1 && !std::ranges::binary_search(dependencies, edge, by_ends)) continue;
    has_source = true;
    refuse_many(edges.size() - listed, reading.where);
    edges.push_back(edge);
  }
  if (!has_source)
    fail(reading.where, fmt::format("the task \"{}\" reads a file that {} tasks write, and depends on none of them",
                                    ids_[reading.task], writings.size()));
}

std::vector<Edge> FileTransfers::edges() {
  std::vector<Edge> edges = listed_dependencies();
  const std::size_t listed = edges.size();
  sort_uses();
  std::size_t pairs = 0;
  for (const Reading& reading : readings_) {
    // Not std::ranges::equal_range, whose subrange clang 14 cannot read.
    const auto first = std::ranges::lower_bound(writings_, reading.file, {}, &Writing::file);
    const auto last = std::ranges::upper_bound(first, writings_.end(), reading.file, {}, &Writing::file);
    const std::span<const Writing> writings(first, last);
    if (writings.size() > 1) pairs += writings.size();
    if (pairs > k_most_pairs)
      fail(reading.where,
           fmt::format("files of several writers have more than {} pairs of a writer and a reader", k_most_pairs));
    add_data(edges, listed, writings, reading);
  }
  unite_twins(edges);
  return edges;
}

// With numbers of tasks that count no transfer.
std::vector<Edge> FileTransfers::without_transfers(const std::vector<Edge>& edges) const {
  std::vector<int> numbers, before(tasks_.size(), k_none), after(tasks_.size(), k_none);
  const auto is_transfer = [&](int task) { return tasks_[task].carries >= 0; };
  const auto take = [&](int transfer, int& end, int task) {
    if (end != k_none || is_transfer(task))
      fail(tasks_[transfer].where, fmt::format("the transfer \"{}\" is not from one task to one task", ids_[transfer]));
    end = task;
  };
  for (int task = 0, next = 0; task < static_cast<int>(tasks_.size()); ++task)
    numbers.push_back(is_transfer(task) ? k_none : next++);
  std::vector<Edge> kept;
  for (const Edge& edge : edges) {
    if (is_transfer(edge.from)) take(edge.from, after[edge.from], edge.to);
    if (is_transfer(edge.to)) take(edge.to, before[edge.to], edge.from);
    if (!is_transfer(edge.from) && !is_transfer(edge.to))
      kept.push_back({numbers[edge.from], numbers[edge.to], edge.bytes});
  }
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i].carries < 0) continue;
    if (before[i] == k_none || after[i] == k_none)
      fail(tasks_[i].where, fmt::format("the transfer \"{}\" is not from one task to one task", ids_[i]));
    kept.push_back({numbers[before[i]], numbers[after[i]], tasks_[i].carries});
  }
  unite_twins(kept);
  return kept;
}

DescribedWorkload FileTransfers::build(std::string name) {
  settle_seconds();
  DescribedApplication application{.name = std::move(name), .tasks = {}, .edges = without_transfers(edges())};
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const auto& [where, seconds, carries, alpha] = tasks_[i];
    if (carries >= 0) continue;
    if (seconds < 0) fail(where, fmt::format("the task \"{}\" has no runtime", ids_[i]));
    application.tasks.push_back({ids_[i], seconds, WorkUnit::seconds, alpha});
  }
  return {.applications = {std::move(application)}, .mended = mending_.counts()};
}

void FileTransfers::check(const DescribedApplication& graph, std::size_t otherwise) const {
  check_graph(graph, [&](int number, const std::string& problem) {
    for (const Task& task : tasks_)
      if (task.carries < 0 && number-- == 0) fail(task.where, problem);
    fail(otherwise, problem);
  });
}

}  // namespace palio
