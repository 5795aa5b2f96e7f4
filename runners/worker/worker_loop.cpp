#include "runners/worker/worker_loop.h"

#include <fmt/format.h>

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/version.h"
#include "platforms/family.h"
#include "runners/lines.h"
#include "runners/protocol.h"
#include "runners/simgrid/simulation.h"
#include "runners/worker/isolation.h"
#include "runners/worker/scenario.h"
#include "workloads/family.h"

namespace palio {
namespace {

// Replies go to whoever started the worker; without it there is nothing left to do.
void send(int replies, std::string line) {
  if (!write_line(replies, std::move(line))) throw_errno("cannot write a reply");
}

// The answer of a scenario's process, or the failure that took its place, as the text of a ScenarioReply.
std::string reply_text(const ChildReport& report) {
  if (const auto* text = std::get_if<std::string>(&report.answer)) return *text;
  return encode(ScenarioReply{std::get<Failure>(report.answer), 0, 0, std::nullopt});
}

// A platform or workload that cannot be built fails all scenarios of the instance.
void answer_failed(const RunRequest& request, const std::string& message, int replies) {
  const std::string reply = encode(ScenarioReply{Failure{FailureKind::exception, 0, message, {}}, 0, 0, std::nullopt});
  for (int i = 0; i < static_cast<int>(request.strategies.size()); ++i)
    send(replies, encode_result(request.id, i, reply, 0, 0));
}

void answer(const RunRequest& request, int replies, Isolation& isolation) {
  std::optional<Platform> platform;
  std::optional<Workload> workload;
  try {
    const Ingredient& p = request.platform;
    const Ingredient& w = request.workload;
    platform = platform_family(p.recipe.name).build(p.recipe, p.definition);
    workload = workload_family(w.recipe.name).build(w.recipe, w.definition);
  } catch (const std::exception& error) {
    answer_failed(request, error.what(), replies);
    return;
  }
  for (int i = 0; i < static_cast<int>(request.strategies.size()); ++i) {
    const Recipe& strategy = request.strategies[static_cast<std::size_t>(i)];
    const ChildReport report = isolation.run(
        [&] { return encode(run_scenario(*platform, *workload, strategy, request.detail)); }, request.time_limit);
    if (isolation.orphaned()) return;
    send(replies, encode_result(request.id, i, reply_text(report), report.cpu_time, report.peak_memory));
  }
}

}  // namespace

int worker_loop(int requests, int replies) {
  LineReader lines(requests);
  Isolation isolation(replies);
  send(replies, encode(Hello{k_protocol_version, std::string(k_version), simgrid_engine()}));
  try {
    while (const std::optional<std::string> line = lines.next()) {
      const RunRequest request = decode_request(*line);
      answer(request, replies, isolation);
      if (isolation.orphaned()) return 0;
      send(replies, encode(Done{request.id}));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "palio-worker: {}\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace palio
