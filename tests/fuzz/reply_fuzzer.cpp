// A line from a worker to palio.
#include "tests/fuzz/fuzzer.h"

namespace palio::fuzz {
namespace {

std::string encoded(const Hello& hello) { return encode(hello); }
std::string encoded(const Done& done) { return encode(done); }
std::string encoded(const ReadLine& read) { return encode(read); }
std::string encoded(const Alive& alive) { return encode(alive); }
std::string encoded(const ShortageLine& line) { return encode(line); }
std::string encoded(const LostLine& line) {
  return encode_lost(line.id, encode(ScenarioReply{line.result.outcome, 0, 0, std::nullopt}));
}
std::string encoded(const ResultLine& line) {
  const Cost& cost = line.result.cost;
  const std::string reply =
      encode(ScenarioReply{line.result.outcome, cost.schedule_time, cost.simulation_time, line.detail});
  return encode_result(line.id, line.strategy, reply, cost.total_time, cost.peak_memory);
}

std::string line_of(const ReplyLine& reply) {
  return std::visit([](const auto& alternative) { return encoded(alternative); }, reply);
}

}  // namespace

void fuzz_reply(std::string_view input) {
  const auto reply = accepted([&] { return decode_reply(input); });
  if (!reply) return;
  const std::string line = line_of(*reply);
  require(line.find('\n') == std::string::npos, "a reply is one line");
  require(line_of(decode_reply(line)) == line, "an encoded reply decodes to itself");
}

}  // namespace palio::fuzz
