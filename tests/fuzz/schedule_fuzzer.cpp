// A schedule from a protocol line, held against an instance: the validator finds a sentence or nothing.
#include "strategies/ptg/schedule_validator.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/support/builders.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace palio;
  static const Platform platform = test::platform({test::cluster(2, 1), test::cluster(3, 2)});
  static const Workload workload = test::workload(test::graph({{6, 0}, {4, 0.5}}, {{0, 1, 8}}));
  const auto reply = fuzz::accepted([&] { return decode_reply(encode_result(1, 0, fuzz::text_of(data, size), 0, 0)); });
  if (!reply) return 0;
  const auto* line = std::get_if<ResultLine>(&*reply);
  if (line == nullptr || !line->detail) return 0;
  const auto* detail = as_if<GraphSchedule>(*line->detail);
  if (detail == nullptr) return 0;
  const Execution& execution = detail->execution;
  for (const auto& violation : {find_violation(platform, workload, detail->planned),
                                find_simulated_violation(platform, workload, execution.schedule, execution.transfers)})
    fuzz::require(!violation || !violation->empty(), "a violation is named");
  return 0;
}
