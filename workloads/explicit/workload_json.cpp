#include "workloads/explicit/workload_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "workloads/families/parts/batch.h"
#include "workloads/model/graph_error.h"

namespace palio {

namespace {

Task scaled_task(const DescribedTask& task, const Scaling& scaling) {
  const double missing_alpha = task.speedup.law == SpeedupLaw::amdahl ? scaling.alpha : 0;
  const double alpha = task.alpha.value_or(missing_alpha);
  if (!task.times.empty()) {
    Task timed{0, alpha, task.name, task.times, task.speedup, task.place};
    for (double& time : timed.times) time *= scaling.work_factor;
    return timed;
  }
  const double unit = task.unit == WorkUnit::seconds ? scaling.reference_speed : 1.0;
  const double flop = task.work * unit * scaling.work_factor;
  return {flop > 0 ? flop : k_least_flop, alpha, task.name, {}, task.speedup, task.place};
}

std::string name_or_number(const std::string& name, char letter, std::size_t number) {
  return name.empty() ? fmt::format("{}{}", letter, number) : name;
}

DescribedApplication description_of(const Application& application, std::size_t number) {
  DescribedApplication described{.name = name_or_number(application.name, 'g', number),
                                 .tasks = {},
                                 .edges = {application.graph.edges().begin(), application.graph.edges().end()},
                                 .release_date = application.release_date};
  for (const Task& task : application.graph.tasks()) {
    const bool has_alpha = parameters_of(task.speedup.law).alpha;
    described.tasks.push_back({name_or_number(task.name, 't', described.tasks.size()), task.flop, WorkUnit::flop,
                               has_alpha ? std::optional(task.alpha) : std::nullopt, task.times, task.speedup,
                               task.place});
  }
  return described;
}

// Of a platform of any size: the strategy that reads the number knows the platform.
constexpr std::int64_t k_largest_processor = std::numeric_limits<int>::max();

using TaskIds = std::map<std::string, int, std::less<>>;

// Whether a file must say everything about a task, or a study may add the rest.
enum class Completeness { full, scalable };

SpeedupLaw read_law(const JsonReader& json) {
  const auto given = json.optional_member("law");
  if (!given) return SpeedupLaw::amdahl;
  const std::string name = given->text();
  const auto found = std::ranges::find(k_speedup_laws, name);
  if (found == k_speedup_laws.end())
    given->fail("is \"{}\", which is not a speed-up law{}", name, suggestion(name, k_speedup_laws));
  return static_cast<SpeedupLaw>(found - k_speedup_laws.begin());
}

// The value of a parameter that the law has; a parameter that it does not have is refused.
std::optional<JsonReader> law_parameter(const JsonReader& json, std::string_view key, SpeedupLaw law, bool is_had) {
  const auto given = json.optional_member(key);
  if (given && !is_had)
    given->fail("is given, but the speed-up law {} has none", k_speedup_laws.at(static_cast<std::size_t>(law)));
  if (is_had) return json.member(key);
  return std::nullopt;
}

// The law and its parameters; alpha may be missing under Amdahl's law alone.
void read_speedup(const JsonReader& json, DescribedTask& task) {
  const SpeedupLaw law = task.speedup.law = read_law(json);
  const SpeedupParameters has = parameters_of(law);
  if (law == SpeedupLaw::amdahl)
    task.alpha = json.optional_number("alpha", JsonRange::fraction);
  else if (const auto alpha = law_parameter(json, "alpha", law, has.alpha))
    task.alpha = alpha->number(JsonRange::fraction);
  if (const auto most = law_parameter(json, "max_processors", law, has.max_processors))
    task.speedup.max_processors = static_cast<int>(most->integer(1, Speedup::k_any_number));
  if (const auto overhead = law_parameter(json, "overhead", law, has.overhead))
    task.speedup.overhead = overhead->number(JsonRange::not_negative);
  if (const auto exponent = law_parameter(json, "exponent", law, has.exponent))
    task.speedup.exponent = exponent->number(JsonRange::fraction);
}

// For unrelated machines, instead of work. A task of which only the times are known is sequential.
DescribedTask read_timed_task(const JsonReader& json, const JsonReader& times) {
  for (const char* work : {"flop", "seconds"})
    if (const auto given = json.optional_member(work)) given->fail("is given in addition to times: remove one of them");
  DescribedTask task{.name = json.member("name").text(), .alpha = {}};
  read_speedup(json, task);
  for (const JsonReader& element : times.elements()) task.times.push_back(element.number(JsonRange::positive));
  if (task.times.empty()) times.fail("is empty, a task needs a time for each cluster or host");
  return task;
}

DescribedTask read_full_task(const JsonReader& json) {
  if (json.optional_member("seconds"))
    json.fail(
        "has \"seconds\", which the family \"workflow\" turns into flop: say --workload workflow:path=FILE, or "
        "family = \"workflow\" in a study");
  json.expect_keys({"name", "flop", "times", "alpha", "processor", "width", "start", "law", "max_processors",
                    "overhead", "exponent"});
  if (const auto times = json.optional_member("times")) return read_timed_task(json, *times);
  DescribedTask task{
      .name = json.member("name").text(), .work = json.member("flop").number(JsonRange::positive), .alpha = {}};
  read_speedup(json, task);
  if (task.speedup.law == SpeedupLaw::amdahl) json.member("alpha");
  return task;
}

DescribedTask read_scalable_task(const JsonReader& json) {
  json.expect_keys({"name", "flop", "seconds", "times", "alpha", "processor", "width", "start", "law", "max_processors",
                    "overhead", "exponent"});
  if (const auto times = json.optional_member("times")) return read_timed_task(json, *times);
  DescribedTask task{.name = json.member("name").text(), .alpha = {}};
  if (const auto seconds = json.optional_member("seconds")) {
    if (json.optional_member("flop")) json.fail("has both \"flop\" and \"seconds\"");
    task.work = seconds->number(JsonRange::not_negative);
    task.unit = WorkUnit::seconds;
  } else {
    task.work = json.member("flop").number(JsonRange::not_negative);
  }
  read_speedup(json, task);
  return task;
}

// " (did you mean ...)"; a long list of tasks is not printed.
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
  if (found == ids.end()) json.fail("is \"{}\", which is not the name of a task{}", name, task_suggestion(name, ids));
  return found->second;
}

// Without a processor nothing more is known.
KnownPlace read_place(const JsonReader& json) {
  KnownPlace place;
  const auto processor = json.optional_member("processor");
  if (processor) place.processor = static_cast<int>(processor->integer(0, k_largest_processor));
  for (const char* more : {"width", "start"})
    if (const auto given = json.optional_member(more); given && !processor)
      given->fail("is given without a processor: add the first processor on which the known solution runs the task");
  if (const auto width = json.optional_member("width"))
    place.width = static_cast<int>(width->integer(1, k_largest_processor));
  place.start = json.optional_number("start", JsonRange::not_negative).value_or(place.start);
  return place;
}

Edge read_edge(const JsonReader& json, const TaskIds& ids) {
  json.expect_keys({"from", "to", "bytes"});
  return {read_task_id(json.member("from"), ids), read_task_id(json.member("to"), ids),
          json.member("bytes").number(JsonRange::not_negative)};
}

DescribedApplication read_application(const JsonReader& json, Completeness completeness) {
  json.expect_keys({"name", "release_date", "tasks", "edges"});
  DescribedApplication application;
  application.name = json.member("name").text();
  application.release_date = json.optional_number("release_date", JsonRange::not_negative).value_or(0);
  TaskIds ids;
  for (const JsonReader& element : json.member("tasks").elements()) {
    DescribedTask& task = application.tasks.emplace_back(
        completeness == Completeness::full ? read_full_task(element) : read_scalable_task(element));
    task.place = read_place(element);
    const std::string& name = task.name;
    if (!ids.emplace(name, static_cast<int>(ids.size())).second)
      element.member("name").fail("is \"{}\", the name of another task too", name);
  }
  if (const auto given = json.optional_member("edges"))
    for (const JsonReader& element : given->elements()) application.edges.push_back(read_edge(element, ids));
  return application;
}

std::optional<double> read_reference(const JsonReader& root) {
  return root.optional_number("reference_makespan", JsonRange::positive);
}

// Calls `take` with each application after scaling it for the study.
template <class Take>
void read_applications(const JsonReader& root, Completeness completeness, const Scaling& scaling, Take take) {
  root.expect_keys({"format", "version", "reference_makespan", "applications", "mended"});
  const JsonReader applications = root.member("applications");
  std::set<std::string> names;
  for (const JsonReader& element : applications.elements()) {
    DescribedApplication described = read_application(element, completeness);
    try {
      Application application = scaled(described, scaling);
      take(std::move(described), std::move(application));
    } catch (const GraphError& error) {  // a cycle, an edge given twice
      element.member("tasks").elements()[error.task()].fail("is not valid: {}", error.what());
    } catch (const UserError& error) {  // no task
      element.fail("is not valid: {}", error.what());
    }
    if (const auto [name, is_new] = names.insert(element.member("name").text()); !is_new)
      element.member("name").fail("is \"{}\", the name of another application too", *name);
  }
  if (names.empty()) applications.fail("is empty, a workload needs at least one application");
}

Workload graphs_from_json(const JsonReader& root, Completeness completeness, const Scaling& scaling) {
  Workload workload;
  read_applications(root, completeness, scaling, [&](DescribedApplication&&, Application&& application) {
    workload.applications.push_back(std::move(application));
  });
  if (scaling == Scaling{}) workload.reference_makespan = read_reference(root);
  return workload;
}

JsonReader checked_root(std::string_view text, std::string_view place) {
  JsonReader root = JsonReader::parse(text, place);
  root.expect_format("palio-workload", 1);
  return root;
}

std::string work_json(const DescribedTask& task) {
  if (task.times.empty())
    return fmt::format(R"("{}":{})", task.unit == WorkUnit::seconds ? "seconds" : "flop", json_number(task.work));
  std::vector<std::string> times;
  for (const double time : task.times) times.push_back(json_number(time));
  return fmt::format(R"("times":[{}])", fmt::join(times, ","));
}

std::string speedup_json(const DescribedTask& task) {
  const Speedup& speedup = task.speedup;
  const SpeedupParameters has = parameters_of(speedup.law);
  std::string text = task.alpha ? R"(,"alpha":)" + json_number(*task.alpha) : "";
  if (speedup.law != SpeedupLaw::amdahl)
    text += fmt::format(R"(,"law":"{}")", k_speedup_laws.at(static_cast<std::size_t>(speedup.law)));
  if (has.max_processors) text += fmt::format(R"(,"max_processors":{})", speedup.max_processors);
  if (has.overhead) text += R"(,"overhead":)" + json_number(speedup.overhead);
  if (has.exponent) text += R"(,"exponent":)" + json_number(speedup.exponent);
  return text;
}

std::string place_json(const KnownPlace& place) {
  if (place.processor < 0) return {};
  return fmt::format(R"(,"processor":{}{}{})", place.processor,
                     place.width > 1 ? fmt::format(R"(,"width":{})", place.width) : "",
                     place.start >= 0 ? R"(,"start":)" + json_number(place.start) : "");
}

std::string task_json(const DescribedTask& task) {
  return fmt::format(R"({{"name":{},{}{}{}}})", json_quoted(task.name), work_json(task), speedup_json(task),
                     place_json(task.place));
}

std::string application_json(const DescribedApplication& application) {
  std::vector<std::string> names, tasks, edges;
  for (const DescribedTask& task : application.tasks) {
    names.push_back(json_quoted(task.name));
    tasks.push_back(task_json(task));
  }
  for (const auto& [from, to, bytes] : application.edges)
    edges.push_back(fmt::format(R"({{"from":{},"to":{},"bytes":{}}})", names[from], names[to], json_number(bytes)));
  return fmt::format("{{\"name\": {}, \"release_date\": {}, \"tasks\": [\n{}],\n\"edges\": [\n{}]}}",
                     json_quoted(application.name), json_number(application.release_date), fmt::join(tasks, ",\n"),
                     fmt::join(edges, ",\n"));
}

BagOfTasks read_bag(const JsonReader& json) {
  json.expect_keys({"name", "release_date", "tasks", "flop", "bytes"});
  BagOfTasks bag;
  bag.name = json.member("name").text();
  bag.tasks = static_cast<int>(json.member("tasks").integer(1, k_most_tasks));
  bag.flop = json.member("flop").number(JsonRange::positive);
  bag.bytes = json.member("bytes").number(JsonRange::positive);
  bag.release_date = json.optional_number("release_date", JsonRange::not_negative).value_or(0);
  return bag;
}

BagBatch bags_from_json(const JsonReader& root) {
  root.expect_keys({"format", "version", "reference_makespan", "bags"});
  const JsonReader bags = root.member("bags");
  BagBatch batch;
  std::set<std::string> names;
  std::int64_t tasks = 0;
  for (const JsonReader& element : bags.elements()) {
    batch.applications.push_back(read_bag(element));
    const BagOfTasks& bag = batch.applications.back();
    if (!names.insert(bag.name).second)
      element.member("name").fail("is \"{}\", the name of another application too", bag.name);
    if (names.size() > 1 && bag.release_date < (batch.applications.rbegin() + 1)->release_date)
      element.fail("is released at {} s, before the one ahead of it: sort by release date", bag.release_date);
    tasks += bag.tasks;
    if (tasks > k_most_tasks) bags.fail("have more than {} tasks together", k_most_tasks);
  }
  if (batch.applications.empty()) bags.fail("is empty, a workload needs at least one application");
  batch.reference_makespan = read_reference(root);
  return batch;
}

}  // namespace

Application scaled(const DescribedApplication& described, const Scaling& scaling) {
  std::vector<Task> tasks;
  tasks.reserve(described.tasks.size());
  for (const DescribedTask& task : described.tasks) tasks.push_back(scaled_task(task, scaling));
  std::vector<Edge> edges = described.edges;
  for (Edge& edge : edges) edge.bytes *= scaling.data_factor;
  return {described.name, TaskGraph(std::move(tasks), std::move(edges)), described.release_date};
}

DescribedWorkload description_of(const Workload& workload) {
  DescribedWorkload described;
  for (const Application& application : workload.applications)
    described.applications.push_back(description_of(application, described.applications.size()));
  described.reference_makespan = workload.reference_makespan;
  return described;
}

AnyWorkload build_file_workload(const Recipe& recipe, std::string_view definition) {
  return any_workload_from_json(definition, text_of(recipe.parameters, "path"));
}

AnyWorkload any_workload_from_json(std::string_view text, std::string_view place) {
  const JsonReader root = checked_root(text, place);
  if (root.optional_member("bags")) return bags_from_json(root);
  return graphs_from_json(root, Completeness::full, {});
}

DescribedWorkload described_from_json(std::string_view text, std::string_view place) {
  DescribedWorkload workload;
  const JsonReader root = checked_root(text, place);
  if (const auto mended = root.optional_member("mended"))
    for (const JsonReader& element : mended->elements()) workload.mended.push_back(element.text());
  read_applications(root, Completeness::scalable, k_largest_scaling,
                    [&](DescribedApplication&& described, const Application&) {
                      workload.applications.push_back(std::move(described));
                    });
  workload.reference_makespan = read_reference(root);
  return workload;
}

Workload scaled_from_json(std::string_view text, std::string_view place, const Scaling& scaling) {
  return graphs_from_json(checked_root(text, place), Completeness::scalable, scaling);
}

std::string to_json(const DescribedWorkload& described) {
  std::vector<std::string> applications;
  for (const DescribedApplication& application : described.applications)
    applications.push_back(application_json(application));
  const std::string reference = described.reference_makespan ? fmt::format("\"reference_makespan\": {}, ",
                                                                           json_number(*described.reference_makespan))
                                                             : "";
  std::vector<std::string> mended;
  for (const std::string& what : described.mended) mended.push_back(json_quoted(what));
  return fmt::format("{{\"format\": \"palio-workload\", \"version\": 1, {}{}\"applications\": [\n{}]}}\n", reference,
                     mended.empty() ? "" : fmt::format("\"mended\": [{}], ", fmt::join(mended, ", ")),
                     fmt::join(applications, ",\n"));
}

}  // namespace palio
