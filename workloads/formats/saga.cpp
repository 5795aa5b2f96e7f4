#include <map>
#include <string>
#include <vector>

#include "core/text/json_reader.h"
#include "workloads/formats/format.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

using Numbers = std::map<std::string, int, std::less<>>;  // of tasks

constexpr double k_no_cost = 1e-9;  // what SAGA's own data sets write for a cost of nothing

void refuse_more(const JsonReader& list, std::size_t count, std::size_t most) {
  if (count > most) list.fail("has {} elements, at most {} are possible", count, most);
}

Numbers read_tasks(const JsonReader& list, DescribedApplication& application) {
  const std::vector<JsonReader> tasks = list.elements();
  refuse_more(list, tasks.size(), k_most_workflow_tasks);
  Numbers numbers;
  for (const JsonReader& task : tasks) {
    task.expect_keys({"name", "cost"});
    const JsonReader name = task.member("name");
    if (!numbers.try_emplace(name.text(), static_cast<int>(numbers.size())).second)
      name.fail("is \"{}\", the name of another task too", name.text());
    const double cost = task.member("cost").number(JsonRange::not_negative);
    application.tasks.push_back({name.text(), cost > 0 ? cost : k_no_cost, WorkUnit::flop, {}});
  }
  return numbers;
}

int task_number(const JsonReader& name, const Numbers& numbers) {
  const auto found = numbers.find(name.text());
  if (found == numbers.end()) name.fail("is \"{}\", which is not the name of a task", name.text());
  return found->second;
}

}  // namespace

bool is_saga(std::string_view content) {
  const auto has = [&](std::string_view text) { return content.find(text) != std::string_view::npos; };
  return has("\"task_graph\"") && has("\"network\"") && !has("\"palio-workload\"") && !has("\"palio-platform\"");
}

DescribedWorkload read_saga(std::string_view content, std::string_view place) {
  const JsonReader root = JsonReader::parse(content, place);
  root.expect_keys({"name", "task_graph", "network"});
  const JsonReader graph = root.member("task_graph");
  graph.expect_keys({"tasks", "dependencies"});
  DescribedApplication application{.name = root.member("name").text(), .tasks = {}, .edges = {}};
  const Numbers numbers = read_tasks(graph.member("tasks"), application);
  const JsonReader list = graph.member("dependencies");
  const std::vector<JsonReader> dependencies = list.elements();
  refuse_more(list, dependencies.size(), k_most_workflow_references);
  for (const JsonReader& dependency : dependencies) {
    dependency.expect_keys({"source", "target", "size"});
    application.edges.push_back({task_number(dependency.member("source"), numbers),
                                 task_number(dependency.member("target"), numbers),
                                 dependency.member("size").number(JsonRange::not_negative)});
  }
  check_graph(application, [&](int task, const std::string& problem) {
    const JsonReader tasks = graph.member("tasks");
    (task < 0 ? tasks : tasks.elements()[task]).fail("is not valid: {}", problem);
  });
  return {.applications = {std::move(application)}};
}

}  // namespace palio
