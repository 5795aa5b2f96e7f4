#include "runners/custom/graph_lines.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/text/json_document.h"
#include "platforms/model/comm_estimate.h"
#include "runners/custom/command_keeper.h"
#include "runners/wire/wire_json.h"

namespace palio {
namespace {

using nlohmann::json;

constexpr JsonLimits k_limits{.deepest = 8};  // a line has a size limit
constexpr std::array<const char*, 5> k_interconnects{"backbone", "uplinks", "shared_switch", "mesh",
                                                     "loaded"};  // as the enum

json link_json(const Link& link) { return {{"bandwidth", link.bandwidth}, {"latency", link.latency}}; }

// As communication estimates see it; null: no bound.
json route_json(const Platform& platform, int source, int target) {
  Route route;
  if (platform.interconnect == Interconnect::loaded)
    route = loaded_route(platform, source, target);
  else if (source != target)
    route = {.latency = route_latency(platform, source, target), .shared = route_bandwidth(platform, source, target)};
  json text{route.latency};
  for (const double bandwidth : {route.sender, route.receiver, route.shared})
    text.push_back(bandwidth == Route::k_unbounded ? json() : json(bandwidth));
  return text;
}

json routes_json(const Platform& platform) {
  json routes = json::array();
  const auto count = static_cast<int>(platform.clusters.size());
  for (int source = 0; source < count; ++source)
    for (int target = 0; target < count; ++target) routes.push_back(route_json(platform, source, target));
  return routes;
}

bool has_routes(const Platform& platform) {
  return platform.interconnect == Interconnect::mesh || platform.interconnect == Interconnect::loaded;
}

json platform_json(const Platform& platform) {
  json clusters = json::array();
  int first = 0;
  for (const Cluster& cluster : platform.clusters) {
    clusters.push_back({{"name", cluster.name},
                        {"processors", cluster.processors},
                        {"first_processor", first},
                        {"speed", cluster.speed},
                        {"cores", cluster.cores},
                        {"processor_link", link_json(cluster.processor_link)},
                        {"switch", link_json(cluster.cluster_switch)},
                        {"uplink", link_json(cluster.uplink)}});
    first += cluster.processors;
  }
  json object{{"clusters", std::move(clusters)},
              {"interconnect", k_interconnects.at(static_cast<std::size_t>(platform.interconnect))},
              {"backbone", link_json(platform.backbone)},
              {"shared_switch", link_json(platform.shared_switch)},
              {"tcp_gamma", platform.tcp_gamma}};
  if (has_routes(platform)) object["routes"] = routes_json(platform);
  return object;
}

json graph_json(const Application& application) {
  json tasks = json::array(), edges = json::array();
  for (const Task& task : application.graph.tasks()) tasks.push_back({task.flop, task.alpha});
  for (const Edge& edge : application.graph.edges()) edges.push_back({edge.from, edge.to, edge.bytes});
  json graph{{"name", application.name},
             {"release_date", application.release_date},
             {"tasks", std::move(tasks)},
             {"edges", std::move(edges)},
             {"order", application.graph.topological_order()}};
  if (application.graph.time_count() > 0)
    for (const Task& task : application.graph.tasks()) graph["times"].push_back(task.times);
  if (has_other_law(application.graph))
    for (const Task& task : application.graph.tasks()) {
      const auto& [law, max_processors, overhead, exponent] = task.speedup;
      graph["speedups"].push_back(
          json::array({k_speedup_laws.at(static_cast<std::size_t>(law)), max_processors, overhead, exponent}));
    }
  return graph;
}

// The library's messages are about its own calls, not about answers.
const json& checked(const json& value, bool is_right, std::string_view what, std::string_view wanted) {
  if (is_right) return value;
  throw ProtocolError(fmt::format("{} is {}, not {}", what, json_shown(value), wanted));
}

const json& member_of(const json& answer, const char* name) {
  const auto found = answer.find(name);
  if (found == answer.end()) throw ProtocolError(fmt::format("the answer has no \"{}\"", name));
  return *found;
}

std::string words_of(const json& value, std::string_view what) {
  return checked(value, value.is_string(), what, "a text").get<std::string>();
}

void read_placement(const json& row, GraphPlan& plan) {
  constexpr std::size_t k_without_dates = 3, k_with_dates = 5;
  if (!row.is_array() || (row.size() != k_without_dates && row.size() != k_with_dates))
    throw ProtocolError("a placement is [graph, task, processors] or [graph, task, processors, start, finish]");
  std::vector<int> processors;
  for (const json& processor : checked(row[2], row[2].is_array(), "\"processors\" of a placement", "an array"))
    processors.push_back(whole_number<int>(processor));
  const bool dated = row.size() == k_with_dates;
  const auto date = [&](std::size_t place) {
    if (!dated) return std::numeric_limits<double>::quiet_NaN();
    return checked(row[place], row[place].is_number(), "a date of a placement", "a number").get<double>();
  };
  plan.place(whole_number<std::int64_t>(row[0]), whole_number<std::int64_t>(row[1]), std::move(processors), date(3),
             date(4));
}

json inflow_json(const Inflow& data) {
  return json::array({data.application, data.task, data.bytes, data.processors, data.sent});
}

// Null: the data have not left.
json arrival_json(const Inflow& data) { return data.there.empty() ? json() : json::array({data.there, data.arrival}); }

// `parameters`: also those that the code has not declared.
json question_json(std::string_view type, const Strategy& strategy, const Parameters& parameters,
                   QuestionNumber number) {
  json values = json::object();
  for (const ParameterSpec& spec : own_parameters(strategy))
    std::visit([&](const auto& typed) { values[std::string(spec.name)] = typed; }, parameters.find(spec.name)->second);
  json question{{"type", type}, {"strategy", strategy.name}, {"parameters", std::move(values)}};
  if (number) question["number"] = *number;
  return question;
}

// Fills in the tasks of an answer, of the member with that name. False: it bears another number.
bool read_answer(const std::string& command, const std::string& line, const char* member, const char* called,
                 GraphPlan& plan, QuestionNumber number) {
  const auto refuse = [&](const std::string& why) {
    throw FailedElsewhere(
        {FailureKind::protocol,
         0,
         fmt::format("the command \"{}\" answered what is no {} ({}): {:.200}", command, called, why, line),
         {}});
  };
  try {
    const json answer = json_document(line, k_limits);
    checked(answer, answer.is_object(), "the answer", fmt::format("an object such as {{\"{}\": [...]}}", member));
    if (number && whole_number<std::int64_t>(member_of(answer, "number")) != *number) return false;
    if (const auto reason = answer.find("no_schedule"); reason != answer.end())
      plan.trouble().no_schedule(words_of(*reason, "\"no_schedule\""));
    else if (const auto message = answer.find("error"); message != answer.end())
      plan.trouble().failed(words_of(*message, "\"error\""));
    else {
      const json& rows = member_of(answer, member);
      for (const json& row : checked(rows, rows.is_array(), fmt::format("\"{}\"", member), "an array"))
        read_placement(row, plan);
    }
  } catch (const json::parse_error&) {
    throw FailedElsewhere(
        {FailureKind::protocol,
         0,
         fmt::format("the command \"{}\" printed a line that is no answer (no JSON, so no {}): {:.200}; "
                     "print to standard error instead",
                     command, called, line),
         {}});
  } catch (const json::exception&) {
    refuse("a number in it is too large");
  } catch (const UserError& error) {
    refuse(error.what());
  } catch (const ProtocolError& error) {
    refuse(error.what());
  }
  return true;
}

}  // namespace

QuestionNumber new_question_number() {
  std::uint64_t drawn = 0;
  constexpr int k_dropped = 16;  // bits: a double holds the others
  if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) throw_errno("cannot draw the number of a question");
  return static_cast<std::int64_t>(drawn >> k_dropped);
}

std::string instance_text(const Platform& platform, const Workload& workload) {
  json graphs = json::array();
  for (const Application& application : workload.applications) graphs.push_back(graph_json(application));
  json instance{{"type", "instance"}, {"platform", platform_json(platform)}, {"graphs", std::move(graphs)}};
  if (workload.background) {
    instance["free_from"] = workload.background->free_from;
    json& inflows = instance["inflows"] = json::array();
    for (const Inflow& data : workload.background->inflows) inflows.push_back(inflow_json(data));
    json& arrivals = instance["arrivals"] = json::array();
    for (const Inflow& data : workload.background->inflows) arrivals.push_back(arrival_json(data));
  }
  return dumped(instance);
}

std::uint64_t content_hash(const Platform& platform, const Workload& workload) {
  std::vector<double> values;
  std::uint64_t hash = 0;
  for (const Cluster& cluster : platform.clusters) values.push_back(cluster.speed);
  for (const Application& application : workload.applications) {
    const TaskGraph& graph = application.graph;
    hash = hash64(application.name, hash);
    values.insert(values.end(), {application.release_date, static_cast<double>(graph.tasks().size()),
                                 static_cast<double>(graph.edges().size()), static_cast<double>(graph.time_count())});
    for (const Task& task : graph.tasks()) {
      const auto& [law, max_processors, overhead, exponent] = task.speedup;
      values.insert(values.end(), {task.flop, task.alpha, static_cast<double>(law), static_cast<double>(max_processors),
                                   overhead, exponent});
      values.insert(values.end(), task.times.begin(), task.times.end());
    }
    for (const Edge& edge : graph.edges())
      values.insert(values.end(), {static_cast<double>(edge.from), static_cast<double>(edge.to), edge.bytes});
  }
  if (workload.background) {
    const auto& [free_from, inflows] = *workload.background;
    values.insert(values.end(), free_from.begin(), free_from.end());
    for (const Inflow& data : inflows) {
      values.insert(values.end(), {static_cast<double>(data.application), static_cast<double>(data.task), data.bytes,
                                   data.sent, data.arrival, static_cast<double>(data.processors.size())});
      values.insert(values.end(), data.processors.begin(), data.processors.end());
      values.insert(values.end(), data.there.begin(), data.there.end());
    }
  }
  return hash64({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)}, hash);
}

std::string schedule_text(const Strategy& strategy, const Parameters& parameters, QuestionNumber number) {
  return dumped(question_json("schedule", strategy, parameters, number));
}

std::string decide_text(const Strategy& strategy, const Parameters& parameters, const Situation& situation,
                        QuestionNumber number) {
  json ready = json::array(), waiting = json::array(), running = json::array(), ended = json::array();
  const PlainSituation told(situation);
  for (std::size_t graph = 0; graph < told.states().size(); ++graph)
    for (std::size_t task = 0; task < told.states()[graph].size(); ++task) {
      const palio_task_state& state = told.states()[graph][task];
      const std::span processors(state.processors, state.count);
      switch (state.stage) {
        case PALIO_READY: ready.push_back({graph, task}); break;
        case PALIO_WAITING: waiting.push_back({graph, task, processors}); break;
        case PALIO_RUNNING: running.push_back({graph, task, processors, state.start}); break;
        case PALIO_ENDED: ended.push_back({graph, task, processors, state.start, state.finish}); break;
        default: break;  // blocked
      }
    }
  json question = question_json("decide", strategy, parameters, number);
  question.update({{"now", told.plain().now},
                   {"ready", std::move(ready)},
                   {"waiting", std::move(waiting)},
                   {"running", std::move(running)},
                   {"ended", std::move(ended)}});
  return dumped(question);
}

bool read_plan(const std::string& command, const std::string& line, GraphPlan& plan, QuestionNumber number) {
  return read_answer(command, line, "placements", "schedule", plan, number);
}

bool read_decisions(const std::string& command, const std::string& line, GraphPlan& plan, QuestionNumber number) {
  return read_answer(command, line, "decisions", "list of decisions", plan, number);
}

}  // namespace palio
