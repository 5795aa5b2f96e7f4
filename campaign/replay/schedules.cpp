#include "campaign/replay/schedules.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "campaign/replay/replay.h"
#include "campaign/run/one_run.h"
#include "core/error.h"
#include "runners/client/worker_runner.h"

namespace palio {
namespace {

void refuse_difference(const StoredScenario& stored, const Outcome& replayed) {
  if (differences(stored.outcome, replayed).empty()) return;
  throw UserError("scenario {0} differs from what is stored; palio replay CAMPAIGN {0} says in what", stored.id);
}

}  // namespace

void replay_schedules(const CampaignReader& reader, std::span<const std::string> scenarios, const StrategySet& given,
                      const ScheduleSink& sink, std::optional<int> realization) {
  std::map<std::string, std::unique_ptr<WorkerRunner>> workers;  // by engine
  for (const std::string& scenario : scenarios) {
    const StoredScenario stored = read_scenario(reader, find_scenario(reader, scenario), given);
    std::unique_ptr<WorkerRunner>& worker = workers[stored.engine.name];
    if (!worker)
      worker = std::make_unique<WorkerRunner>(worker_program(stored_engine(stored.engine.name)),
                                              std::make_shared<Patience>(Patience::k_brief));
    RunRequest request = replay_request(stored);
    request.detail = Detail::schedule;
    if (realization) {
      request.realization = *realization;
      refuse_missing_realization(request);
    }
    worker->run(request, [&](int, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      refuse_difference(stored, result.outcome);
      if (!detail) refuse_long_schedule();
      sink(stored, simulated_scenario(request, worker->hello().engine, std::move(result), std::move(*detail)));
    });
  }
}

}  // namespace palio
