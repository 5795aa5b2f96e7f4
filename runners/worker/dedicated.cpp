#include "runners/worker/dedicated.h"

#include <fmt/format.h>

#include "runners/worker/scenario.h"

namespace palio {
namespace {

// The makespan in a process's answer, or the failure that took its place.
std::variant<double, Failure> makespan_of(const ChildReport& report) {
  if (const auto* failure = std::get_if<Failure>(&report.answer)) return *failure;
  const ReplyLine line =
      decode_reply(encode_result(0, 0, std::get<std::string>(report.answer), report.cpu_time, report.peak_memory));
  const Outcome& outcome = std::get<ResultLine>(line).result.outcome;
  if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
  return std::get<Completed>(outcome).metrics[Metric::makespan];
}

DedicatedMakespans measure(const GraphInstance& instance, const Recipe& yardstick, const RunIsolated& isolated,
                           double& cpu_time) {
  std::vector<double> makespans;
  for (std::size_t app = 0; app < instance.workload.applications.size(); ++app) {
    const ChildReport report = isolated([&] { return encode(run_alone(instance, yardstick, app)); });
    cpu_time += report.cpu_time;
    std::variant<double, Failure> makespan = makespan_of(report);
    if (auto* failure = std::get_if<Failure>(&makespan)) {
      failure->message = fmt::format("application {} alone, by {}: {}", app, yardstick.name, failure->message);
      return std::move(*failure);
    }
    makespans.push_back(std::get<double>(makespan));
  }
  return makespans;
}

}  // namespace

void add_dedicated_makespans(BuiltInstance& instance, const std::vector<Recipe>& strategies,
                             const RunIsolated& isolated) {
  auto* graphs = std::get_if<GraphInstance>(&instance.content);
  if (graphs == nullptr || graphs->workload.applications.size() < 2) return;
  for (const Recipe& recipe : strategies) {
    const std::optional<Recipe> yardstick = dedicated_recipe(strategy(recipe.name), recipe.parameters);
    if (!yardstick) continue;
    const auto [place, is_new] = graphs->dedicated.try_emplace(canonical_text(*yardstick));
    if (is_new) place->second = measure(*graphs, *yardstick, isolated, instance.build_time);
  }
}

}  // namespace palio
