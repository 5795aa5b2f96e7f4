#include "runners/worker/worker_loop.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "core/error.h"
#include "core/text/talk.h"
#include "runners/external/command_keeper.h"
#include "runners/kinds/scenario.h"
#include "runners/kinds/steps.h"
#include "runners/worker/references.h"

namespace palio {
namespace {

std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UserError(fmt::format("cannot read the request {}", file));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

ScenarioReply carry_out(const RunRequest& request, const Engine& engine) {
  if (request.strategies.empty()) throw UserError("the request has no strategy");
  Isolation isolation(STDOUT_FILENO);
  for (const auto& code : request.known.own())
    if (code->kind() == CodeKind::command) keep_command(code);
  BuiltInstance instance = build_instance(request, engine.kinds);
  add_references(instance, {request.strategies.front()}, [&](const std::function<std::string()>& function) {
    return isolation.run(function, {.memory = request.memory_limit});
  });
  return run_scenario(instance, request.strategies.front(), request.detail);
}

}  // namespace

int run_one_scenario(const std::string& file, const Engine& engine) {
  try {
    const RunRequest request = decode_request(content(file));
    const ScenarioReply reply = carry_out(request, engine);
    say("{}\n", as_is(encode_result(request.id, 0, encode(reply), cpu_clock(), 0)));
    return std::holds_alternative<Completed>(reply.outcome) ? 0 : 2;
  } catch (const std::exception& error) {
    talk("palio-worker: {}\n", error.what());
    return 1;
  }
}

}  // namespace palio
