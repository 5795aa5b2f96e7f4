#include "workloads/formats/attributed_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <unordered_set>

#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

using Names = std::vector<std::string_view>;

// Null: there is none.
const NamedValues::value_type* value_among(const NamedValues& values, const Names& names) {
  for (const std::string_view name : names)
    for (const auto& value : values)
      if (!value.second.empty() && (value.first == name || same_word(value.first, name))) return &value;
  return nullptr;
}

bool is_of_seconds(std::string_view name) {
  return same_word(name, "seconds") || same_word(name, "runtime") || same_word(name, "duration");
}

// By default, and by DOT's name, the known names count.
Names names_or(const std::string& told, Names known) {
  return told == WorkflowReading().work_attribute ? std::move(known) : Names{told};
}

// The name of a number that may be meant; empty: there is none. A column without a name counts rows.
std::string_view other_number(const NamedValues& values) {
  for (const auto& [name, value] : values)
    if (number_in(value) && !name.empty() && name != "id" && name != "key" && name != "alpha" &&
        !same_word(name, "size"))
      return name;
  return {};
}

// "no bytes, data, size", and how another number is read instead.
std::string lack_of(const Names& names, const NamedValues& values, std::string_view parameter) {
  std::string text = fmt::format("no {}", fmt::join(names, ", "));
  const std::string_view other = other_number(values);
  if (other.empty()) return text;
  return text + fmt::format("; the family workflow reads \"{0}\" with {1}={0}", other, parameter);
}

}  // namespace

AttributedGraph::AttributedGraph(const WorkflowReading& reading, Fail fail)
    : work_names_(
          names_or(reading.work_attribute, {"flop", "flops", "work", "seconds", "runtime", "duration", "size"})),
      data_names_(names_or(reading.data_attribute, {"bytes", "data", "size"})),
      fail_(std::move(fail)) {}

void AttributedGraph::add_node(const std::string& name, const NamedValues& values, std::size_t where) {
  const auto fail = [&](const std::string& problem) { fail_(where, problem); };
  if (name.empty()) fail("a task has an empty name");
  if (tasks_.size() == k_most_workflow_tasks) fail(fmt::format("there are more than {} tasks", tasks_.size()));
  if (!numbers_.emplace(name, static_cast<int>(tasks_.size())).second)
    fail(fmt::format("there is another task \"{}\" before this one", name));
  const auto* work = value_among(values, work_names_);
  if (work == nullptr)
    fail(fmt::format("the task \"{}\" has {}", name, lack_of(work_names_, values, "work_attribute")));
  // Tools that draw graphs give nodes a size, too.
  if (work_names_.size() > 1 && same_word(work->first, "size") && !other_number(values).empty())
    fail(fmt::format("the task \"{}\" has {} and {}: call the one that is its work flop or seconds", name, work->first,
                     other_number(values)));
  DescribedTask task{name, amount_in(work->first, work->second, k_any_amount, fail), WorkUnit::flop, {}};
  if (is_of_seconds(work->first)) task.unit = WorkUnit::seconds;
  if (const auto* alpha = value_among(values, {"alpha"})) task.alpha = amount_in("alpha", alpha->second, 1, fail);
  tasks_.push_back(std::move(task));
  tasks_at_.push_back(where);
}

void AttributedGraph::add_edge(std::string from, std::string to, const NamedValues& values, std::size_t where) {
  const auto fail = [&](const std::string& problem) { fail_(where, problem); };
  if (edges_.size() == k_most_workflow_references) fail(fmt::format("there are more than {} edges", edges_.size()));
  NamedEdge edge{std::move(from), std::move(to), 0, where};
  if (const auto* data = value_among(values, data_names_)) {
    has_data_ = true;
    edge.bytes = amount_in(data->first, data->second, k_any_amount, fail);
  } else if (!no_data_) {
    no_data_.emplace(where, lack_of(data_names_, values, "data_attribute"));
  }
  edges_.push_back(std::move(edge));
}

int AttributedGraph::task_named(const std::string& name, std::size_t where) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) fail_(where, fmt::format("the edge names \"{}\", which is not a task", name));
  return found->second;
}

DescribedWorkload AttributedGraph::build(const std::string& name, std::size_t otherwise) {
  // Numbers of another name may be the data, and a name that was told must be somewhere.
  if (!has_data_ && no_data_ && (data_names_.size() == 1 || no_data_->second.find(';') != std::string::npos))
    fail_(no_data_->first, "no edge has" + no_data_->second.substr(2));
  DescribedApplication graph{.name = name.empty() ? "workflow" : name, .tasks = std::move(tasks_), .edges = {}};
  std::unordered_set<std::uint64_t> pairs;
  for (const auto& [from_name, to_name, bytes, where] : edges_) {
    const int from = task_named(from_name, where), to = task_named(to_name, where);
    if (from == to) fail_(where, fmt::format("the edge leads from \"{}\" to itself", from_name));
    if (!pairs.insert(static_cast<std::uint64_t>(from) << 32U | static_cast<std::uint64_t>(to)).second)
      fail_(where,
            fmt::format("a second edge from \"{}\" to \"{}\": give one edge the data of both", from_name, to_name));
    graph.edges.push_back({from, to, bytes});
  }
  check_graph(graph,
              [&](int task, const std::string& problem) { fail_(task < 0 ? otherwise : tasks_at_[task], problem); });
  return {{std::move(graph)}};
}

}  // namespace palio
