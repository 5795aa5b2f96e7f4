#include "runners/wire/simulation_json.h"

#include <nlohmann/json.hpp>

namespace palio {
namespace {

using Json = nlohmann::ordered_json;

Json all_metrics_json(const MetricValues& values) {
  Json object;
  for (const MetricInfo& info : metric_table()) {
    const double value = values[info];
    if (value != value)
      object[std::string(info.name)] = nullptr;
    else if (info.type == MetricType::integer)
      object[std::string(info.name)] = static_cast<std::int64_t>(value);
    else
      object[std::string(info.name)] = value;
  }
  return object;
}

}  // namespace

std::string simulation_json(const SimulatedScenario& scenario, std::span<const ScheduleForm> forms) {
  const Cost& cost = scenario.result.cost;
  Json document{{"strategy", scenario.strategy},
                {"engine", scenario.engine.name},
                {"engine_version", scenario.engine.version},
                {"metrics", all_metrics_json(std::get<Completed>(scenario.result.outcome).metrics)},
                {"cost",
                 {{"schedule_time", cost.schedule_time},
                  {"simulation_time", cost.simulation_time},
                  {"total_time", cost.total_time},
                  {"peak_memory", cost.peak_memory}}}};
  row_for(forms, scenario.detail).describe(document, scenario);
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace palio
