#include "campaign/explore/drill.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <future>
#include <optional>

#include "analysis/gantt/chart.h"
#include "campaign/replay/replay.h"
#include "campaign/replay/scenario_chart.h"
#include "campaign/replay/schedules.h"
#include "core/error.h"
#include "core/text/json_text.h"
#include "storage/read/stored_results.h"

namespace palio {
namespace {

// A scenario and the campaign that holds it.
struct StoredIn {
  std::filesystem::path file;
  std::string scenario;
};

StoredIn find_stored(const CampaignReader& reader, std::span<const std::filesystem::path> files,
                     const std::string& instance, const std::string& strategy) {
  const std::size_t dash = instance.find('-');
  const std::string key = strategy_key(reader, strategy);
  if (dash == std::string::npos || key.empty()) throw UserError("the campaign has no {} of {}", instance, strategy);
  const std::array<std::string, k_dimensions> keys{instance.substr(0, dash), instance.substr(dash + 1), key};
  // Of several campaigns a strategy that more than one ran is named after its campaign.
  const auto named = [&](const std::filesystem::path& file) { return strategy.ends_with(" in " + file.string()); };
  const bool by_name = std::ranges::any_of(files, named);
  for (const std::filesystem::path& file : files)
    if (!by_name || named(file))
      for (const NamedScenario& found : scenarios_with_keys(CampaignReader(file), keys, 1)) return {file, found.name};
  throw UserError("{} has no result of instance {}", strategy, instance);
}

// "[[from,to],...]" of a single graph; nothing for what is none, or too large to look at.
std::string graph_json(const SimulatedScenario& scenario) {
  constexpr int k_most_tasks = 300;
  if (scenario.workload.type() != typeid(Workload)) return "null";
  const auto& workload = as<Workload>(scenario.workload);
  if (workload.applications.size() != 1 || workload.applications.front().graph.task_count() > k_most_tasks)
    return "null";
  const TaskGraph& graph = workload.applications.front().graph;
  int task = 0;
  const auto named = [&](const Task&) {
    const int id = task++;
    return fmt::format("[{},{}]", json_quoted(task_title(graph, id)), graph.level(id));
  };
  const auto ends = [](const Edge& edge) { return fmt::format("[{},{}]", edge.from, edge.to); };
  return fmt::format("{{\"tasks\":{},\"edges\":{}}}", json_array(graph.tasks(), named),
                     json_array(graph.edges(), ends));
}

// "[[name,release,start,finish,stretch],...]" of a batch; stretch is null without a yardstick.
std::string applications_json(const SimulatedScenario& scenario, const GanttChart& chart) {
  std::size_t place = 0;
  return json_array(std::get<Completed>(scenario.result.outcome).applications, [&](const ApplicationMetrics& of) {
    return fmt::format("[{},{},{},{},{}]", json_quoted(chart.applications.at(place++)), json_number(of.release_date),
                       json_number(of.start), json_number(of.finish), json_number(of.stretch()));
  });
}

// The makespans of the realizations that are kept, in their order.
std::string realizations_json(const CampaignReader& reader, const std::string& scenario) {
  if (reader.kept() != Kept::realizations) return "[]";
  return json_array(realization_rows(reader, find_scenario(reader, scenario)),
                    [](const RealizationMetrics& one) { return json_number(one.makespan); });
}

std::string command_text(const StoredIn& stored, std::optional<int> realization) {
  return fmt::format("palio replay {} {}{}", brief_shell_word(stored.file.string()), stored.scenario,
                     realization ? fmt::format(" --realization {}", *realization) : "");
}

std::string schedule_json(const StoredIn& stored, std::optional<int> realization, const CodeOptions& code) {
  const CampaignReader reader(stored.file);
  std::string json;
  const auto describe = [&](const StoredScenario& row, const SimulatedScenario& replayed) {
    const GanttChart chart =
        scenario_chart(replayed, row.strategy_label, fmt::format("{} on {}", row.workload_label, row.platform_label),
                       ChartColour::critical);
    json = fmt::format(
        R"({{"scenario":{},"strategy":{},"command":{},"engine":{},"realizations":{},"applications":{},"graph":{},"chart":{}}})",
        json_quoted(stored.scenario), json_quoted(row.strategy_label), json_quoted(command_text(stored, realization)),
        json_quoted(row.engine.name), realizations_json(reader, stored.scenario), applications_json(replayed, chart),
        graph_json(replayed), gantt_json(with_idle_groups_folded(chart)));
  };
  replay_schedules(reader, std::array{stored.scenario}, given_code(code, reader), describe, realization);
  return json;
}

}  // namespace

std::string drill_json(const CampaignReader& reader, std::span<const std::filesystem::path> files, const Drill& drill,
                       const CodeOptions& code) {
  std::vector<std::future<std::string>> replays;
  for (const std::string& strategy : drill.strategies)
    replays.push_back(std::async([stored = find_stored(reader, files, drill.instance, strategy), &drill, &code] {
      return schedule_json(stored, drill.realization, code);
    }));
  std::vector<std::string> schedules;
  for (std::future<std::string>& replay : replays) schedules.push_back(replay.get());
  return fmt::format("{{\"instance\":{},\"schedules\":[{}]}}", json_quoted(drill.instance), fmt::join(schedules, ","));
}

}  // namespace palio
