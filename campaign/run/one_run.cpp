#include "campaign/run/one_run.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "campaign/session/progress.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "runners/client/worker_runner.h"

namespace palio {

std::string activity_text(Activity activity, const std::string& strategy) {
  switch (activity) {
    case Activity::unknown: break;
    case Activity::building: return "building platform and workload";
    case Activity::references: return fmt::format("measuring the references of {}", strategy);
    case Activity::scheduling: return fmt::format("scheduling with {}", strategy);
    case Activity::simulating: return fmt::format("simulating {}", strategy);
  }
  return fmt::format("running {}", strategy);
}

OneRun run_once(const RunRequest& request, const EngineChoice& engine) {
  WorkerRunner worker(worker_program(engine), std::make_shared<Patience>(Patience::k_brief));
  OneRun run{.result = {}, .detail = {}, .worker = worker.hello()};
  const WaitingLine line([&] { return activity_text(worker.activity(), request.strategies.front().name); });
  worker.run(request, [&](int, ScenarioResult result, std::optional<ScheduleDetail> detail) {
    run.result = std::move(result);
    run.detail = std::move(detail);
  });
  return run;
}

void tell_words(const OneRun& run) {
  const auto* failure = std::get_if<Failure>(&run.result.outcome);
  const std::string& words = run.result.words;
  if (words.empty() || (failure != nullptr && !failure->stderr_tail.empty())) return;
  talk("The strategy wrote:\n{}{}", words, words.ends_with('\n') ? "" : "\n");
}

void refuse_long_schedule() {
  throw UserError(
      "the schedule is too long: one line of the worker protocol holds {} MiB, more than 500,000 tasks; metrics and "
      "--trace work without it",
      k_max_line >> 20U);
}

}  // namespace palio
