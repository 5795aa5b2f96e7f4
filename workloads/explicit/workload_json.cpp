#include "workloads/explicit/workload_json.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_reader.h"
#include "workloads/explicit/bags_json.h"

namespace palio {

namespace {

using TaskIds = std::map<std::string, int, std::less<>>;

// Either its work or, for unrelated machines, a time for each cluster. A task of which only times are known is
// sequential.
Task read_task(const JsonReader& json) {
  json.expect_keys({"name", "flop", "alpha", "times"});
  const auto times = json.optional_member("times");
  if (!times)
    return {json.member("flop").number(JsonRange::positive), json.member("alpha").number(JsonRange::fraction),
            json.member("name").text()};
  if (const auto flop = json.optional_member("flop")) flop->fail("is given beside times: leave one of them out");
  const auto alpha = json.optional_member("alpha");
  Task task{0, alpha ? alpha->number(JsonRange::fraction) : 1.0, json.member("name").text()};
  for (const JsonReader& element : times->elements()) task.times.push_back(element.number(JsonRange::positive));
  if (task.times.empty()) times->fail("is empty, a task needs a time for each cluster or host");
  return task;
}

// " (did you mean ...)"; a long list of tasks is not repeated.
std::string task_suggestion(const std::string& typed, const TaskIds& ids) {
  std::vector<std::string_view> names;
  for (const auto& [name, id] : ids) names.push_back(name);
  constexpr std::size_t k_longest_list = 10;
  if (names.size() > k_longest_list && nearest_name(typed, names).empty()) return {};
  return suggestion(typed, names);
}

int read_task_id(const JsonReader& json, const TaskIds& ids) {
  const std::string name = json.text();
  const auto found = ids.find(name);
  if (found == ids.end())
    json.fail(fmt::format("is \"{}\", which is not the name of a task{}", name, task_suggestion(name, ids)));
  return found->second;
}

Edge read_edge(const JsonReader& json, const TaskIds& ids) {
  json.expect_keys({"from", "to", "bytes"});
  return {read_task_id(json.member("from"), ids), read_task_id(json.member("to"), ids),
          json.member("bytes").number(JsonRange::not_negative)};
}

TaskGraph read_graph(const JsonReader& json) {
  std::vector<Task> tasks;
  TaskIds ids;
  for (const JsonReader& element : json.member("tasks").elements()) {
    tasks.push_back(read_task(element));
    if (!ids.emplace(tasks.back().name, static_cast<int>(ids.size())).second)
      element.member("name").fail(fmt::format("is \"{}\", the name of another task too", tasks.back().name));
  }
  std::vector<Edge> edges;
  if (const auto given = json.optional_member("edges"))
    for (const JsonReader& element : given->elements()) edges.push_back(read_edge(element, ids));
  try {
    return {std::move(tasks), std::move(edges)};
  } catch (const UserError& error) {  // no task, a cycle, an edge given twice
    json.fail(fmt::format("is not valid: {}", error.what()));
  }
}

Application read_application(const JsonReader& json) {
  json.expect_keys({"name", "release_date", "tasks", "edges"});
  const auto release = json.optional_member("release_date");
  return {json.member("name").text(), read_graph(json), release ? release->number(JsonRange::not_negative) : 0.0};
}

Workload graphs_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "applications"});
  const JsonReader applications = root.member("applications");
  Workload workload;
  std::set<std::string> names;
  for (const JsonReader& element : applications.elements()) {
    workload.applications.push_back(read_application(element));
    const std::string& name = workload.applications.back().name;
    if (!names.insert(name).second)
      element.member("name").fail(fmt::format("is \"{}\", the name of another application too", name));
  }
  if (workload.applications.empty()) applications.fail("is empty, a workload needs at least one application");
  return workload;
}

}  // namespace

AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition) {
  return any_workload_from_json(definition, text_of(recipe.parameters, "path"));
}

AnyWorkload any_workload_from_json(std::string_view text, std::string_view place) {
  const JsonReader root = JsonReader::parse(text, place);
  root.expect_format("palio-workload", 1);
  if (root.optional_member("bags")) return bags_from_json(root);
  return graphs_from_json(root);
}

}  // namespace palio
