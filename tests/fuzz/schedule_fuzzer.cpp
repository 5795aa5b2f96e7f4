// A schedule from a protocol line, held against an instance: the validator finds a sentence or nothing.
#include "strategies/ptg/schedule_validator.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/support/builders.h"

namespace palio::fuzz {

void fuzz_schedule(std::string_view input) {
  static const Platform platform = test::platform({test::cluster(2, 1), test::cluster(3, 2)});
  static const Workload workload = test::workload(test::graph({{6, 0}, {4, 0.5}}, {{0, 1, 8}}));
  const auto reply = accepted([&] { return decode_reply(encode_result(1, 0, input, 0, 0)); });
  if (!reply) return;
  const auto* line = std::get_if<ResultLine>(&*reply);
  if (line == nullptr || !line->detail) return;
  const auto* detail = as_if<GraphSchedule>(*line->detail);
  if (detail == nullptr) return;
  const Execution& execution = detail->execution;
  for (const auto& violation : {find_violation(platform, workload, detail->planned),
                                find_simulated_violation(platform, workload, execution.schedule, execution.transfers)})
    require(!violation || !violation->empty(), "a violation is named");
}

}  // namespace palio::fuzz
