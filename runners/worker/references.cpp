#include "runners/worker/references.h"

#include <fmt/format.h>

#include "core/shortage.h"
#include "runners/worker/scenario.h"
#include "strategies/bags/cbs3m/offline_optimum.h"

namespace palio {
namespace {

// A metric in a process's answer, or the failure that took its place.
std::variant<double, Failure> metric_of(const ChildReport& report, std::string_view metric) {
  if (const auto* failure = std::get_if<Failure>(&report.answer)) return *failure;
  const ReplyLine line =
      decode_reply(encode_result(0, 0, std::get<std::string>(report.answer), report.cpu_time, report.peak_memory));
  const Outcome& outcome = std::get<ResultLine>(line).result.outcome;
  if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
  return std::get<Completed>(outcome).metrics[metric];
}

DedicatedMakespans measure(const GraphInstance& instance, const Recipe& yardstick, const RunIsolated& isolated,
                           double& cpu_time) {
  std::vector<double> makespans;
  for (std::size_t app = 0; app < instance.workload.applications.size(); ++app) {
    const ChildReport report = isolated([&] { return encode(run_alone(instance, yardstick, app)); });
    cpu_time += report.cpu_time;
    std::variant<double, Failure> makespan = metric_of(report, "makespan");
    if (auto* failure = std::get_if<Failure>(&makespan)) {
      failure->message = fmt::format("application {} alone, by {}: {}", app, yardstick.name, failure->message);
      return std::move(*failure);
    }
    makespans.push_back(std::get<double>(makespan));
  }
  return makespans;
}

void add_makespans(GraphInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated,
                   double& cpu_time) {
  if (instance.workload.applications.size() < 2) return;
  for (const Recipe& recipe : strategies) {
    const std::optional<Recipe> yardstick = dedicated_recipe(strategy(recipe.name), recipe.parameters);
    if (!yardstick) continue;
    const auto [place, is_new] = instance.dedicated.try_emplace(canonical_text(*yardstick));
    if (is_new) place->second = measure(instance, *yardstick, isolated, cpu_time);
  }
}

ScenarioReply optimum_reply(const BagInstance& instance) {
  ScenarioReply reply;
  try {
    Completed completed;
    completed.metrics["optimal_max_stretch"] = offline_optimum(instance.star, instance.batch);
    completed.metrics["makespan"] = 0;  // nothing is complete without one
    reply.outcome = std::move(completed);
  } catch (const Shortage&) {
    throw;
  } catch (const NoSchedule& error) {
    reply.outcome = Failure{FailureKind::no_schedule, 0, error.what(), {}};
  } catch (const std::exception& error) {
    reply.outcome = Failure{FailureKind::exception, 0, error.what(), {}};
  }
  return reply;
}

void add_optimum(BagInstance& instance, const RunIsolated& isolated, double& cpu_time) {
  const ChildReport report = isolated([&] { return encode(optimum_reply(instance)); });
  cpu_time += report.cpu_time;
  instance.optimum = metric_of(report, "optimal_max_stretch");
  if (auto* failure = std::get_if<Failure>(&instance.optimum))
    failure->message = "the optimum that strategies are held against: " + failure->message;
}

}  // namespace

void add_references(BuiltInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated) {
  if (auto* graphs = std::get_if<GraphInstance>(&instance.content))
    add_makespans(*graphs, strategies, isolated, instance.build_time);
  if (auto* bags = std::get_if<BagInstance>(&instance.content)) add_optimum(*bags, isolated, instance.build_time);
}

}  // namespace palio
