#pragma once

#include <optional>
#include <string>

#include "core/identity/engine_choice.h"
#include "runners/wire/protocol.h"

namespace palio {

/// What came out of one scenario, and who ran it.
struct OneRun {
  ScenarioResult result;
  std::optional<ScheduleDetail> detail;
  Hello worker;
};

/// Runs the single strategy of the request in a worker. Shows on a terminal what takes long.
OneRun run_once(const RunRequest& request, const EngineChoice& engine);

/// Shows on stderr what a custom strategy wrote there, unless its failure holds it.
void tell_words(const OneRun& run);

/// "scheduling with HCPA".
std::string activity_text(Activity activity, const std::string& strategy);

/// The error of a schedule that did not fit into a line of the worker protocol.
[[noreturn]] void refuse_long_schedule();

}  // namespace palio
